import { fencedJson } from "./fenced-json.ts";
import { functionXml } from "./function-xml.ts";
import { taggedCall } from "./tagged-call.ts";
import { toolCallJson } from "./tool-call-json.ts";
import type { Variant } from "./variant.ts";

/** Every variant, in the order in which they are tried with a model. */
export const variants: readonly Variant[] = [
  taggedCall, // means nothing else to any model, so it is the least likely to be misused
  toolCallJson, // what many models were trained on
  fencedJson, // for models that put all JSON into fences
  functionXml, // for models that break JSON strings
];

export function variantNamed(name: string): Variant | undefined {
  return variants.find((variant) => variant.name === name);
}
