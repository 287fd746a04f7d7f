import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { CallSource, Decision, Outcome } from "../core/outcome.ts";
import type { App } from "./app.ts";
import { type CallBlock, callsIn, snapshot, toPiCall, withUniqueIds } from "./calls.ts";
import type { Decider } from "./decider.ts";
import { diagnose, repairsIn } from "./diagnostics.ts";

/** Decides the calls of a message and puts into it what came out. @returns `undefined` when nothing changed. */
export async function repairMessage(
  app: App,
  decider: Decider,
  message: AssistantMessage,
  signal: AbortSignal | undefined,
): Promise<{ message: AssistantMessage } | undefined> {
  const blocks = callsIn(message);
  const named = app.active() ? withUniqueIds(blocks) : blocks;
  const calls = named.filter(isUndecidedIn(message, app.settings().tools));
  const session = app.context();
  const outcomes = await decideAll(app, decider, calls, message, signal);
  // Recovery takes time, in which the user may have switched us off or left the session.
  if (!app.judging() || app.context() !== session) return undefined;

  const decisions = calls.map((call, at) => decision(app, message, call, outcomes[at] ?? { kind: "untouched", call }));
  const committed = app.active() ? commit(message, blocks, named, decisions) : undefined;
  app.decisions.publish(decisions);
  return committed && { message: committed };
}

/** What becomes of the calls. Those that were decided when they were found in text keep their outcome. */
async function decideAll(
  app: App,
  decider: Decider,
  calls: readonly CallBlock[],
  message: AssistantMessage,
  signal: AbortSignal | undefined,
): Promise<readonly Outcome[]> {
  const known = new Map(app.decided);
  app.decided.clear();
  const open = calls.filter(({ id }) => !known.has(id));
  const fresh = open.length === 0 ? [] : await decider.decideMessage(open, message, signal);
  return calls.map((call) => known.get(call.id) ?? fresh[open.indexOf(call)] ?? { kind: "untouched", call });
}

function isUndecidedIn(message: AssistantMessage, off: Readonly<Record<string, "off">>): (call: CallBlock) => boolean {
  const decided = repairsIn(message);
  return ({ id, name }) => !Object.hasOwn(off, name) && !decided.some(({ callId }) => callId === id);
}

function decision(app: App, message: AssistantMessage, call: CallBlock, outcome: Outcome): Decision {
  return {
    at: Date.now(),
    provider: message.provider,
    model: message.model,
    source: takeSource(app, call.id),
    // The arguments of a changed call are replaced in place.
    sent: outcome.kind === "untouched" ? call : snapshot(call),
    outcome,
  };
}

function takeSource({ sources }: App, callId: string): CallSource {
  const source = sources.get(callId) ?? "native";
  sources.delete(callId);
  return source;
}

/** The message as pi shall run it, or `undefined` when nothing changed. One synchronous step. */
function commit(
  message: AssistantMessage,
  blocks: readonly CallBlock[],
  named: readonly CallBlock[],
  decisions: readonly Decision[],
): AssistantMessage | undefined {
  const entries = decisions.map(diagnose).filter((entry) => entry !== undefined);
  if (entries.length === 0 && named === blocks) return undefined;
  const outcomes = new Map(decisions.map(({ sent, outcome }) => [sent.id, outcome]));
  const committed = new Map(
    named.map((block, at) => {
      const outcome = outcomes.get(block.id);
      return [blocks[at], outcome === undefined ? block : toPiCall(block, outcome)];
    }),
  );
  return {
    ...message,
    content: message.content.map((part) => (part.type === "toolCall" ? (committed.get(part) ?? part) : part)),
    ...(entries.length > 0 && { diagnostics: [...(message.diagnostics ?? []), ...entries] }),
  };
}
