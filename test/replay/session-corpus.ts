import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/core/json.ts";
import { builtinTools } from "../../src/replay/builtin-tools.ts";
import { emptyCounts, type Report, type ToolCounts } from "../../src/replay/report.ts";
import { TOKENS, type Turn, turnKinds } from "./turn-kinds.ts";

/** What replay must find in a generated corpus. */
export interface Truth {
  files: number;
  lines: number;
  invalidLines: number;
  calls: number;
  failed: number;
  distorted: number;
  mended: number;
  fine: number;
  repaired: number;
  needsModel: number;
  refused: number;
  unknown: number;
  roundTrips: number;
  tokens: number;
  inTextRecovered: number;
  inTextUnusable: number;
}

export interface CorpusSize {
  readonly files: number;
  readonly turns: number;
  /** Characters of an ordinary tool result, which make up most of a real session. */
  readonly resultSize: number;
}

const TURNS_PER_PROMPT = 25;
const done: Turn = { content: [{ type: "text", text: "Done." }], results: [], before: [] };

/** Writes session files with known contents; the same size gives the same bytes. Every fifth file is of version 1. */
export function writeSessionCorpus(folder: string, { files, turns, resultSize }: CorpusSize): Truth {
  mkdirSync(folder, { recursive: true });
  const truth = noTruth();
  truth.files = files;
  const wheel = turnKinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const random = createRandom();
  for (let file = 0; file < files; file++) {
    const session = createSession(file, resultSize);
    for (let turn = 0; turn < turns; turn++) {
      if (turn > 0 && turn % TURNS_PER_PROMPT === 0) {
        session.add(done);
        session.ask("Go on with <part 2> of the plan.");
      }
      const kind = wheel[Math.floor(random() * wheel.length)];
      if (kind === undefined) continue;
      session.add(kind.turn({ id: `call_${file}_${turn}`, name: `part-${Math.floor(random() * 1e6)}` }));
      for (const [key, by] of Object.entries(kind.truth)) truth[key as keyof Truth] += by;
    }
    session.add(done);
    const lines = session.lines();
    if (file % 10 === 0) {
      lines.push('{"type":"message","message":{"role":"assist');
      truth.invalidLines++;
    }
    truth.lines += lines.length;
    writeFileSync(
      join(folder, `session-${String(file).padStart(5, "0")}.jsonl`),
      lines.map((line) => `${line}\n`).join(""),
    );
  }
  return truth;
}

/** The same figures of a report. */
export function totalsOf({ inputs, models }: Report): Truth {
  const all = Object.values(models);
  const total = addAll(all.flatMap(({ tools }) => Object.values(tools)));
  return {
    files: inputs.files,
    lines: inputs.lines,
    invalidLines: inputs.invalidLines,
    ...total,
    roundTrips: all.reduce((sum, model) => sum + model.roundTrips, 0),
    tokens: all.reduce((sum, model) => sum + model.tokens, 0),
    inTextRecovered: all.reduce((sum, { inText }) => sum + inText.recovered, 0),
    inTextUnusable: all.reduce((sum, { inText }) => sum + inText.unusable, 0),
  };
}

function addAll(counts: readonly ToolCounts[]): ToolCounts {
  const total = emptyCounts();
  for (const one of counts) for (const key of Object.keys(total) as (keyof ToolCounts)[]) total[key] += one[key];
  return total;
}

function noTruth(): Truth {
  return {
    files: 0,
    lines: 0,
    invalidLines: 0,
    calls: 0,
    failed: 0,
    distorted: 0,
    mended: 0,
    fine: 0,
    repaired: 0,
    needsModel: 0,
    refused: 0,
    unknown: 0,
    roundTrips: 0,
    tokens: 0,
    inTextRecovered: 0,
    inTextUnusable: 0,
  };
}

/** Numbers from 0 to 1, the same at every run. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Session {
  add(turn: Turn): void;
  ask(text: string): void;
  lines(): string[];
}

function createSession(file: number, resultSize: number): Session {
  const isOld = file % 5 === 4;
  const lines: string[] = [];
  const output = `line of output with "quotes" and \\ backslashes\n`.repeat(resultSize / 47 + 1).slice(0, resultSize);
  let parent: string | null = null;
  const write = (entry: JsonObject) => {
    const id = (file * 1e5 + lines.length).toString(16).padStart(8, "0");
    const tree = isOld ? {} : { id, parentId: parent };
    parent = id;
    lines.push(JSON.stringify({ ...entry, ...tree, timestamp: "2026-01-02T00:00:00.000Z" }));
  };
  const message = (fields: JsonObject) => write({ type: "message", message: fields });
  const header = { type: "session", id: `s${file}`, timestamp: "2026-01-01T00:00:00.000Z", cwd: "/project" };
  lines.push(JSON.stringify(isOld ? header : { ...header, version: 3 }));
  if (!isOld) message({ role: "system", content: "", toolsAdded: builtinTools as unknown as JsonObject[] });
  return {
    add({ content, results, before, diagnostics = [] }) {
      for (const entry of before) write(entry);
      message({
        role: "assistant",
        content,
        api: "openai-completions",
        provider: `provider${file % 3}`,
        model: "m",
        usage: { input: 1_000, output: 34, cacheRead: 200, cacheWrite: 0, totalTokens: TOKENS },
        stopReason: results.length > 0 ? "toolUse" : "stop",
        diagnostics,
      });
      for (const { id, text, isError } of results) {
        const content = [{ type: "text", text: text === "" ? output : text }];
        message({ role: "toolResult", toolCallId: id, toolName: "x", content, isError });
      }
    },
    ask: (text) => message({ role: "user", content: [{ type: "text", text }] }),
    lines: () => lines,
  };
}
