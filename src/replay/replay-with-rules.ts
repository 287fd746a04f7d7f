import type { Tool } from "../core/call.ts";
import { createEngine } from "../core/engine.ts";
import { libraryHost } from "../core/library-host.ts";
import { rules } from "../rules/index.ts";
import { builtinTools } from "./builtin-tools.ts";
import { type Fixture, fixtureOf } from "./fixture.ts";
import type { Replayed } from "./judge-recorded.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { replayFile } from "./replay-file.ts";
import type { WorkerMessage, WorkerTask } from "./replay-inputs.ts";
import { maskName, sanitizeCall } from "./sanitize-call.ts";

/** Bytes between two progress messages. */
const PROGRESS_STEP = 8 * 1024 * 1024;

/** Replays the files of a task with every rule of this version, one message a file. */
export async function replayWithRules(task: WorkerTask, post: (message: WorkerMessage) => void): Promise<void> {
  const host = libraryHost;
  const engine = createEngine({ host, rules, switches: {}, aliases: {}, learned: () => [] });
  const fallbackTools = new Map(builtinTools.map((tool) => [tool.name, tool]));
  const defaultTools = new Map(DEFAULT_TOOLS.flatMap((name) => [...fallbackTools].filter(([known]) => known === name)));
  let unreported = 0;
  for (const path of task.paths) {
    const fixtures = new Map<string, Fixture>();
    const report = await replayFile(path, {
      engine,
      host,
      fallbackTools,
      defaultTools,
      since: task.since,
      model: task.model,
      onBytes(bytes) {
        unreported += bytes;
        if (unreported < PROGRESS_STEP) return;
        post({ kind: "bytes", bytes: unreported });
        unreported = 0;
      },
      onSlip(recorded, replayed) {
        if (!task.wantsFixtures || recorded.lost !== undefined || replayed.now.kind === "unknown") return;
        const kind = kindOf(recorded, replayed);
        if (fixtures.has(kind)) return;
        const tools = toolsOf(recorded, recorded.tools ?? fallbackTools);
        const emitted = sanitizeCall(recorded.call, tools.get(recorded.call.name));
        fixtures.set(kind, fixtureOf(kind, [...tools.values()], emitted, engine.decide(emitted, tools)));
      },
    });
    post({ kind: "file", report, fixtures: [...fixtures.values()] });
  }
  post({ kind: "bytes", bytes: unreported });
}

/** What the agent offers unless a user says otherwise. */
const DEFAULT_TOOLS = ["read", "bash", "edit", "write"];

function kindOf({ model, call }: RecordedCall, { now }: Replayed): string {
  const name = maskName(call.name);
  switch (now.kind) {
    case "repaired":
      return `${model} ${name}: ${now.rules.join("+").slice(0, 200)}`;
    case "needs-model":
    case "refused": {
      const shapes = now.shapes.map(({ path, keyword, received }) => `${keyword} ${path} ${received}`);
      return `${model} ${name}: ${shapes.join("+").slice(0, 200)}`;
    }
    default:
      return `${model} ${name}: ${now.kind}`;
  }
}

/** The tool of the call alone; every tool where the name is in question. */
function toolsOf({ call }: RecordedCall, tools: ReadonlyMap<string, Tool>): ReadonlyMap<string, Tool> {
  const tool = tools.get(call.name);
  return tool === undefined ? tools : new Map([[tool.name, tool]]);
}
