import type { Span } from "./credential-shapes.ts";

/** Base64, base64url or hex, 40 characters and more. The run is taken whole: it never starts inside another. */
const RUN = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{40,}={0,2}/g;

/** Runs of 40 and more characters that look random and are not called a hash by the words before them. */
export function* randomRuns(text: string): Generator<Span> {
  for (const match of text.matchAll(RUN)) {
    // In raw JSON text the letter of an escape (`\n`) sticks to the run, and so does nothing else.
    const escaped = text[match.index - 1] === "\\" && /^[nrtbf]/.test(match[0]) ? 1 : 0;
    const run = match[0].slice(escaped);
    if (!isRandom(run) || isHash(run, text.slice(Math.max(0, match.index - 48), match.index))) continue;
    yield [match.index + escaped, match.index + match[0].length];
  }
}

/**
 * Random text changes between lower case, upper case and digits at half of its places; names, paths and sentences in
 * camel case do so at a fifth.
 */
function isRandom(run: string): boolean {
  const core = run.replace(/=+$/, "");
  if (/^[0-9a-f]+$|^[0-9A-F]+$/.test(core)) return /[0-9]/.test(core) && /[A-Fa-f]/.test(core);
  const parts = core.split(/[/_+-]+/).filter((part) => part !== "");
  const alphanumeric = parts.join("");
  if (parts.length > 1 && alphanumeric.length / parts.length < 7) return false;
  if (!/[0-9]/.test(alphanumeric) || !/[A-Za-z]/.test(alphanumeric)) return false;
  const mixedCase = /[a-z]/.test(alphanumeric) && /[A-Z]/.test(alphanumeric);
  if (!mixedCase && parts.length > 1) return false;
  return changes(alphanumeric) / alphanumeric.length >= (mixedCase ? 0.38 : 0.25);
}

function changes(text: string): number {
  let count = 0;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code <= 57 ? 1 : code <= 90 ? 2 : 3;
    if (kind !== last) count++;
    last = kind;
  }
  return count;
}

const HASH_WORD =
  /(?:\b(?:commits?|trees?|parents?|blobs?|tags?|merge[sd]?|rev|revision|refs?|head|oid|checksum|digest|integrity|etag|hash|md5|index)\b|\bsha-?(?:1|224|256|384|512)(?:sum)?|(?<![\w./-])git(?:[ \t]+[\w.=:/^~-]+){1,4}|[0-9a-f]\.{2,3}|@)["' \t:=@^(-]*$/i;

/** Whether the words before a hex run, or before the base64 of a lock file's `sha512-`, say that it is a hash. */
function isHash(run: string, before: string): boolean {
  if (/^sha(?:1|224|256|384|512)-/.test(run)) return true;
  return /^[0-9a-fA-F]{40,128}$/.test(run) && HASH_WORD.test(before);
}
