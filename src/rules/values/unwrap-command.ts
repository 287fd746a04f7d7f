import { isArray, isObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";
import { commandLine, isShellCommand } from "./reading/shell-command.ts";

/**
 * An object for a command string, with the command under one key: `{"cmd": "ls"}`, or a program beside its arguments.
 * Anything else that means something, such as a folder or a timeout, would be lost: then it is left alone.
 */
export const unwrapCommand: ArgumentRule = {
  name: "unwrap-command",
  confidence: "certain",
  level: "value",
  takes: "object",
  propose: (place) => replaceBy(isObject(place.value) ? unwrap(place.value, place) : undefined),
  examples: [
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: { script: "npm test", cwd: null } },
      runs: { command: "npm test" },
    },
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: { program: "git", args: ["log", "-1"] } },
      runs: { command: "git log -1" },
    },
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: { cmd: "npm test", cwd: "web" } },
    },
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: { cmd: "ls", command: "pwd" } },
    },
  ],
};

const COMMAND_KEYS = new Set(["command", "cmd", "script", "shell", "bash", "commandLine", "command_line", "run"]);
const PROGRAM_KEYS = new Set(["command", "cmd", "program", "executable", "bin", "name"]);
const ARGUMENT_KEYS = new Set(["args", "argv", "arguments"]);

function unwrap(value: JsonObject, place: Place): Json | undefined {
  if (!typesOf(place.schema, place.root).has("string") || !isShellCommand(place)) return undefined;
  const meaning = Object.entries(value).filter(([, child]) => !isEmpty(child));
  if (meaning.length === 1) {
    const [key = "", child] = meaning[0] ?? [];
    return COMMAND_KEYS.has(key) && (typeof child === "string" || isArray(child)) ? child : undefined;
  }
  const program = meaning.find(([key]) => PROGRAM_KEYS.has(key))?.[1];
  const args = meaning.find(([key]) => ARGUMENT_KEYS.has(key))?.[1];
  if (meaning.length !== 2 || typeof program !== "string" || !isArray(args)) return undefined;
  return args.every((word) => typeof word === "string") ? commandLine([program, ...args]) : undefined;
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}
