import { readFileSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import type { Tool, ToolCall } from "../core/call.ts";
import { isObject } from "../core/json.ts";
import { repairToolCall } from "../lib.ts";
import { builtinTools } from "../replay/builtin-tools.ts";
import type { Command } from "./io.ts";

const usage = `Usage: pi-tool-recovery check [CALL] [--tools FILE] [--json]

Decides one call: what runs, by which edits, or why it cannot.

  CALL          {"name": "read", "arguments": {…}}; \`arguments\` may be raw text as a JSON string. Default: stdin
  --tools FILE  A JSON list of {name, description, parameters}; default: the agent's own tools
  --json        The outcome as JSON

Exit codes: 0 the call runs, as sent or repaired; 1 it is refused; 2 wrong usage or unreadable input.`;

/** `check`: one call against a set of tools. */
export const check: Command = {
  usage,
  async run(argv, io) {
    try {
      const { values, positionals } = parseArgs({
        args: [...argv],
        allowPositionals: true,
        options: { tools: { type: "string" }, json: { type: "boolean", default: false } },
      });
      if (positionals.length > 1) throw new Error("Give one call, in quotes.");
      const tools = values.tools === undefined ? builtinTools : readTools(values.tools);
      const call = readCall(positionals[0] ?? (await readAll(process.stdin)));
      const outcome = repairToolCall({ call, tools });
      if (values.json) io.out(JSON.stringify(outcome));
      else {
        io.out(outcome.kind);
        if ("edits" in outcome) {
          for (const { rule, path, before, after } of outcome.edits) {
            io.out(`  ${rule}${path === "" ? "" : ` at ${path}`}: ${before} → ${after === "" ? "(dropped)" : after}`);
          }
        }
        if ("findings" in outcome) for (const { path, message } of outcome.findings) io.out(`  ${path}: ${message}`);
        if (outcome.kind === "refused") io.out(outcome.feedback);
        else io.out(`${outcome.call.name} ${JSON.stringify(outcome.call.arguments, null, 2)}`);
      }
      return outcome.kind === "refused" ? 1 : 0;
    } catch (error) {
      io.err(`${error instanceof Error ? error.message : error}\n\n${usage}`);
      return 2;
    }
  },
};

function readTools(file: string): readonly Tool[] {
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  const list: unknown = isObject(value) ? value.tools : value;
  if (!Array.isArray(list)) throw new Error(`${file}: not a JSON list of tools.`);
  return list.map((tool: unknown, at): Tool => {
    // MCP servers call the schema `inputSchema`, provider payloads `input_schema`.
    const schema = isObject(tool) ? (tool.parameters ?? tool.inputSchema ?? tool.input_schema) : undefined;
    if (!isObject(tool) || typeof tool.name !== "string" || !isObject(schema)) {
      throw new Error(`${file}: tool ${at} has no name or no parameters schema.`);
    }
    return { name: tool.name, description: String(tool.description ?? ""), parameters: schema };
  });
}

function readCall(text: string): ToolCall {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("The call is not JSON. Send malformed arguments as a JSON string under `arguments`.");
  }
  if (!isObject(value) || typeof value.name !== "string") throw new Error("The call has no name.");
  const { name, arguments: args = {} } = value;
  if (isObject(args)) return { name, arguments: args };
  return { name, arguments: {}, argumentsError: `Not a JSON object\n\nReceived arguments:\n${args}` };
}
