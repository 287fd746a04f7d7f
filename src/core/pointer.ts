import { isArray, isObject, type Json } from "./json.ts";
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
  const step = pointer.slice(pointer.lastIndexOf("/") + 1);
  return step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;
}

/** The value a pointer leads to; `undefined` where there is none. */
export function valueAt(value: Json, pointer: Pointer): Json | undefined {
  let found: Json | undefined = value;
  for (const step of pointer.split("/").slice(1)) {
    const name = lastStep(step);
    if (isArray(found)) found = found[Number(name)];
    else found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}
