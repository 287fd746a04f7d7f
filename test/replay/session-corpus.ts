import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/core/json.ts";
import { builtinTools } from "../../src/replay/builtin-tools.ts";

/** What replay must find in a generated corpus. */
export interface Truth {
  files: number;
  lines: number;
  invalidLines: number;
  calls: number;
  failed: number;
  distorted: number;
  repaired: number;
  refused: number;
  roundTrips: number;
  tokens: number;
}

export interface CorpusSize {
  readonly files: number;
  readonly turns: number;
  /** Characters of an ordinary tool result, which make up most of a real session. */
  readonly resultSize: number;
}

/** Tokens of every answer in the corpus. */
const TOKENS = 1_234;

/** Each kind of turn: the block the model sent, the result the host wrote, and what is true of it. */
const kinds: readonly {
  readonly weight: number;
  readonly block: JsonObject;
  readonly result: string;
  readonly isError: boolean;
  readonly truth: Partial<Truth>;
}[] = [
  { weight: 80, block: { name: "bash", arguments: { command: "npm test" } }, result: "", isError: false, truth: {} },
  {
    weight: 10,
    block: { name: "read", arguments: { path: "src/none.ts" } },
    result: "ENOENT: no such file",
    isError: true,
    truth: {},
  },
  {
    weight: 4,
    block: { name: "write", arguments: { file_path: "a.ts", content: "x" } },
    result:
      'Validation failed for tool "write":\n  - path: missing\n\nReceived arguments:\n{"file_path":"a.ts","content":"x"}',
    isError: true,
    truth: { failed: 1, repaired: 1, roundTrips: 1, tokens: TOKENS },
  },
  {
    weight: 3,
    block: { name: "bash", arguments: {}, argumentsError: 'Expected "}"\n\nReceived arguments:\n{"command": "ls",}' },
    result: 'Invalid arguments for tool "bash": Expected "}"\n\nReceived arguments:\n{"command": "ls",}',
    isError: true,
    truth: { failed: 1, repaired: 1, roundTrips: 1, tokens: TOKENS },
  },
  {
    weight: 2,
    block: { name: "Read", arguments: { path: "a.ts" } },
    result: "Tool Read not found",
    isError: true,
    truth: { failed: 1, repaired: 1, roundTrips: 1, tokens: TOKENS },
  },
  {
    weight: 2,
    block: {
      name: "write",
      arguments: {},
      argumentsError: 'Unterminated string\n\nReceived arguments:\n{"path": "a.ts", "content": "half a',
    },
    result:
      'Invalid arguments for tool "write": Unterminated string\n\nReceived arguments:\n{"path": "a.ts", "content": "half a',
    isError: true,
    truth: { failed: 1, refused: 1 },
  },
  {
    weight: 1,
    block: { name: "bash", arguments: { command: null } },
    result: "null: not found",
    isError: true,
    truth: { distorted: 1, refused: 1 },
  },
];

/** Writes session files with known contents; the same size gives the same bytes. */
export function writeSessionCorpus(folder: string, { files, turns, resultSize }: CorpusSize): Truth {
  mkdirSync(folder, { recursive: true });
  const truth: Truth = {
    files,
    lines: 0,
    invalidLines: 0,
    calls: 0,
    failed: 0,
    distorted: 0,
    repaired: 0,
    refused: 0,
    roundTrips: 0,
    tokens: 0,
  };
  const wheel = kinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
  const output = `line of output with "quotes" and \\ backslashes\n`
    .repeat(Math.ceil(resultSize / 47))
    .slice(0, resultSize);
  let seed = 1;
  for (let file = 0; file < files; file++) {
    const handle = openSync(join(folder, `session-${String(file).padStart(5, "0")}.jsonl`), "w");
    const write = (line: string) => {
      truth.lines++;
      writeSync(handle, `${line}\n`);
    };
    write(
      JSON.stringify({
        type: "session",
        version: 3,
        id: `s${file}`,
        timestamp: "2026-01-01T00:00:00.000Z",
        cwd: "/project",
      }),
    );
    write(entry({ role: "system", content: "", toolsAdded: builtinTools as unknown as JsonObject[] }));
    for (let turn = 0; turn < turns; turn++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const kind = wheel[seed % wheel.length];
      if (kind === undefined) continue;
      const id = `call_${file}_${turn}`;
      const usage = { input: 1_000, output: 34, cacheRead: 200, cacheWrite: 0, totalTokens: TOKENS };
      const content = [{ type: "toolCall", id, ...kind.block }];
      write(
        entry({
          role: "assistant",
          provider: `provider${file % 3}`,
          model: "m",
          stopReason: "toolUse",
          usage,
          content,
        }),
      );
      const text = kind.result === "" ? output : kind.result;
      write(
        entry({
          role: "toolResult",
          toolCallId: id,
          toolName: "x",
          isError: kind.isError,
          content: [{ type: "text", text }],
        }),
      );
      truth.calls++;
      for (const [key, by] of Object.entries(kind.truth)) truth[key as keyof Truth] += by;
    }
    write(
      entry({
        role: "assistant",
        provider: `provider${file % 3}`,
        model: "m",
        stopReason: "stop",
        usage: { totalTokens: TOKENS },
        content: [],
      }),
    );
    if (file % 10 === 0) {
      write('{"type":"message","message":{"role":"assist');
      truth.invalidLines++;
    }
    closeSync(handle);
  }
  return truth;
}

function entry(message: JsonObject): string {
  return JSON.stringify({ type: "message", id: "e", parentId: null, timestamp: "2026-01-02T00:00:00.000Z", message });
}
