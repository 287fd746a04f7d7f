import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { ModelKey } from "./app.ts";
import { RULES_SECTION } from "./teach-rules.ts";

export function modelName({ provider, model }: ModelKey): string {
  return `${provider}/${model}`;
}

/**
 * The standing rules each model of a session has been given, `undefined` for none: a session that goes on keeps its
 * prompt to the byte, whatever was learned meanwhile.
 * @param branch The session so far, oldest entry first.
 */
export function rulesGiven(branch: readonly SessionEntry[]): Map<string, string | undefined> {
  const given = new Map<string, string | undefined>();
  let current: string | undefined;
  for (const entry of branch) {
    if (entry.type !== "message") continue;
    const { message } = entry;
    if (message.role === "system" && message.sections !== undefined && Object.hasOwn(message.sections, RULES_SECTION)) {
      current = unwrap(message.sections[RULES_SECTION] ?? undefined);
    }
    if (message.role === "assistant") given.set(modelName(message), current);
  }
  return given;
}

/** pi keeps a section inside the tags it is sent in. */
function unwrap(section: string | undefined): string | undefined {
  const [open, close] = [`<${RULES_SECTION}>\n`, `\n</${RULES_SECTION}>`];
  return section?.startsWith(open) && section.endsWith(close) ? section.slice(open.length, -close.length) : section;
}
