import { readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { isArray, isObject } from "../core/json.ts";
import type { LocalModel } from "../memory/adaptation-store.ts";
import { type ProtocolMemory, parseProtocolMemory } from "../memory/protocol-memory.ts";
import type { App } from "./app.ts";
import { say } from "./say.ts";
import { openState } from "./state.ts";
import type { ProtocolChoice } from "./text-protocol-choice.ts";

/** What is known of a model at an endpoint, on any machine. */
interface Exchanged extends LocalModel {
  readonly protocol: ProtocolMemory;
}

/** Writes what is known of the models of this machine into a file. @param path Relative to the working folder, or from `~`. */
export async function exportVerdicts(app: App, ctx: ExtensionContext, path: string): Promise<void> {
  const models = (await (await openState(app)).models()).filter(({ protocol }) => protocol.kind !== "untried");
  const verdicts = models.map(
    ({ provider, model, baseUrl, protocol }): Exchanged => ({ provider, model, baseUrl, protocol }),
  );
  const file = fileAt(ctx, path);
  try {
    await writeFile(file, `${JSON.stringify({ version: 1, verdicts }, null, 2)}\n`);
  } catch (error) {
    return say(ctx, `${file} could not be written: ${error instanceof Error ? error.message : error}.`, "error");
  }
  say(ctx, `${count(verdicts)} written to ${file}.`);
}

/** Takes over what another machine found out. Nothing is taken from a file that is not wholly understood. */
export async function importVerdicts(
  app: App,
  choice: ProtocolChoice,
  ctx: ExtensionContext,
  path: string,
): Promise<void> {
  const file = fileAt(ctx, path);
  const verdicts = await readFile(file, "utf8").then(readVerdicts, () => undefined);
  if (verdicts === undefined) {
    return say(ctx, `${file} is no file that /toolprobe --export wrote. Nothing was taken over.`, "error");
  }
  const store = await openState(app);
  for (const { protocol, ...place } of verdicts) {
    await store.setProtocol(place, protocol);
    choice.forget(place);
  }
  say(ctx, `${count(verdicts)} taken over from ${file}.`);
}

function fileAt(ctx: ExtensionContext, path: string): string {
  return resolve(ctx.cwd, path.replace(/^~(?=[\\/])/, homedir()));
}

function count(verdicts: readonly Exchanged[]): string {
  return verdicts.length === 1 ? "1 verdict" : `${verdicts.length} verdicts`;
}

function readVerdicts(text: string): readonly Exchanged[] | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(data) || data.version !== 1 || !isArray(data.verdicts)) return undefined;
  const read = data.verdicts.map((verdict): Exchanged | undefined => {
    if (!isObject(verdict)) return undefined;
    const { provider, model, baseUrl, protocol } = verdict;
    const memory = parseProtocolMemory(protocol);
    if (typeof provider !== "string" || typeof model !== "string" || typeof baseUrl !== "string") return undefined;
    return memory && { provider, model, baseUrl, protocol: memory };
  });
  return read.every((verdict) => verdict !== undefined) ? read : undefined;
}
