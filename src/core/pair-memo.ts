/** Remembers one answer per pair of keys, for the length of one call. Few second keys meet the same first one. */
export interface PairMemo<T> {
  find(first: unknown, second: unknown): T | undefined;
  keep(first: unknown, second: unknown, answer: T): T;
}

interface Entry<T> {
  readonly second: unknown;
  readonly answer: T;
  readonly next: Entry<T> | undefined;
}

export function createPairMemo<T>(): PairMemo<T> {
  const answers = new Map<unknown, Entry<T>>();
  return {
    find(first, second) {
      let entry = answers.get(first);
      while (entry !== undefined && entry.second !== second) entry = entry.next;
      return entry?.answer;
    },
    keep(first, second, answer) {
      answers.set(first, { second, answer, next: answers.get(first) });
      return answer;
    },
  };
}
