import { type Tool as PiTool, parseToolCallArguments, validateToolArguments } from "@earendil-works/pi-ai";
import { Bench, type Task } from "tinybench";
import type { Tool, ToolCall } from "../src/core/call.ts";
import { createEngine } from "../src/core/engine.ts";
import type { JsonObject } from "../src/core/json.ts";
import { createHost } from "../src/pi/host.ts";
import { builtinTools } from "../src/replay/builtin-tools.ts";
import { rules } from "../src/rules/index.ts";

/** A call as a provider emits it, and how much more than the agent's own way it may cost. */
interface Sample {
  readonly group: keyof typeof BARS;
  readonly name: string;
  readonly text: string;
}

const BARS = { valid: 1.1, arguments: 3, text: 4 } as const;
const P99_MICROSECONDS = 300;

const edit = { path: "src/a.ts", edits: [{ oldText: "const a = 1;", newText: "const a = 2;" }] };
const samples: readonly Sample[] = [
  valid("read", { path: "src/a.ts", limit: 200 }),
  valid("bash", { command: "npm test -- --run src/utils", timeout: 120 }),
  valid("edit", edit),
  valid("write", { path: "src/a.ts", content: "export const a = 1;\n".repeat(200) }),
  faulty("read", { file_path: "src/a.ts" }),
  faulty("bash", { command: ["npm test"] }),
  faulty("edit", { path: "src/a.ts", edits: JSON.stringify(edit.edits) }),
  faulty("edit", { filePath: "src/a.ts", oldString: "const a = 1;", newString: "const a = 2;" }),
  faulty("write", { arguments: { path: "src/a.ts", content: "export const a = 1;\n" } }),
  faulty("read", { path: "src/a.ts", offset: "", limit: {} }),
  broken("read", '{"path": "src/a.ts", "limit": 20,}'),
  broken("bash", "{'command': 'npm test', 'timeout': 120}"),
  broken("edit", '{"path": "src/a.ts", "edits": [{"oldText": "a" "newText": "b"}]}'),
  broken("read", '```json\n{"path": "src/a.ts"}\n```'),
  broken("write", '{"path": "src/a.ts", "content": "line one\\nline two"}}'),
];

function valid(name: string, args: JsonObject): Sample {
  return { group: "valid", name, text: JSON.stringify(args) };
}

function faulty(name: string, args: JsonObject): Sample {
  return { group: "arguments", name, text: JSON.stringify(args) };
}

function broken(name: string, text: string): Sample {
  return { group: "text", name, text };
}

const tools: ReadonlyMap<string, Tool> = new Map(builtinTools.map((tool) => [tool.name, tool]));
const host = createHost(() => undefined);
const engine = createEngine({ host, rules, switches: {}, aliases: {}, learned: () => [] });

function parse({ name, text }: Sample): ToolCall {
  const { arguments: args, argumentsError } = parseToolCallArguments(text);
  return argumentsError === undefined ? { name, arguments: args } : { name, arguments: args, argumentsError };
}

/** The agent's own way of a call: parse, look up, validate; an error is an answer too. */
function alone(sample: Sample): unknown {
  const call = parse(sample);
  const tool = tools.get(call.name);
  if (tool === undefined) return undefined;
  try {
    return validateToolArguments(tool as PiTool, { type: "toolCall", id: "1", ...call });
  } catch (error) {
    return error;
  }
}

/** The way through the engine: parse, decide, then what the agent does with the decided call. */
function together(sample: Sample): unknown {
  const outcome = engine.decide(parse(sample), tools);
  const tool = tools.get(outcome.call.name);
  if (tool === undefined) return undefined;
  try {
    return validateToolArguments(tool as PiTool, { type: "toolCall", id: "1", ...outcome.call });
  } catch (error) {
    return error;
  }
}

const bench = new Bench({ time: Number(process.env.BENCH_MS ?? 300), warmupTime: 100 });
for (const [index, sample] of samples.entries()) {
  bench.add(`${index} alone`, () => void alone(sample));
  bench.add(`${index} together`, () => void together(sample));
}
await bench.run();

function microseconds(task: Task | undefined, of: "p50" | "p99"): number {
  const result = task?.result;
  return result !== undefined && "latency" in result ? result.latency[of] * 1000 : Number.NaN;
}

let failed = false;
for (const group of Object.keys(BARS) as (keyof typeof BARS)[]) {
  const ratios: number[] = [];
  for (const [index, sample] of samples.entries()) {
    if (sample.group !== group) continue;
    const [before, after] = [bench.getTask(`${index} alone`), bench.getTask(`${index} together`)];
    const ratio = microseconds(after, "p50") / microseconds(before, "p50");
    const p99 = microseconds(after, "p99");
    ratios.push(ratio);
    failed ||= p99 > P99_MICROSECONDS;
    const kind = engine.decide(parse(sample), tools).kind;
    console.log(
      [
        group.padEnd(10),
        sample.name.padEnd(6),
        kind.padEnd(10),
        `alone ${microseconds(before, "p50").toFixed(2).padStart(8)} µs`,
        `together ${microseconds(after, "p50").toFixed(2).padStart(8)} µs`,
        `ratio ${ratio.toFixed(2).padStart(6)}`,
        `p99 ${p99.toFixed(1).padStart(7)} µs`,
        sample.text.slice(0, 40).replaceAll("\n", " "),
      ].join("  "),
    );
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  failed ||= mean > BARS[group];
  console.log(`${group}: ${mean.toFixed(2)} × the agent alone (bar ${BARS[group]})\n`);
}
process.exitCode = failed ? 1 : 0;
