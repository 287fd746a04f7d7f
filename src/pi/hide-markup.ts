import type { App } from "./app.ts";

/** The families to hide now, as `visibleText` takes them; `undefined` for none. */
export type HiddenFamilies = () => readonly string[] | undefined;

const hidden = new WeakMap<App, HiddenFamilies[]>();

/** Keeps markup of calls out of sight in the terminal while it streams. pi takes one transformer; all callers share it. */
export function hideMarkup(app: App, families: HiddenFamilies): void {
  const known = hidden.get(app);
  if (known !== undefined) known.push(families);
  else register(app, [families]);
}

function register(app: App, sources: HiddenFamilies[]): void {
  if (typeof app.pi.registerMarkdownTransformer !== "function") return;
  hidden.set(app, sources);
  const families = () => sources.map((source) => source()).filter((names) => names !== undefined);
  let visible: ((text: string, families: readonly string[]) => string) | undefined;
  app.on("agent_start", async () => {
    if (visible === undefined && families().length > 0) {
      visible = (await import("../grammar/visible-text.ts")).visibleText;
    }
  });
  app.pi.registerMarkdownTransformer(
    (markdown, { isStreaming }) => {
      const hide = visible;
      if (!isStreaming || hide === undefined) return markdown;
      return families().reduce<string>((text, names) => hide(text, names), markdown);
    },
    { messageTypes: ["assistant"] },
  );
}
