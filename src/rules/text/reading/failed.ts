/** What a reader returns where the text is not what it reads; `undefined` and `null` are values. */
export const FAILED: unique symbol = Symbol("failed");

export type Reading<T> = T | typeof FAILED;
