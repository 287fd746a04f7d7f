import type { Attempt } from "../../src/failures/attempt.ts";

export const setting = { tools: ["bash", "edit", "read", "write"] };

/** A failed call of `read` with arguments of no interest, unless told otherwise. */
export function failed(text: string, rest: Partial<Attempt> = {}): Attempt {
  return {
    tool: "read",
    arguments: '{"path":"a.txt"}',
    malformed: false,
    failed: true,
    text,
    blocked: false,
    at: 0,
    ...rest,
  };
}

export function succeeded(tool: string, args: unknown, at = 0): Attempt {
  return { ...failed("ok", { tool, arguments: JSON.stringify(args), at }), failed: false };
}
