export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Lines that are compared one by one; what is longer is shown as removed and added whole. */
const MAX_LINES = 400;

/** The lines that lead from one text to another, removed before added. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed());
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: "same", text }));
  return [
    ...same(before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(after.slice(after.length - end)),
  ];
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

/** By the longest common subsequence. */
function diffMiddle(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text });
  const added = (text: string): DiffLine => ({ kind: "added", text });
  if (before.length > MAX_LINES || after.length > MAX_LINES) return [...before.map(removed), ...after.map(added)];

  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ kind: "same", text: before[i] ?? "" });
      i++;
      j++;
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(before[i++] ?? ""));
    } else {
      lines.push(added(after[j++] ?? ""));
    }
  }
  return lines;
}
