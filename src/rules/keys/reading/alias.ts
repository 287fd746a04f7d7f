import type { JsonSchema } from "../../../core/schema.ts";
import { isSchemaObject } from "../../../core/schema.ts";
import { type Meaning, meanings } from "./meanings.ts";
import { fold } from "./words.ts";

const byName: ReadonlyMap<string, readonly Meaning[]> = groupByName();

function groupByName(): ReadonlyMap<string, readonly Meaning[]> {
  const groups = new Map<string, Meaning[]>();
  for (const meaning of meanings) {
    for (const name of [...meaning.names, ...(meaning.also ?? [])]) {
      groups.set(name, [...(groups.get(name) ?? []), meaning]);
    }
  }
  return groups;
}

/** Whether the data knows a sent name at all. */
export function hasAliases(sent: string): boolean {
  return byName.has(fold(sent));
}

/** Whether the data knows a sent name as another name of a property. */
export function isAlias(sent: string, property: string, schema: JsonSchema | undefined): boolean {
  const target = fold(property);
  return (byName.get(fold(sent)) ?? []).some(({ names, when }) => {
    if (!names.includes(target)) return false;
    const description = isSchemaObject(schema) ? schema.description : undefined;
    return when === undefined || typeof description !== "string" || when.test(description);
  });
}
