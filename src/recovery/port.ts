/**
 * How an answer is constrained: by a JSON schema as response format, by a forced tool, by JSON mode with the schema as a
 * hint, by JSON mode alone, or by the prompt only.
 */
export type Mode = "schema" | "tool" | "guided" | "json" | "plain";

export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** One question to a recovery model. */
export interface Question {
  readonly system: string;
  readonly turns: readonly Turn[];
  /** JSON Schema of the answer. */
  readonly schema: { readonly [keyword: string]: unknown };
  readonly mode: Mode;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; 0 where the price is unknown. */
  readonly cost: number;
}

/** What came back. `text` of a forced tool is the JSON text of its arguments. */
export type Answer =
  | { readonly kind: "text"; readonly text: string; readonly usage: Usage }
  /** The endpoint does not know this mode; another may do. */
  | { readonly kind: "mode-refused"; readonly reason: string }
  /** The endpoint did not answer. `reason` is fit for the user and holds no key. */
  | { readonly kind: "failed"; readonly reason: string };

/** A model that corrects calls, as a port. */
export interface RecoveryModel {
  /** `provider/model`, or `endpoint/model` for a direct endpoint. */
  readonly label: string;
  /** Names endpoint, API and model: what is learned about them is kept under it. */
  readonly key: string;
  /** Best first. */
  readonly modes: readonly Mode[];
  /** Never rejects. Ends soon after the signal aborts. */
  ask(question: Question): Promise<Answer>;
}

/** The name under which schemas and forced tools carry the answer. */
export const ANSWER_NAME = "corrected_call";

/** Characters of a reply that are read; what is longer is no correction of a call whose long values are kept back. */
export const MAX_REPLY_CHARACTERS = 256_000;
