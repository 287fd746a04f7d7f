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

/** Whether the data knows a sent name as another name of a property somewhere. */
export function mayBeAlias(sent: string, property: string): boolean {
  const target = fold(property);
  return (byName.get(fold(sent)) ?? []).some(({ names }) => names.includes(target));
}

/** Where a name is looked at. */
export interface AliasContext {
  readonly schema: JsonSchema | undefined;
  /** Whether the property is required and missing. */
  readonly missing: boolean;
  /** Every key that was sent and every property that is declared. */
  names(): readonly string[];
}

/** Whether the data knows a sent name as another name of a property. */
export function isAlias(sent: string, property: string, { schema, missing, names: around }: AliasContext): boolean {
  const [name, target] = [fold(sent), fold(property)];
  return (byName.get(name) ?? []).some(({ names, when, beside, notBeside }) => {
    if (!names.includes(target)) return false;
    if (notBeside !== undefined && around().some((other) => notBeside.includes(fold(other)))) return false;
    const said = saidBy(schema);
    const described = said === "" ? undefined : when?.test(said);
    if (described === false) return false;
    if (names.includes(name)) return true;
    if (beside !== undefined) return around().some((other) => other !== sent && beside.includes(fold(other)));
    return missing ? when === undefined || described === true : described === true;
  });
}

/** What a schema says about the property in words. */
function saidBy(schema: JsonSchema | undefined): string {
  if (!isSchemaObject(schema)) return "";
  return [schema.description, schema.format].filter((text) => typeof text === "string").join(" ");
}
