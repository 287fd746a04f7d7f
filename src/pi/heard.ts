import type { TextContent } from "@earendil-works/pi-ai";
import type { ExtensionContext, SessionEntry } from "@earendil-works/pi-coding-agent";
import type { App } from "./app.ts";

/** What the model has heard from others. */
export interface Heard {
  /**
   * What others said on this branch of the session, newest first: the user, tools, extensions, summaries, and the system
   * prompt with the files of the project in it.
   */
  texts(): readonly string[];
  /** Grows by one with every message of the user. */
  turn(): number;
}

/** Characters of one text and of all of them that are looked at; markup further in is rarer than a log of that size. */
const MAX_TEXT = 2_000_000;
const MAX_TEXTS = 8_000_000;

/** Knows whose text a piece of markup may be. */
export function listen(app: App): Heard {
  const state = app.perSession(() => ({ turn: 0 }));
  app.on("message_end", ({ message }) => {
    if (message.role === "user") state().turn++;
    return undefined;
  });
  return {
    turn: () => state().turn,
    texts() {
      const ctx = app.context();
      return ctx === undefined ? [] : textsOfOthers(ctx);
    },
  };
}

function textsOfOthers(ctx: ExtensionContext): readonly string[] {
  const texts: string[] = [];
  let characters = 0;
  const keep = (whole: string) => {
    const text = whole.slice(0, MAX_TEXT);
    if (characters + text.length > MAX_TEXTS || !MARK.test(text)) return;
    characters += text.length;
    texts.push(text);
  };
  keep(ctx.getSystemPrompt());
  for (const entry of ctx.sessionManager.getBranch().toReversed()) keep(textOfOther(entry));
  return texts;
}

/** What any markup of calls, in any notation, has at least one of. */
const MARK = /[<[({]/;

/** The text of an entry that is not the model's own; `""` where there is none. */
function textOfOther(entry: SessionEntry): string {
  switch (entry.type) {
    case "custom_message":
      return textOf(entry.content);
    case "compaction":
    case "branch_summary":
      return entry.summary;
    case "message":
      return textOfMessage(entry.message);
    default:
      return "";
  }
}

function textOfMessage(message: Extract<SessionEntry, { type: "message" }>["message"]): string {
  switch (message.role) {
    case "user":
    case "toolResult":
    case "custom":
      return textOf(message.content);
    case "bashExecution":
      return message.output;
    default:
      return "";
  }
}

type Content = string | readonly (TextContent | { readonly type: string })[];

function textOf(content: Content): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" && "text" in part ? part.text : "")).join("\n");
}
