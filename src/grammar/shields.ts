import { type CodeSpans, createCodeSpans } from "./code-spans.ts";

/** What keeps markup from being a call: the message shows it as text. */
export interface Shields {
  /** Where the fence that opens at `at` ends, after its closing line; -1 when it is never closed. */
  endOfFence(at: number, marker: string): number;
  /**
   * Whether the place stands in inline code, in a block quote, in an indented code block, begins a list item, or stands
   * behind an opening quote.
   * @param from Where the prose before it begins. Asked with places that grow.
   */
  covers(at: number, from: number): boolean;
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
    covers(at, from) {
      if (line === undefined || at < line.start || at > line.end) line = lineAt(text, at);
      if (line.spans.holds(at, from)) return true;
      const start = Math.max(line.start, from);
      if (/["'“‘«„]/.test(text[at - 1] ?? "") && at > start) return true;
      if (start > line.start) return false;
      const lead = text.slice(start, Math.min(at, start + 200));
      return /^[ \t]*>/.test(lead) || LIST_ITEM.test(lead) || (at - start < 200 && isIndentedCode(text, start, lead));
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
  readonly spans: CodeSpans;
}

function lineAt(text: string, at: number): Line {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const newline = text.indexOf("\n", at);
  const end = newline === -1 ? text.length : newline;
  return { start, end, spans: createCodeSpans(text.slice(start, end), start) };
}

/** The marker of a list item, and nothing or markup behind it. */
const LIST_ITEM = /^[ \t]*(?:[*+-]|\d{1,9}[.)])[ \t]+(?:<|$)/;

/** Four columns of indentation after an empty line, with text before: a code block. */
function isIndentedCode(text: string, lineStart: number, lead: string): boolean {
  if (!/^(?: {4}|\t)[ \t]*$/.test(lead)) return false;
  const before = text.slice(Math.max(0, lineStart - 200), lineStart);
  return /\n[ \t]*\r?\n$/.test(before) && before.trim() !== "";
}
