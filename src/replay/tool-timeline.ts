import type { Tool } from "../core/call.ts";
import { isObject, type JsonObject } from "../core/json.ts";

export type DeclaredTools = ReadonlyMap<string, Tool> | undefined;

/** The tools that were declared to the model at each entry of a session, whose entries form a tree. */
export interface ToolTimeline {
  /** Comes before anything else that is asked or told of an entry. A branch goes on with the tools of its parent. */
  enter(entry: JsonObject): void;
  /** The tools at the current entry; undefined as long as the file declares none. */
  current(): DeclaredTools;
  /** Takes in a system message, which adds and removes tools. */
  change(message: JsonObject): void;
  /** Takes in the system message of a compaction, which declares all tools anew. */
  restart(message: JsonObject): void;
}

export function createToolTimeline(): ToolTimeline {
  // Eight bytes an entry instead of its id: the files of long sessions hold millions of them.
  const entries: number[] = [];
  const changes: { readonly from: number; readonly tools: DeclaredTools }[] = [];
  let tools: DeclaredTools;
  let last: unknown;

  const set = (next: DeclaredTools) => {
    if (next === tools) return;
    tools = next;
    changes.push({ from: Math.max(0, entries.length - 1), tools });
  };
  const apply = (before: DeclaredTools, message: JsonObject) => {
    // Copied before it changes: calls of earlier turns keep the tools of their time.
    const next = new Map(before);
    for (const removed of list(message.toolsRemoved)) if (isObject(removed)) next.delete(String(removed.name));
    for (const added of list(message.toolsAdded)) {
      const tool = readTool(added);
      if (tool !== undefined) next.set(tool.name, tool);
    }
    set(next);
  };
  return {
    enter({ id, parentId }) {
      if (typeof id !== "string") return;
      const parent = typeof parentId === "string" && parentId !== last ? entries.lastIndexOf(hash(parentId)) : -1;
      entries.push(hash(id));
      last = id;
      if (parent !== -1) set(changes.findLast(({ from }) => from <= parent)?.tools);
    },
    current: () => tools,
    change: (message) => apply(tools, message),
    restart: (message) => apply(undefined, message),
  };
}

/** 32 bits of an id. Ids of one file that share them are too rare to matter. */
function hash(id: string): number {
  let bits = 0;
  for (let at = 0; at < id.length; at++) bits = (Math.imul(bits, 31) + id.charCodeAt(at)) | 0;
  return bits;
}

function readTool(value: unknown): Tool | undefined {
  if (!isObject(value) || typeof value.name !== "string" || !isObject(value.parameters)) return undefined;
  return { name: value.name, description: String(value.description ?? ""), parameters: value.parameters };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
