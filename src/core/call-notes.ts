import type { Json } from "./json.ts";
import { foldName } from "./name-words.ts";

/** Keys that talk about the call and not about the task: a tool that does not take them loses nothing without them. */
const NOTES: ReadonlySet<string> = new Set(
  `explanation reasoning rationale thought thoughts thinking thoughtprocess intent intention confidence confidencescore
  taskprogress securityrisk justification toolcallid callid toolid requestid invocationid dummy placeholder toolname
  calltype`.split(/\s+/),
);

/** Keys that say something only when they are filled. */
const EMPTY_NOTES: ReadonlySet<string> = new Set(
  "note notes additionalnotes comment comments remarks description meta metadata extra additionalinfo id".split(" "),
);

/** Keys that ask for approval: they may go only where they ask for none. */
const APPROVALS: ReadonlySet<string> = new Set(
  "requiresapproval requiresconfirmation needsapproval needsconfirmation approvalrequired withescalatedpermissions".split(
    " ",
  ),
);

/** Parameters of other tools, each with the value at which it changes nothing. */
const NO_OPS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["replaceall", false],
  ["runinbackground", false],
  ["isbackground", false],
  ["background", false],
  ["multiline", false],
  ["expectedreplacements", 1],
]);

/** Whether a key of a closed schema is only a note about the call. */
export function isCallNote(key: string, value: Json): boolean {
  const name = foldName(key);
  if (NOTES.has(name)) return true;
  if (EMPTY_NOTES.has(name)) return isEmpty(value);
  return APPROVALS.has(name) && (value === false || isEmpty(value));
}

/** Whether a key is, by its name, one that talks about the call or remarks on it. */
export function isNoteName(key: string): boolean {
  const name = foldName(key);
  return NOTES.has(name) || EMPTY_NOTES.has(name);
}

/** Whether a key is a parameter that other tools have, at the value that changes nothing. */
export function isNoOp(key: string, value: Json): boolean {
  return NO_OPS.get(foldName(key)) === value;
}

/** Whether a text is the id that a provider or an agent gave a call. */
export function isCallId(text: string): boolean {
  return /^(?:call|toolu|tooluse|tool|fc|chatcmpl|functions?)[_.:-][\w.:-]{1,100}$/i.test(text);
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}
