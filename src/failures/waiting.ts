import { parseObject, RUNS } from "./operation.ts";

/** Commands that let time pass, or try again, before they end. On Linux, macOS and Windows. */
const WAITS: readonly RegExp[] = [
  /(?:^|[\s;&|({"'`])(?:u?sleep|Start-Sleep)\s+[-\d.$"'{(]/i,
  /(?:^|[\s;&|({"'`])timeout(?:\.exe)?\s+\/t\b/i,
  /\s--retry(?:-\w+)*[\s=]/,
  /\b(?:wait-on|wait-for(?:-it)?(?:\.sh)?)\s/,
  /\b(?:kubectl|oc)\b[^;&|]*\s(?:wait|rollout\s+status)\b/,
];

/**
 * Whether a call itself waits for something outside, `sleep 5; curl -f …`: each run of it looks at another moment.
 * @param args The JSON text of the arguments.
 */
export function waitsItself(args: string): boolean {
  const parsed = parseObject(args);
  if (parsed === undefined) return false;
  return RUNS.some((name) => {
    const text = parsed[name];
    return typeof text === "string" && WAITS.some((pattern) => pattern.test(text.slice(0, SEARCHED)));
  });
}

const SEARCHED = 10_000;
