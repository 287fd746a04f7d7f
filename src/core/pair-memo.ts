/** Remembers one answer per object and key, as long as the object lives. */
export interface PairMemo<T> {
  /** The remembered answer, or what `answer` says now. */
  get(object: object, key: unknown, answer: () => T): T;
}

export function createPairMemo<T>(): PairMemo<T> {
  const byObject = new WeakMap<object, Map<unknown, { readonly answer: T }>>();
  return {
    get(object, key, answer) {
      const known = byObject.get(object)?.get(key);
      if (known !== undefined) return known.answer;
      const found = { answer: answer() };
      const byKey = byObject.get(object) ?? new Map<unknown, { readonly answer: T }>();
      byKey.set(key, found);
      byObject.set(object, byKey);
      return found.answer;
    },
  };
}
