import type { JsonObject } from "../../src/core/json.ts";
import type { Truth } from "./session-corpus.ts";

/** An answer of the model with the results of its calls. */
export interface Turn {
  readonly content: readonly JsonObject[];
  readonly results: readonly { readonly id: string; readonly text: string; readonly isError: boolean }[];
  /** Entries of extensions in front of the message. */
  readonly before: readonly JsonObject[];
  readonly diagnostics?: readonly JsonObject[];
}

export interface TurnKind {
  /** How often it comes, as a share of all weights. */
  readonly weight: number;
  turn(fresh: { readonly id: string; readonly name: string }): Turn;
  /** What is true of each of its turns. */
  readonly truth: Partial<Truth>;
}

/** Tokens of every answer. */
export const TOKENS = 1_234;

const saved = { roundTrips: 1, tokens: TOKENS };

/** Every kind of turn that replay tells apart. An empty text of a result stands for ordinary output. */
export const turnKinds: readonly TurnKind[] = [
  {
    weight: 400,
    turn: ({ id, name }) => turn({ id, name: "bash", arguments: { command: `npm test -- ${name}` } }, "", false),
    truth: { calls: 1, fine: 1 },
  },
  {
    weight: 60,
    turn: ({ id, name }) =>
      turn({ id, name: "read", arguments: { path: `src/${name}.ts` } }, "ENOENT: no such file", true),
    truth: { calls: 1, fine: 1 },
  },
  {
    weight: 40,
    turn: ({ name }) => ({
      content: [{ type: "text", text: `The \`${name}\` part is <done>.` }],
      results: [],
      before: [],
    }),
    truth: {},
  },
  {
    weight: 10,
    turn({ id, name }) {
      const args = { file_path: `${name}.ts`, content: "x" };
      return turn({ id, name: "write", arguments: args }, refusal("write", "path: missing", args), true);
    },
    truth: { calls: 1, failed: 1, repaired: 1, ...saved },
  },
  {
    weight: 6,
    turn: ({ id, name }) => malformed(id, "bash", `{"command": "ls ${name}",}`),
    truth: { calls: 1, failed: 1, repaired: 1, ...saved },
  },
  {
    weight: 6,
    turn: ({ id, name }) => turn({ id, name: "Read", arguments: { path: `${name}.ts` } }, "Tool Read not found", true),
    truth: { calls: 1, failed: 1, repaired: 1, ...saved },
  },
  {
    weight: 4,
    turn: ({ id, name }) => malformed(id, "write", `{"path": "${name}.ts", "content": "half a`),
    truth: { calls: 1, failed: 1, refused: 1 },
  },
  {
    weight: 4,
    turn: ({ id, name }) => turn({ id, name: "conjure", arguments: { spell: name } }, "Tool conjure not found", true),
    truth: { calls: 1, failed: 1, needsModel: 1 },
  },
  {
    weight: 3,
    // Two calls of one answer: it is needed as long as one of them still fails.
    turn({ id, name }) {
      const good = turn({ id, name: "Read", arguments: { path: `${name}.ts` } }, "Tool Read not found", true);
      const bad = turn({ id: `${id}b`, name: "conjure", arguments: {} }, "Tool conjure not found", true);
      return { content: [...good.content, ...bad.content], results: [...bad.results, ...good.results], before: [] };
    },
    truth: { calls: 2, failed: 2, repaired: 1, refused: 1 },
  },
  {
    weight: 3,
    turn: ({ id }) => turn({ id, name: "bash", arguments: { command: null } }, "null: not found", true),
    truth: { calls: 1, distorted: 1, refused: 1 },
  },
  {
    weight: 3,
    turn: ({ id, name }) => turn({ id, name: "mcp__notes__find", arguments: { text: name } }, "found", false),
    truth: { calls: 1, unknown: 1 },
  },
  {
    weight: 4,
    turn({ id, name }) {
      const ran = { path: `${name}.ts`, content: "x" };
      const sent = { arguments: { file_path: `${name}.ts`, content: "x" } };
      const data = { version: 1, callId: id, sent, changes: [{ before: "file_path", after: "path" }] };
      const details = {
        version: 1,
        callId: id,
        tool: "write",
        originalName: "write",
        outcome: "repaired",
        rules: ["r"],
      };
      return {
        ...turn({ id, name: "write", arguments: ran }, "Successfully wrote", false),
        before: [{ type: "custom", customType: "tool_call_sent", data }],
        diagnostics: [{ type: "tool_call_repair", timestamp: 1, details }],
      };
    },
    truth: { calls: 1, mended: 1, repaired: 1 },
  },
  {
    weight: 3,
    turn: ({ name }) => inText(`<tool_call>\n{"name": "read", "arguments": {"path": "${name}.ts"}}\n</tool_call>`),
    truth: { inTextRecovered: 1 },
  },
  {
    weight: 2,
    turn: ({ name }) => inText(`<tool_call>\n{"name": "conjure", "arguments": {"spell": "${name}"}}\n</tool_call>`),
    truth: { inTextUnusable: 1 },
  },
];

function turn(block: JsonObject & { readonly id: string }, text: string, isError: boolean): Turn {
  return { content: [{ type: "toolCall", ...block }], results: [{ id: block.id, text, isError }], before: [] };
}

function malformed(id: string, name: string, raw: string): Turn {
  const argumentsError = `Expected something else\n\nReceived arguments:\n${raw}`;
  const text = `Invalid arguments for tool "${name}": ${argumentsError}`;
  return turn({ id, name, arguments: {}, argumentsError }, text, true);
}

function refusal(tool: string, what: string, args: JsonObject): string {
  return `Validation failed for tool "${tool}":\n  - ${what}\n\nReceived arguments:\n${JSON.stringify(args, null, 2)}`;
}

function inText(markup: string): Turn {
  return { content: [{ type: "text", text: `Let me look.\n${markup}` }], results: [], before: [] };
}
