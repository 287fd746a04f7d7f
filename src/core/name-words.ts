import { rememberNames } from "./remember-names.ts";

/** The words of a name in lower case: `oldText`, `old_text` and `old-text` are all `old`, `text`. */
export const nameWords = rememberNames((name): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ""),
);

/** A name without case and separators. */
export const foldName = rememberNames((name): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ""));
