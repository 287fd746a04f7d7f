/** A list of listeners. A listener that throws is reported and does not disturb the others. */
export interface Topic<T> {
  publish(value: T): void;
  /** @returns A function that ends the subscription. */
  subscribe(listener: (value: T) => void): () => void;
}

export function createTopic<T>(onError: (error: unknown) => void): Topic<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    publish(value) {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
