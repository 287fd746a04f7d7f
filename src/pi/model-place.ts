import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { LocalModel } from "../memory/adaptation-store.ts";
import type { ModelKey } from "./app.ts";

/** A model with the endpoint it is reached at. */
export function placeOf({ provider, model }: ModelKey, ctx: ExtensionContext): LocalModel {
  return { provider, model, baseUrl: bare(ctx.modelRegistry.find(provider, model)?.baseUrl ?? "") };
}

/** An address without user, password and query, which may be secret. */
function bare(address: string): string {
  if (!URL.canParse(address)) return "";
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
}
