import type { ModelMemory } from "../memory/adaptation.ts";
import type { App, ModelKey } from "./app.ts";
import type { HealthPart } from "./health-sources.ts";
import { modelName } from "./session-prompts.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";
import { describeVerdict } from "./verdict-memory.ts";

/** @param current The model in use. */
export async function readProtocolHealth(
  app: App,
  choice: ProtocolChoice,
  current: ModelKey | undefined,
): Promise<HealthPart> {
  const models = await (await openState(app)).models();
  return protocolHealth(models, current && { model: current, state: await choice.describe(current) });
}

/**
 * How the models of this machine were found to call tools.
 * @param current The model in use, and whether it writes its calls as text.
 */
function protocolHealth(
  models: readonly ModelMemory[],
  current: { readonly model: ModelKey; readonly state: string } | undefined,
): HealthPart {
  const tried = models.filter(({ protocol }) => protocol.kind !== "untried");
  const isNews = current !== undefined && (tried.length > 0 || !current.state.startsWith("off"));
  const state = isNews ? [{ label: "calls as text", value: `${current.state} (${modelName(current.model)})` }] : [];
  return {
    key: "protocols",
    title: "How models call tools",
    rows: [...state, ...tried.map((memory) => ({ label: modelName(memory), value: describeVerdict(memory.protocol) }))],
    data: {
      current: current === undefined ? null : { ...current.model, state: current.state },
      verdicts: tried.map(({ provider, model, baseUrl, protocol }) => ({ provider, model, baseUrl, ...protocol })),
    },
  };
}
