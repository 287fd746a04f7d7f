import type { TextContent } from "@earendil-works/pi-ai";
import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import type { App } from "./app.ts";

/** What others said in this user turn: the user's message, tool results, messages of extensions. */
export interface Heard {
  texts(): readonly string[];
  /** Grows by one with every message of the user. */
  turn(): number;
}

/** Characters of one text that are kept; markup further in is rarer than a log of that size. */
const MAX_TEXT = 2_000_000;

/** Listens to the messages that are not the model's own, so that it can be told whose text a piece of markup is. */
export function listen(app: App): Heard {
  const state = app.perSession(() => ({ texts: [] as string[], turn: 0 }));
  app.onSession(({ sessionManager }) => {
    state().texts.push(...textsOfTurn(sessionManager.getBranch()));
  });
  app.on("message_end", ({ message }) => {
    if (message.role === "user") {
      state().turn++;
      state().texts.length = 0;
    }
    if (message.role !== "user" && message.role !== "toolResult" && message.role !== "custom") return undefined;
    state().texts.push(...marked(message.content));
    return undefined;
  });
  return { texts: () => state().texts, turn: () => state().turn };
}

/** What was said since the last message of the user, that message included. */
function textsOfTurn(branch: readonly SessionEntry[]): readonly string[] {
  const from = branch.findLastIndex((entry) => entry.type === "message" && entry.message.role === "user");
  return branch.slice(Math.max(from, 0)).flatMap((entry) => {
    if (entry.type === "custom_message") return marked(entry.content);
    if (entry.type !== "message") return [];
    const { message } = entry;
    return message.role === "user" || message.role === "toolResult" ? marked(message.content) : [];
  });
}

/** The text, where it may hold markup. */
function marked(content: Content): readonly string[] {
  const text = textOf(content).slice(0, MAX_TEXT);
  return MARK.test(text) ? [text] : [];
}

/** What any markup of calls, in any notation, has at least one of. */
const MARK = /[<[({]/;

type Content = string | readonly (TextContent | { readonly type: string })[];

function textOf(content: Content): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" && "text" in part ? part.text : "")).join("\n");
}
