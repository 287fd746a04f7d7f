import { type Endpoint, exposesKey } from "../clients/endpoint.ts";
import type { RecoveryModel } from "../recovery/port.ts";
import type { App } from "./app.ts";
import { load } from "./load.ts";
import { type Target, targetOf } from "./recovery-target.ts";

/** The recovery model as the settings and the environment name it now; the SDK it needs is loaded with the first use. */
export function createModelSource(app: App): () => Promise<RecoveryModel | { readonly none: string }> {
  let opened: { readonly key: string; readonly model: RecoveryModel } | undefined;

  async function open(target: Target): Promise<RecoveryModel | { readonly none: string }> {
    switch (target.kind) {
      case "none":
        return { none: target.why };
      case "endpoint":
        return openEndpoint(target.endpoint, app);
      case "model": {
        const ctx = app.context();
        const model = ctx?.modelRegistry.find(target.provider, target.id);
        if (ctx === undefined || model === undefined)
          return { none: `pi knows no model ${target.provider}/${target.id}` };
        const { createRegistryModel } = await load(() => import("./registry-model.ts"));
        return createRegistryModel(model, ctx.modelRegistry);
      }
      default:
        return target satisfies never;
    }
  }

  return async () => {
    const target = targetOf(app.settings(), process.env);
    const key = JSON.stringify(target);
    // What pi knows of a model may change during a session; asking it anew costs nothing.
    if (opened?.key === key && target.kind === "endpoint") return opened.model;
    const model = await open(target);
    if (!("none" in model)) opened = { key, model };
    return model;
  };
}

async function openEndpoint(endpoint: Endpoint, app: App): Promise<RecoveryModel> {
  if (exposesKey(endpoint)) {
    app.reportOnce("recovery:plain-http", "The recovery key goes over plain http to another machine. Use https.");
  }
  if (endpoint.api === "anthropic") {
    return (await load(() => import("../clients/anthropic.ts"))).createAnthropicModel(endpoint);
  }
  return (await load(() => import("../clients/openai.ts"))).createOpenAiModel(endpoint);
}
