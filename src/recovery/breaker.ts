/** Keeps a dead endpoint from costing time: after three failures in a row nobody asks for a minute, then one may try. */
export interface Breaker {
  /** Whether a question may be asked now. A `true` is answered by `succeed` or `fail`, or by `release`. */
  enter(): boolean;
  succeed(): void;
  fail(): void;
  /** The question ended without telling anything about the endpoint. */
  release(): void;
  state(): BreakerState;
}

export type BreakerState =
  | { readonly kind: "closed"; readonly failures: number }
  /** @param seconds Until one question may be asked again. */
  | { readonly kind: "open"; readonly seconds: number }
  | { readonly kind: "half-open" };

const MAX_FAILURES = 3;
const OPEN_MS = 60_000;

/** @param now Milliseconds of a clock that does not go back. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let openedAt: number | undefined;
  let probing = false;

  const rest = () => (openedAt === undefined ? 0 : openedAt + OPEN_MS - now());

  return {
    enter() {
      if (openedAt === undefined) return true;
      if (rest() > 0 || probing) return false;
      probing = true;
      return true;
    },
    succeed() {
      failures = 0;
      openedAt = undefined;
      probing = false;
    },
    fail() {
      failures++;
      if (probing || failures >= MAX_FAILURES) openedAt = now();
      probing = false;
    },
    release() {
      probing = false;
    },
    state() {
      if (openedAt === undefined) return { kind: "closed", failures };
      return rest() > 0 ? { kind: "open", seconds: Math.ceil(rest() / 1000) } : { kind: "half-open" };
    },
  };
}
