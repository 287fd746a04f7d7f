import type { Traffic } from "./shape.ts";

/** What providers refuse in a conversation: calls without a result, results without a call, two of either. */
export function unpaired(traffic: readonly Traffic[]): readonly string[] {
  const open = new Set<string>();
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const { kind, id } of traffic) {
    if (kind === "call") {
      if (seen.has(id)) problems.push(`two calls ${id}`);
      seen.add(id);
      open.add(id);
    } else if (!open.delete(id)) {
      problems.push(seen.has(id) ? `two results for ${id}` : `a result without its call ${id}`);
    }
  }
  return [...problems, ...[...open].map((id) => `a call without a result ${id}`)];
}
