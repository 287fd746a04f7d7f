import { rememberNames } from "./remember-names.ts";

/** No name is longer; what is only takes the place of one, and is not read to its end. */
const MAX_CHARACTERS = 1000;

/** The words of a name in lower case: `oldText`, `old_text` and `old-text` are all `old`, `text`. */
export const nameWords = rememberNames((name): readonly string[] =>
  name
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ""),
);

/** A name without case and separators. */
export const foldName = rememberNames((name): string =>
  name
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ""),
);
