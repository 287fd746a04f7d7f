/** Inline code of one line, asked about from left to right. */
export interface CodeSpans {
  /**
   * Whether `at` stands in inline code.
   * @param from Where the prose begins: backticks before belong to something else.
   */
  holds(at: number, from: number): boolean;
}

/** Inline code runs from a row of backticks to the next row of the same length. */
export function createCodeSpans(line: string, offset: number): CodeSpans {
  const runs = Array.from(line.matchAll(/`+/g), (run) => ({ at: offset + run.index, length: run[0].length }));
  const closers = nextOfSameLength(runs.map(({ length }) => length));
  let next = 0;
  return {
    holds(at, from) {
      for (let run = runs[next]; run !== undefined && run.at < at; run = runs[next]) {
        const close = closers[next] ?? -1;
        const closing = runs[close];
        if (run.at < from || closing === undefined) next++;
        else if (closing.at + closing.length > at) return true;
        else next = close + 1;
      }
      return false;
    },
  };
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
