import type { Answer, Mode } from "../recovery/port.ts";
import { RefusedReply } from "./guarded-fetch.ts";

/** Statuses with which endpoints say that they do not know a parameter. */
const UNKNOWN_PARAMETER = new Set([400, 415, 422, 501]);
const ABOUT_FORMAT = /grammar|schema|response_format|tool_choice|json/i;

/** What a thrown error of an SDK means for the question. Never shows a key: only statuses, codes and our own words. */
export function explainError(error: unknown, mode: Mode, signal: AbortSignal): Exclude<Answer, { kind: "text" }> {
  if (signal.aborted) return { kind: "failed", reason: "it did not answer in time" };
  const refused = causeOf(error, (cause) => cause instanceof RefusedReply);
  if (refused instanceof RefusedReply) return { kind: "failed", reason: refused.message };
  const status = statusOf(error);
  if (status === undefined) {
    const coded = causeOf(error, (cause) => codeOf(cause) !== undefined);
    const code = codeOf(coded);
    if (code !== undefined) return { kind: "failed", reason: `it cannot be reached (${code})` };
    return {
      kind: "failed",
      reason: isNeverSent(error) ? "it cannot be reached" : "its reply is no reply of this API",
    };
  }
  const message = error instanceof Error ? error.message : "";
  if (mode !== "plain" && (UNKNOWN_PARAMETER.has(status) || (status >= 500 && ABOUT_FORMAT.test(message)))) {
    return { kind: "mode-refused", reason: `HTTP ${status}` };
  }
  return { kind: "failed", reason: `it answered HTTP ${status}${HINTS[status] ?? ""}` };
}

const HINTS: Readonly<Record<number, string>> = {
  401: ": the key is missing or wrong",
  403: ": the key may not use this model",
  404: ": no such model or address",
  429: ": too many requests or no credit left",
};

/** Parameters that newer models refuse by name. */
export function refusedParameter(error: unknown): "temperature" | "max_tokens" | undefined {
  if (statusOf(error) !== 400 && statusOf(error) !== 422) return undefined;
  const message = error instanceof Error ? error.message : "";
  if (/max_tokens/.test(message) && /max_completion_tokens|unsupported|not supported/i.test(message))
    return "max_tokens";
  return /temperature/.test(message) ? "temperature" : undefined;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** `fetch` fails with a `TypeError`, which the SDKs wrap; forbidden ports and broken addresses have no code. */
function isNeverSent(error: unknown): boolean {
  return error instanceof Error && causeOf(error.cause, (cause) => cause instanceof TypeError) !== undefined;
}

/** The first of an error and its causes that a test accepts. */
function causeOf(error: unknown, accepts: (error: unknown) => boolean): unknown {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (accepts(cause)) return cause;
  }
  return undefined;
}
