import type { Edit } from "./outcome.ts";
import { childPointer } from "./pointer.ts";

/** The edits of a child, as edits of its parent. */
export function underStep(step: string | number, edits: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) => ({ ...edit, path: `${childPointer("", step)}${edit.path}` }));
}
