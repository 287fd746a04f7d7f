import type { JsonSchema } from "@earendil-works/pi-schema";
import type { Tool, ToolCall } from "./call.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Pointer } from "./outcome.ts";

/** `guess` rules are off until the user opts in with `"rules": { "<name>": "on" }`. */
export type Confidence = "certain" | "guess";

interface RuleBase {
  /** The file name without its ending; settings, logs and teaching use it, so it never changes. */
  readonly name: string;
  readonly confidence: Confidence;
}

/** A row that shows a rule at work: what the model sent and what runs. Without `runs` the rule must stay out. */
export interface ArgumentExample {
  readonly schema: JsonSchema;
  readonly sent: Json;
  readonly runs?: JsonObject;
}

/** Finds the active tool a name was meant for. */
export interface NameRule extends RuleBase {
  readonly level: "name";
  /** Every reading of the name; the engine keeps those under which the arguments fit, and refuses two tools. */
  propose(call: ToolCall, tools: ReadonlyMap<string, Tool>): readonly NameReading[];
  readonly examples: readonly {
    readonly tools: readonly Tool[];
    readonly sent: ToolCall;
    readonly runs?: { readonly name: string; readonly arguments: JsonObject };
  }[];
}

export interface NameReading {
  readonly tool: Tool;
  /** The call under this reading: another name, and the arguments that were glued to the name, if any. */
  readonly call: ToolCall;
  /**
   * Whether the tool may run although it ignores a parameter, where the name is one of another tool that has it. Without
   * it only parameters that change what is done may not be ignored.
   */
  readonly mayIgnore?: (key: string, value: Json) => boolean;
}

/** Reads argument text that is not a JSON object. */
export interface TextRule extends RuleBase {
  readonly level: "text";
  /**
   * Every reading of the raw text as an arguments object. Truncated text has none. The engine keeps a reading only when
   * the host then accepts it, possibly after further rules; two different accepted readings are refused.
   */
  propose(text: string, tool: Tool): readonly JsonObject[];
  readonly examples: readonly { readonly schema: JsonSchema; readonly sent: string; readonly runs?: JsonObject }[];
}

/**
 * Rearranges one value (often an object with its keys) that does not fit its schema. Pure. Rules for envelopes replace,
 * rules for keys rename or drop, rules for values replace or drop; anything else they propose is passed over.
 */
export interface ArgumentRule extends RuleBase {
  readonly level: "envelope" | "key" | "value";
  /** The only JSON type of which the rule proposes anything to replace; without it, any. */
  readonly takes?: "string" | "array" | "object";
  /**
   * Whether the rule may do anything about an undeclared key of this name in arguments that are valid with it, where it
   * holds scalars, or an object that holds nothing but such keys. Asked once for each tool and name; a rule that does not
   * say is always tried.
   * @param declared The properties of the arguments.
   */
  readonly concerns?: (name: string, declared: ReadonlyMap<string, JsonSchema>, root: JsonSchema) => boolean;
  propose(place: Place): readonly Change[];
  readonly examples: readonly ArgumentExample[];
}

/** A value inside the arguments, with what the schema says about it. */
export interface Place {
  readonly value: Json;
  /** The schema of this place, `$ref` resolved. */
  readonly schema: JsonSchema;
  /** The whole parameters schema, for references. */
  readonly root: JsonSchema;
  readonly path: Pointer;
  /** The property or item under which the value stands; `""` at the root. */
  readonly key: string;
  /** Whether the parent object requires this property. Items of a list and the root are required. */
  readonly required: boolean;
  /** The object or list that holds the value; `undefined` at the root. */
  readonly parent: JsonObject | readonly Json[] | undefined;
  readonly tool: Tool;
}

/** What a rule proposes at a place. The engine applies it to a copy, settles what is inside, and judges the result. */
export type Change =
  /** The value of the place becomes `value`. */
  | { readonly kind: "replace"; readonly value: Json }
  /** A key of the object at the place is renamed. */
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  /** A key of the object at the place goes. */
  | { readonly kind: "drop"; readonly key: string };

export type Rule = NameRule | TextRule | ArgumentRule;
