import type { Json } from "./json.ts";
import type { Edit, EditLevel, Pointer } from "./outcome.ts";
import { childPointer } from "./pointer.ts";
import { preview } from "./preview.ts";

/** An edit while it is only proposed: with the values themselves, since most proposals come to nothing. */
export interface Step {
  readonly rule: string;
  readonly level: EditLevel;
  /** Relative to the place that is being settled. */
  readonly path: Pointer;
  readonly change: Changed;
}

export type Changed =
  | { readonly kind: "renamed"; readonly from: string; readonly to: string }
  | { readonly kind: "replaced"; readonly before: Json; readonly after: Json }
  | { readonly kind: "dropped"; readonly before: Json };

/** The steps of a child, as steps of its parent. */
export function underStep(name: string | number, steps: readonly Step[]): readonly Step[] {
  return steps.map((step) => ({ ...step, path: `${childPointer("", name)}${step.path}` }));
}

export function toEdit({ rule, level, path, change }: Step): Edit {
  switch (change.kind) {
    case "renamed":
      return { rule, level, path, before: change.from, after: change.to };
    case "replaced":
      return { rule, level, path, before: preview(change.before), after: preview(change.after) };
    case "dropped":
      return { rule, level, path, before: preview(change.before), after: "" };
    default:
      return change satisfies never;
  }
}
