import type { Tool } from "../core/call.ts";
import { createEngine } from "../core/engine.ts";
import { libraryHost } from "../core/library-host.ts";
import { rules } from "../rules/index.ts";
import { builtinTools } from "./builtin-tools.ts";
import { type Fixture, fixtureOf } from "./fixture.ts";
import type { Replayed } from "./judge-recorded.ts";
import type { RecordedCall } from "./recorded-calls.ts";
import { replayFile } from "./replay-file.ts";
import type { WorkerMessage, WorkerTask } from "./replay-inputs.ts";
import { sanitizeCall } from "./sanitize-call.ts";

/** Bytes between two progress messages. */
const PROGRESS_STEP = 8 * 1024 * 1024;

/** Replays the files of a task with every rule of this version, one message a file. */
export async function replayWithRules(task: WorkerTask, post: (message: WorkerMessage) => void): Promise<void> {
  const host = libraryHost;
  const engine = createEngine({ host, rules, switches: {}, aliases: {}, learned: () => [] });
  const fallbackTools = new Map(builtinTools.map((tool) => [tool.name, tool]));
  let unreported = 0;
  for (const path of task.paths) {
    const fixtures = new Map<string, Fixture>();
    const report = await replayFile(path, {
      engine,
      host,
      fallbackTools,
      since: task.since,
      model: task.model,
      onBytes(bytes) {
        unreported += bytes;
        if (unreported < PROGRESS_STEP) return;
        post({ kind: "bytes", bytes: unreported });
        unreported = 0;
      },
      onSlip(recorded, replayed) {
        if (!task.wantsFixtures) return;
        const kind = kindOf(recorded, replayed);
        if (fixtures.has(kind)) return;
        const tools = [...(recorded.tools ?? fallbackTools).values()];
        const emitted = sanitizeCall(recorded.call, toolNamed(tools, recorded.call.name));
        const outcome = engine.decide(emitted, new Map(tools.map((tool) => [tool.name, tool])));
        fixtures.set(kind, fixtureOf(kind, tools, emitted, outcome));
      },
    });
    post({ kind: "file", report, fixtures: [...fixtures.values()] });
  }
  post({ kind: "bytes", bytes: unreported });
}

function kindOf({ model, call }: RecordedCall, replayed: Replayed): string {
  const how =
    replayed.kind === "repaired"
      ? replayed.rules.join("+")
      : "shapes" in replayed
        ? replayed.shapes.map(({ path, keyword, received }) => `${keyword} ${path} ${received}`).join("+")
        : replayed.kind;
  return `${model} ${call.name.slice(0, 64)}: ${how.slice(0, 200)}`;
}

function toolNamed(tools: readonly Tool[], name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name);
}
