import type { Pointer } from "./outcome.ts";

/** The pointer one step further in. */
export function childPointer(parent: Pointer, step: string | number): Pointer {
  return `${parent}/${typeof step === "number" ? step : escapeStep(step)}`;
}

function escapeStep(step: string): string {
  return step.includes("/") || step.includes("~") ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step;
}

/** The last step of a pointer, decoded; `""` for the root. */
export function lastStep(pointer: Pointer): string {
  return pointer
    .slice(pointer.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
