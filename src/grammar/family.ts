import type { JsonObject, NonEmpty } from "../core/json.ts";
import type { Source } from "./source.ts";

/** Whether a family is read without being named: `protocol` families only where the text protocol names them. */
type FamilyUse = "default" | "named" | "protocol";

interface FamilyBase {
  /** What settings call the family; it never changes. */
  readonly name: string;
  readonly use: FamilyUse;
}

/** A family whose calls carry marks of their own, so they are found anywhere in a message. */
export interface MarkedFamily extends FamilyBase {
  readonly extent: "marked";
  /** Literal pieces of the marks: a text that holds none of them is not read at all. */
  readonly sentinels: readonly string[];
  /** Source of a regular expression (flags `gm`) for the places where a call may start. It never matches nothing. */
  readonly opener: string;
  /** Marks that open the markup, as a cut-off message may end with a part of them. */
  readonly marks: readonly string[];
  /** Reads what starts at `at`, a place where `opener` matches. */
  read(source: Source, at: number): Reading;
}

/** A family without marks of its own: its calls must be all there is after an optional thinking part. */
export interface WholeFamily extends FamilyBase {
  readonly extent: "whole";
  read(source: Source, at: number): Reading;
}

export type Family = MarkedFamily | WholeFamily;

/** What a family makes of the text at one place. */
export type Reading =
  /** No call of this family. */
  | { readonly kind: "none" }
  /** Complete calls, up to `end`. */
  | { readonly kind: "calls"; readonly calls: NonEmpty<FoundCall>; readonly end: number }
  /** A call that cannot be read: the rest of the text may belong to it, so nothing after it is read. */
  | { readonly kind: "broken"; readonly reason: string }
  /** The text ends inside the call. `bare`: nothing but opening marks is there. */
  | { readonly kind: "cut"; readonly bare: boolean };

/** One call as it stands in the text. */
export interface FoundCall {
  readonly name: string;
  readonly body: Body;
  /** The stretch of this call alone, without marks around several calls. */
  readonly start: number;
  readonly end: number;
}

/** The arguments of a call as the markup holds them. */
export type Body =
  | { readonly kind: "object"; readonly value: JsonObject }
  /** Keyword arguments of a Python call: `None` leaves an argument out. */
  | { readonly kind: "keywords"; readonly value: JsonObject }
  /** One text per parameter, to be decoded by the tool's schema. */
  | { readonly kind: "texts"; readonly texts: readonly ParameterText[] }
  /** Argument text that is no JSON object. */
  | { readonly kind: "raw"; readonly text: string };

export interface ParameterText {
  readonly key: string;
  readonly text: string;
  /** What the markup itself says about the text, where it does. */
  readonly says: "string" | "json" | "nothing";
}

export const NONE: Reading = { kind: "none" };

/** The text ends here; `at` is where it does. */
export function cut(bare = false): Reading {
  return { kind: "cut", bare };
}

export function broken(reason: string): Reading {
  return { kind: "broken", reason };
}
