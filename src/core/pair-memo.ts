/** Remembers one answer per pair of keys. Holds on to its keys: for the length of one call, or for schemas. */
export interface PairMemo<T> {
  /** The remembered answer, or what `answer` says now. */
  get(first: unknown, second: unknown, answer: () => T): T;
}

export function createPairMemo<T>(): PairMemo<T> {
  const answers = new Map<unknown, Map<unknown, { readonly answer: T }>>();
  return {
    get(first, second, answer) {
      let bySecond = answers.get(first);
      const known = bySecond?.get(second);
      if (known !== undefined) return known.answer;
      const found = { answer: answer() };
      bySecond ??= answers.get(first);
      if (bySecond === undefined) answers.set(first, new Map([[second, found]]));
      else bySecond.set(second, found);
      return found.answer;
    },
  };
}
