import type { Pointer } from "../core/outcome.ts";

const NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/**
 * Whether a name that a model or a server made may be quoted to a model: it then holds no sentence, no markup and no
 * value.
 */
export function isQuotable(name: string): boolean {
  return NAME.test(name);
}

/** The field at a pointer as a model reads it (`edits.0.oldText`); `""` where a part of it may not be quoted. */
export function fieldAt(path: Pointer): string {
  const steps = path.split("/").slice(1);
  const field = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
  return steps.every((step) => /^\d{1,4}$/.test(step) || isQuotable(step)) && field.length <= 64 ? field : "";
}
