import type { App } from "./app.ts";

/** Takes markup of calls out of a text that is still being written. */
export interface MarkupHider {
  /** Whether there is something to hide now. */
  isOn(): boolean;
  /** Called once, when a run starts while it is on. */
  load(): Promise<(text: string) => string>;
}

interface Entry {
  readonly hider: MarkupHider;
  hide: ((text: string) => string) | undefined;
}

const hidden = new WeakMap<App, Entry[]>();

/** Keeps markup of calls out of sight in the terminal while it streams. pi takes one transformer; all callers share it. */
export function hideMarkup(app: App, hider: MarkupHider): void {
  const known = hidden.get(app);
  if (known !== undefined) known.push({ hider, hide: undefined });
  else register(app, [{ hider, hide: undefined }]);
}

function register(app: App, entries: Entry[]): void {
  if (typeof app.pi.registerMarkdownTransformer !== "function") return;
  hidden.set(app, entries);
  app.on("agent_start", async () => {
    for (const entry of entries) {
      if (entry.hide === undefined && entry.hider.isOn()) entry.hide = await entry.hider.load();
    }
  });
  app.pi.registerMarkdownTransformer(
    (markdown, { isStreaming }) =>
      isStreaming
        ? entries.reduce((text, { hider, hide }) => (hide !== undefined && hider.isOn() ? hide(text) : text), markdown)
        : markdown,
    { messageTypes: ["assistant"] },
  );
}
