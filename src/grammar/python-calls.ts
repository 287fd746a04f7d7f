import { isNonEmpty, type NonEmpty } from "../core/json.ts";
import type { FoundCall } from "./family.ts";
import { readPythonCall } from "./python.ts";
import type { Source } from "./source.ts";

export type PythonCallsReading =
  | { readonly kind: "calls"; readonly calls: NonEmpty<FoundCall>; readonly end: number }
  | { readonly kind: "cut" }
  | { readonly kind: "broken" };

/** Prefixes that name the namespace of the tools, and no tool. */
const NAMESPACE = /^(?:functions|default_api|tools|api)\./;

/**
 * Reads calls in Python notation: in a list, or one after another on lines of their own or behind `;` or `,`. A call may
 * stand in `print(…)`.
 * @param mayEnd Whether the calls may end here; elsewhere another call must follow.
 */
export function readPythonCalls(source: Source, at: number, mayEnd: (at: number) => boolean): PythonCallsReading {
  const listed = source.text[at] === "[";
  const calls: FoundCall[] = [];
  let end = listed ? at + 1 : at;
  for (;;) {
    const start = source.skipSpace(end);
    if (listed && source.text[start] === "]") {
      end = start + 1;
      break;
    }
    if (!listed && calls.length > 0 && mayEnd(start)) break;
    const call = readCall(source, start);
    if (typeof call === "string") return { kind: call };
    calls.push(call);
    const separator = source.match(SEPARATOR, call.end);
    end = call.end + (separator?.[0].length ?? 0);
  }
  return isNonEmpty(calls) && mayEnd(source.skipSpace(end)) ? { kind: "calls", calls, end } : { kind: "broken" };
}

const SEPARATOR = /\s*[;,]/y;
const PRINT = /print\(\s*(?=[\p{L}_][\p{L}\p{N}_.]*\()/uy;

function readCall(source: Source, start: number): FoundCall | "cut" | "broken" {
  const print = source.match(PRINT, start);
  const call = readPythonCall(source.text, start + (print?.[0].length ?? 0));
  if (typeof call === "string") return call;
  const close = print === undefined ? call.end : source.skipSpace(call.end);
  if (print !== undefined && source.text[close] !== ")") return close >= source.text.length ? "cut" : "broken";
  const body = { kind: "keywords", value: call.arguments } as const;
  return { name: call.name.replace(NAMESPACE, ""), body, start, end: print === undefined ? close : close + 1 };
}
