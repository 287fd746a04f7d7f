import type { TextContent } from "@earendil-works/pi-ai";
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
  app.on("message_end", ({ message }) => {
    if (message.role === "user") {
      state().turn++;
      state().texts.length = 0;
    }
    if (message.role !== "user" && message.role !== "toolResult" && message.role !== "custom") return undefined;
    const text = textOf(message.content).slice(0, MAX_TEXT);
    if (MARK.test(text)) state().texts.push(text);
    return undefined;
  });
  return { texts: () => state().texts, turn: () => state().turn };
}

/** What any markup of calls, in any notation, has at least one of. */
const MARK = /[<[({]/;

function textOf(content: string | readonly (TextContent | { readonly type: string })[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" && "text" in part ? part.text : "")).join("\n");
}
