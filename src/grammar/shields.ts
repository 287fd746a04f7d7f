/** What keeps markup from being a call: the message shows it as text. */
export interface Shields {
  /** Where the fence that opens at `at` ends, after its closing line; -1 when it is never closed. */
  endOfFence(at: number, marker: string): number;
  /** Whether the place stands in inline code, in a block quote, in an indented code block, or behind an opening quote. */
  covers(at: number): boolean;
}

export function createShields(text: string): Shields {
  const closers = listClosers(text);
  const lastClosers = new Map<string, number>();
  let pointer = 0;
  let line: Line | undefined;

  /** Where the last line stands that could close a fence; keeps a search for what is not there from being repeated. */
  function lastCloser(marker: string): number {
    const known = lastClosers.get(marker);
    if (known !== undefined) return known;
    const at = closers.findLast((closer) => closes(closer.marker, marker))?.at ?? -1;
    lastClosers.set(marker, at);
    return at;
  }

  return {
    endOfFence(at, marker) {
      while (pointer < closers.length && (closers[pointer]?.at ?? 0) <= at) pointer++;
      if (lastCloser(marker) <= at) return -1;
      for (let i = pointer; i < closers.length; i++) {
        const closer = closers[i];
        if (closer !== undefined && closes(closer.marker, marker)) return closer.end;
      }
      return -1;
    },
    covers(at) {
      if (line === undefined || at < line.start || at > line.end) line = lineAt(text, at);
      const lead = text.slice(line.start, at);
      if (/^[ \t]*>/.test(lead) || /["'“‘«„]$/.test(lead.slice(-1))) return true;
      if (isIndentedCode(text, line.start, lead)) return true;
      return isInside(line.spans, at);
    },
  };
}

interface Closer {
  readonly at: number;
  readonly end: number;
  readonly marker: string;
}

function listClosers(text: string): readonly Closer[] {
  const lines = text.matchAll(/^[ \t>]*(`{3,}|~{3,})[ \t]*\r?$/gm);
  return Array.from(lines, (match) => ({
    at: match.index,
    end: match.index + match[0].length,
    marker: match[1] ?? "",
  }));
}

function closes(closer: string, opener: string): boolean {
  return closer[0] === opener[0] && closer.length >= opener.length;
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** Stretches of inline code, in order. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

function lineAt(text: string, at: number): Line {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const newline = text.indexOf("\n", at);
  const end = newline === -1 ? text.length : newline;
  return { start, end, spans: codeSpans(text.slice(start, end), start) };
}

/** Inline code: a run of backticks up to the next run of the same length. */
function codeSpans(line: string, offset: number): Line["spans"] {
  const runs = Array.from(line.matchAll(/`+/g), (run) => ({ at: run.index, length: run[0].length }));
  const closers = nextOfSameLength(runs.map(({ length }) => length));
  const spans: { start: number; end: number }[] = [];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const close = closers[i] ?? -1;
    const closing = runs[close];
    if (run === undefined || closing === undefined) continue;
    spans.push({ start: offset + run.at, end: offset + closing.at + closing.length });
    i = close;
  }
  return spans;
}

/** For each length the index of the next equal one, or -1. */
function nextOfSameLength(lengths: readonly number[]): readonly number[] {
  const next: number[] = [];
  const last = new Map<number, number>();
  for (let i = lengths.length - 1; i >= 0; i--) {
    const length = lengths[i] ?? 0;
    next[i] = last.get(length) ?? -1;
    last.set(length, i);
  }
  return next;
}

function isInside(spans: Line["spans"], at: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && span.start <= at;
}

/** Four columns of indentation after an empty line, with text before: a code block. */
function isIndentedCode(text: string, lineStart: number, lead: string): boolean {
  if (!/^(?: {4}|\t)[ \t]*$/.test(lead)) return false;
  const before = text.slice(Math.max(0, lineStart - 200), lineStart);
  return /\n[ \t]*\r?\n$/.test(before) && before.trim() !== "";
}
