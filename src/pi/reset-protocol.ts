import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import type { ModelMemory } from "../memory/adaptation.ts";
import type { App } from "./app.ts";
import { say } from "./say.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

/** Forgets how a model calls tools, at every endpoint it was met at: `<provider/model>`. */
export async function run(app: App, choice: ProtocolChoice, args: string, ctx: ExtensionContext): Promise<void> {
  const name = args.trim();
  const slash = name.indexOf("/");
  if (slash < 1 || /\s/.test(name)) return say(ctx, "Usage: /toolprotocol-reset <provider/model>", "warning");
  const isMeant = (memory: ModelMemory) => modelName(memory) === name && memory.protocol.kind !== "untried";
  const store = await openState(app);
  const known = (await store.models()).filter(isMeant);
  if (known.length === 0) {
    return say(ctx, `Nothing is remembered of how ${name} calls tools. /toolprobe ${name} finds out.`, "warning");
  }
  for (const place of known) {
    await store.setProtocol(place, { kind: "untried" });
    choice.forget(place);
  }
  say(ctx, `It is forgotten how ${name} calls tools. /toolprobe ${name} finds out anew.`);
}

export async function complete(app: App, prefix: string): Promise<AutocompleteItem[] | null> {
  const models = await (await openState(app)).models();
  const items = models
    .filter(({ protocol }) => protocol.kind !== "untried")
    .map((memory) => ({ value: modelName(memory), label: modelName(memory), description: memory.protocol.kind }))
    .filter(({ value }) => value.startsWith(prefix.trim()));
  return items.length > 0 ? items : null;
}
