import { isArray } from "../../core/json.ts";
import type { ArgumentRule, Place } from "../../core/rule.ts";
import { typesOf } from "../../core/schema.ts";
import { replaceBy } from "./reading/change.ts";
import { commandLine, isShellCommand } from "./reading/shell-command.ts";

/**
 * An argument list for the command string of a POSIX shell: joined, every word quoted where it needs to be.
 * `["bash", "-lc", script]` becomes its script. Several commands, operators among the words, and other shells are left alone.
 */
export const joinArgv: ArgumentRule = {
  name: "join-argv",
  confidence: "certain",
  level: "value",
  takes: "array",
  propose: (place) => replaceBy(join(place)),
  examples: [
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: ["rm", "my file.txt"] },
      runs: { command: "rm 'my file.txt'" },
    },
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: ["bash", "-lc", "ls | wc -l"] },
      runs: { command: "ls | wc -l" },
    },
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "PowerShell command to execute" } },
        required: ["command"],
      },
      sent: { command: ["ls", "my file.txt"] },
    },
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: ["cd src", "npm test"] },
    },
    {
      schema: {
        type: "object",
        properties: { command: { type: "string", description: "Shell command to execute" } },
        required: ["command"],
      },
      sent: { command: ["cd", "src", "&&", "npm", "test"] },
    },
    {
      schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
      sent: { title: ["a", "b"] },
    },
  ],
};

function join(place: Place): string | undefined {
  const { value, schema, root, parent } = place;
  if (!isArray(value) || value.length < 2 || !value.every((word) => typeof word === "string")) return undefined;
  const types = typesOf(schema, root);
  if (!types.has("string") || types.has("array") || !isShellCommand(place)) return undefined;
  // The only list inside a list of commands may be the list itself, nested once too often.
  if (isArray(parent) && !(parent.length > 1 && parent.every(isArray))) return undefined;
  return commandLine(value);
}
