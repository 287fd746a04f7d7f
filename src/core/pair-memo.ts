/** Remembers one answer per pair of keys, for the length of one call. */
export interface PairMemo<T> {
  find(first: unknown, second: unknown): T | undefined;
  keep(first: unknown, second: unknown, answer: T): T;
}

export function createPairMemo<T>(): PairMemo<T> {
  const answers = new Map<unknown, Map<unknown, T>>();
  return {
    find: (first, second) => answers.get(first)?.get(second),
    keep(first, second, answer) {
      const bySecond = answers.get(first);
      if (bySecond === undefined) answers.set(first, new Map([[second, answer]]));
      else bySecond.set(second, answer);
      return answer;
    },
  };
}
