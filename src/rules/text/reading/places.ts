import type { Tool } from "../../../core/call.ts";
import type { JsonType } from "../../../core/json.ts";
import { isSchemaObject, propertiesOf, resolve, typesOf } from "../../../core/schema.ts";

type Schema = Tool["parameters"];

/** The keys and list positions that lead to a value. */
export type Path = readonly (string | number)[];

/** Declared names of one object: as they are, and squeezed. */
export interface Names {
  has(name: string): boolean;
  readonly size: number;
  readonly list: readonly string[];
}

/** A name without case and separators, so that `FilePath`, `file_path` and `file-path` are one. */
export function squeezeKey(name: string): string {
  return name.replaceAll(/[\s_.-]+/g, "").toLowerCase();
}

/** What the schema of a tool says about places inside raw text. Looked up only where a reading turns on it. */
export class Places {
  readonly #root: Schema;
  readonly #names = new Map<unknown, Names>();

  constructor(root: Schema) {
    this.#root = root;
  }

  /** The types the schema accepts at a place; `undefined` where it says nothing about the place. */
  types(path: Path): ReadonlySet<JsonType> | undefined {
    const schema = this.#schemaAt(path);
    if (schema === undefined || schema === true) return undefined;
    const types = typesOf(schema, this.#root);
    return types.size === 7 ? undefined : types;
  }

  /**
   * The properties declared for the object at a place. An object under an undeclared key of the arguments counts as the
   * arguments themselves: they are often sent inside a wrapper.
   */
  names(path: Path): Names {
    const schema = this.#schemaAt(path);
    return this.#namesOf(schema === undefined && path.length === 1 ? this.#root : schema);
  }

  #namesOf(schema: unknown): Names {
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    const list = schema === undefined ? [] : [...propertiesOf(schema, this.#root).keys()];
    const squeezed = new Set(list.map(squeezeKey));
    const names = { has: (name: string) => squeezed.has(squeezeKey(name)), size: list.length, list };
    this.#names.set(schema, names);
    return names;
  }

  #schemaAt(path: Path): unknown {
    let schema: unknown = this.#root;
    for (const [depth, step] of path.entries()) {
      const next: unknown = typeof step === "number" ? this.#item(schema, step) : this.#property(schema, step);
      const wrapped = next === undefined && depth === 0 && path.length > 1;
      schema = wrapped ? this.#root : next;
      if (schema === undefined) return undefined;
    }
    return schema;
  }

  #property(schema: unknown, name: string): unknown {
    const properties = propertiesOf(schema, this.#root);
    const exact = properties.get(name);
    if (exact !== undefined) return exact;
    const squeezed = squeezeKey(name);
    for (const [key, property] of properties) if (squeezeKey(key) === squeezed) return property;
    const node = resolve(schema, this.#root);
    return isSchemaObject(node) && isSchemaObject(node.additionalProperties) ? node.additionalProperties : undefined;
  }

  #item(schema: unknown, index: number): unknown {
    for (const branch of this.#branches(schema)) {
      const prefix = Array.isArray(branch.prefixItems) ? branch.prefixItems : [];
      const item: unknown = prefix[index] ?? branch.items;
      if (item !== undefined && !Array.isArray(item)) return item;
    }
    return undefined;
  }

  #branches(schema: unknown): readonly Readonly<Record<string, unknown>>[] {
    const node = resolve(schema, this.#root);
    if (!isSchemaObject(node)) return [];
    const unions = [node.anyOf, node.oneOf, node.allOf].filter((union) => Array.isArray(union)).flat();
    return [node, ...unions.map((branch) => resolve(branch, this.#root)).filter(isSchemaObject)];
  }
}

const known = new WeakMap<object, Places>();

/** The places of a tool's parameters, shared by all readings of its calls. */
export function placesOf(tool: Tool): Places {
  const { parameters } = tool;
  if (typeof parameters !== "object") return new Places(parameters);
  const places = known.get(parameters) ?? new Places(parameters);
  known.set(parameters, places);
  return places;
}
