import { isCallNote, isNoOp } from "../../../core/call-notes.ts";
import { fits } from "../../../core/fits.ts";
import { nameWords } from "../../../core/name-words.ts";
import type { Change, Place } from "../../../core/rule.ts";
import type { JsonSchema } from "../../../core/schema.ts";
import { isSchemaObject, resolve, typesOf } from "../../../core/schema.ts";
import { isContrast } from "./contrasts.ts";
import { keysAt } from "./keys-at.ts";

/** The rename of the only unknown key to the only missing property, where its schema suits and takes the value as it is. */
export function eliminate(
  place: Place,
  suits: (schema: JsonSchema | undefined, root: JsonSchema) => boolean,
): readonly Change[] {
  const keys = keysAt(place);
  if (keys === undefined) return [];
  const unknown = keys.undeclared.filter((key) => {
    const value = keys.value[key] ?? null;
    return !isCallNote(key, value) && !isNoOp(key, value);
  });
  const [from, other] = unknown;
  const [to, second] = keys.missing;
  if (from === undefined || other !== undefined || to === undefined || second !== undefined) return [];
  const schema = keys.declared.get(to);
  const value = keys.value[from] ?? null;
  if (
    !suits(schema, place.root) ||
    modifies(from) ||
    isContrast(from, to) ||
    asksOtherwise(from, schema, place.root) ||
    isBlank(value) ||
    !fits(value, schema, place.root)
  )
    return [];
  return [{ kind: "rename", from, to }];
}

/** Whether only some values fit: anything but free text and free form. */
export function isSpecific(schema: JsonSchema | undefined, root: JsonSchema): boolean {
  const types = typesOf(schema, root);
  if (types.size === 7) return false;
  if (!types.has("string")) return true;
  const node = resolve(schema, root);
  if (!isSchemaObject(node)) return false;
  return ["enum", "const", "pattern", "format"].some((keyword) => node[keyword] !== undefined);
}

/** Words that turn a call around or change how it is done: a key with one of them names no plain input. */
const MODIFIERS: ReadonlySet<string> = new Set(
  `dry run no not never only skip without exclude except disable ignore force async background if unless before after
  debug verbose silent suppress mute prevent avoid hide timeout retry retries preview simulate test`.split(/\s+/),
);

function modifies(key: string): boolean {
  return nameWords(key).some((word) => MODIFIERS.has(word));
}

/** Whether a name asks yes or no, while the property takes something else. */
function asksOtherwise(key: string, schema: JsonSchema | undefined, root: JsonSchema): boolean {
  return /^(?:is|has|can|should|use|include|enable|allow)[^a-z]/.test(key) && !typesOf(schema, root).has("boolean");
}

function isBlank(value: unknown): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value as object).length === 0);
}
