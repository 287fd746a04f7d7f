import type { ModelMemory } from "../memory/adaptation.ts";
import type { HealthPart } from "./health-sources.ts";
import { describeVerdict } from "./renew-protocol.ts";
import { modelName } from "./session-prompts.ts";

/** How the models of this machine were found to call tools. */
export function protocolHealth(models: readonly ModelMemory[]): HealthPart {
  const tried = models.filter(({ protocol }) => protocol.kind !== "untried");
  return {
    key: "protocols",
    title: "How models call tools",
    rows: tried.map((memory) => ({ label: modelName(memory), value: describeVerdict(memory.protocol) })),
    data: tried.map(({ provider, model, baseUrl, protocol }) => ({ provider, model, baseUrl, ...protocol })),
  };
}
