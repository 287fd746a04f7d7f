import type { Rule } from "../core/rule.ts";

/** Every rule, in the order they are tried. The order is behaviour, so each line says why it stands where it does. */
export const rules: readonly Rule[] = [];
