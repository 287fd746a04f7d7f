import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { AutocompleteItem } from "@mariozechner/pi-tui";
import type { App } from "./app.ts";
import { placeOf } from "./model-place.ts";
import { say } from "./say.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

/** Forgets how a model calls tools: `<provider/model>`. */
export async function run(app: App, choice: ProtocolChoice, args: string, ctx: ExtensionContext): Promise<void> {
  const name = args.trim();
  const slash = name.indexOf("/");
  if (slash < 1 || /\s/.test(name)) return say(ctx, "Usage: /toolprotocol-reset <provider/model>", "warning");
  const model = { provider: name.slice(0, slash), model: name.slice(slash + 1) };
  if ((await choice.memoryOf(model)).kind === "untried") {
    return say(ctx, `Nothing is remembered of how ${name} calls tools. /toolprobe ${name} finds out.`, "warning");
  }
  await (await openState(app)).setProtocol(placeOf(model, ctx), { kind: "untried" });
  choice.forget(model);
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
