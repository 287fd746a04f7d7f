/** Lets so many tasks run at the same time; the others wait in order. */
export interface Slots {
  /** @throws The reason of the signal, when it aborts before there is a slot. */
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];

  async function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const enter = () => resolve();
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal.reason);
    };
    waiting.push(enter);
    signal.addEventListener("abort", leave, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", leave));
  }

  function give(): void {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }

  return {
    async run(task, signal) {
      await take(signal);
      try {
        return await task();
      } finally {
        give();
      }
    },
  };
}
