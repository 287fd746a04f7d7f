import type { App, Feature } from "./app.ts";
import { load } from "./load.ts";

/**
 * Constrained decoders of some models copy the anchors of a `pattern` into the value, so those models are asked without
 * anchors. What they answer is judged by the schema as it is.
 */
export const preventAnchorBleed: Feature = (app) => {
  app.on("before_provider_request", ({ payload }, ctx) => {
    if (!app.active() || !isMeant(app, ctx.model, payload)) return undefined;
    return withoutAnchors(payload);
  });
};

/** Behind a virtual model only the request names the model that answers. */
function isMeant(
  app: App,
  model: { readonly provider: string; readonly id: string } | undefined,
  payload: unknown,
): boolean {
  const names = [model === undefined ? "" : `${model.provider}/${model.id}`, nameIn(payload)].map((name) =>
    name.toLowerCase(),
  );
  return app
    .settings()
    .anchorBleedModels.some((part) => part !== "" && names.some((name) => name.includes(part.toLowerCase())));
}

function nameIn(payload: unknown): string {
  if (typeof payload !== "object" || payload === null) return "";
  const name = "model" in payload ? payload.model : "modelId" in payload ? payload.modelId : undefined;
  return typeof name === "string" ? name : "";
}

async function withoutAnchors(payload: unknown): Promise<unknown> {
  const { unanchorPayload } = await load(() => import("../grammar/unanchor-payload.ts"));
  const changed = unanchorPayload(payload);
  return changed === payload ? undefined : changed;
}
