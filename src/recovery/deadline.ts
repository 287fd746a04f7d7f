/** The time that the calls of one message have together. */
export interface Deadline {
  /**
   * Runs a task under a signal that aborts with the user's, or when the time is over. A task that begins while another
   * runs is of the same message and gets what is left of its time.
   */
  within<T>(user: AbortSignal | undefined, task: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** @param milliseconds From the beginning of a message's first task. */
export function createDeadline(milliseconds: number): Deadline {
  let running = 0;
  let over = AbortSignal.abort();
  return {
    async within(user, task) {
      if (running === 0) over = AbortSignal.timeout(milliseconds);
      running++;
      try {
        return await task(user === undefined ? over : AbortSignal.any([user, over]));
      } finally {
        running--;
      }
    },
  };
}
