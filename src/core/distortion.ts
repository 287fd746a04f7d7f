import { type Conversion, conversionOf, type Distortion } from "./conversion.ts";
import { isArray, isObject, type Json, type JsonObject, type JsonType, typeOf } from "./json.ts";
import type { Finding, Pointer } from "./outcome.ts";
import { childPointer } from "./pointer.ts";

const MESSAGES: Readonly<Record<Distortion, string>> = {
  "null-as-value": "null where a value is needed",
  "value-as-null": "a value the tool would take for null",
  "empty-as-number": "empty text where a number is expected; leave the field out instead",
  "boolean-as-number": "true or false where a number is expected",
  "fraction-cut": "a fraction where a whole number is expected",
  "list-as-text": "a list sent as text; send a JSON array",
  "placeholder-in-list": "a placeholder where a list is expected; leave the field out instead",
  "shell-in-list": "an object around the list; send the array itself",
  "markup-tail": "ends in closing call markup",
};

/**
 * Where the host would run another meaning than was sent: a comparison of the arguments with what the host makes of
 * them. Markup tails are not looked for here, since the host leaves them as they are.
 */
export function distortionsBetween(sent: JsonObject, runs: JsonObject): readonly Finding[] {
  const findings: Finding[] = [];
  compare(sent, runs, "", "", findings);
  return findings;
}

const ONLY: Readonly<Record<JsonType, ReadonlySet<JsonType>>> = {
  null: new Set(["null"]),
  boolean: new Set(["boolean"]),
  integer: new Set(["integer"]),
  number: new Set(["number"]),
  string: new Set(["string"]),
  array: new Set(["array"]),
  object: new Set(["object"]),
};

function compare(sent: Json, runs: Json, key: string, path: Pointer, findings: Finding[]): void {
  if (sent === runs) return;
  if (isObject(sent) && isObject(runs)) {
    for (const name in sent) {
      const child = sent[name] ?? null;
      // What is gone was an optional null, or was moved by the tool's own shim.
      const after = Object.hasOwn(runs, name) ? runs[name] : undefined;
      if (after !== undefined && after !== child) compare(child, after, name, childPointer(path, name), findings);
    }
    return;
  }
  if (isArray(sent) && isArray(runs)) {
    for (const [index, item] of sent.entries()) {
      const after = runs[index];
      if (after !== undefined) compare(item, after, key, childPointer(path, index), findings);
    }
    return;
  }
  if (isArray(runs) && !isOnlyItem(sent, runs)) return;
  if (runs === null && (typeof sent === "number" || typeof sent === "boolean")) {
    findings.push(distortion("value-as-null", path));
    return;
  }
  const conversion = conversionOf(sent, ONLY[typeOf(runs)], key);
  if (isDistortion(conversion)) findings.push(distortion(conversion, path));
  else if (isArray(runs) && runs[0] !== undefined && runs[0] !== sent) compare(sent, runs[0], key, path, findings);
}

/** Whether a list is one value the host wrapped, rather than what a shim made of the value. */
function isOnlyItem(sent: Json, runs: readonly Json[]): boolean {
  return runs.length === 1 && (typeOf(runs[0] ?? null) === typeOf(sent) || !isObject(runs[0]));
}

function isDistortion(conversion: Conversion): conversion is Distortion {
  return conversion !== "none" && conversion !== "harmless" && conversion !== "rejected";
}

export function distortion(keyword: Distortion, path: Pointer): Finding {
  return { path, keyword, message: MESSAGES[keyword] };
}
