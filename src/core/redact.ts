import { assignedSecrets } from "./assigned-secrets.ts";
import { type Span, tokenSpans } from "./credential-shapes.ts";
import { randomRuns } from "./random-runs.ts";

const MASK = "[redacted]";

/**
 * Whether the text holds anything shaped like a credential: a token with a known prefix, a private key, a password in a
 * URL or header, the value of a secretly named variable, or a random run of 40 or more characters. Linear in the text.
 *
 * Hashes are credentials by shape. They are left alone where the words before them say what they are: `commit`,
 * `sha256:`, `git show`, a lock file's `sha512-`. So are UUIDs, paths, identifiers, references to variables and
 * placeholders such as `<token>` or `$TOKEN`.
 */
export function holdsCredential(text: string): boolean {
  return finders.some((find) => find(text).next().done === false);
}

/** The text with every credential-shaped part replaced by `[redacted]`; the same text when it holds none. */
export function redact(text: string): string {
  const spans = finders.flatMap((find) => [...find(text)]).toSorted(([a], [b]) => a - b);
  if (spans.length === 0) return text;
  let masked = "";
  let at = 0;
  for (const [start, end] of spans) {
    if (start >= at) masked += text.slice(at, start) + MASK;
    at = Math.max(at, end);
  }
  return masked + text.slice(at);
}

const finders: readonly ((text: string) => Generator<Span>)[] = [tokenSpans, assignedSecrets, randomRuns];
