import { validateToolArguments } from "@earendil-works/pi-ai";
import { createEditToolDefinition } from "@earendil-works/pi-coding-agent";
import type { Tool, ToolCall } from "../core/call.ts";
import { coercePlainly } from "../core/coerce-plainly.ts";
import type { JsonObject } from "../core/json.ts";
import { libraryHost } from "../core/library-host.ts";
import type { Host } from "../core/verdict.ts";
import { originOf } from "./active-tools.ts";
import { compareAnswers, speaksForHost } from "./agreement.ts";
import { toPiTool } from "./calls.ts";
import type { PrepareArguments } from "./tool-definitions.ts";

/** The running pi as the judge: the tool's own `prepareArguments` where it is known, then pi's `validateToolArguments`. */
export interface PiHost extends Host {
  /** What a known shim makes of the arguments; `undefined` without one, or when it throws. */
  prepare(tool: Tool, args: JsonObject): JsonObject | undefined;
}

/** @param shimOf The `prepareArguments` of a tool that is not pi's own, where it has been seen. */
export function createHost(shimOf: (tool: Tool) => PrepareArguments | undefined): PiHost {
  const findShim = (tool: Tool) => builtinShim(tool) ?? shimOf(tool);

  function prepare(tool: Tool, args: JsonObject): JsonObject | undefined {
    try {
      // A shim may change what it is given.
      return findShim(tool)?.(structuredClone(args)) as JsonObject | undefined;
    } catch {
      return undefined;
    }
  }

  return {
    prepare,
    accept(tool, args) {
      const hasShim = findShim(tool) !== undefined;
      const plain = hasShim ? undefined : coercePlainly(args, tool.parameters);
      if (plain !== undefined) return plain;
      const prepared = hasShim ? prepare(tool, args) : args;
      if (prepared === undefined) return undefined;
      if (speaksForHost(tool.parameters)) return libraryHost.accept(tool, prepared);
      const accepted = validate(tool, prepared);
      compareAnswers(tool.parameters, accepted, libraryHost.accept(tool, prepared));
      return accepted;
    },
  };
}

/** What pi's own function makes of the arguments; `undefined` when it rejects them. */
function validate(tool: Tool, args: JsonObject): JsonObject | undefined {
  // A rejection is an everyday answer here: half of its cost would be a stack trace that nobody reads.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return validateToolArguments(...toPiTool(tool, args)) as JsonObject;
  } catch {
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** What pi answers when it validates the arguments just as they were sent; `""` when it accepts them. */
export function rejectionText(tool: Tool, call: ToolCall): string {
  try {
    validateToolArguments(...toPiTool(tool, call.arguments));
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

let edit: { readonly parameters: unknown; readonly prepare: PrepareArguments } | undefined;

/** Of pi's own tools `edit` alone has a shim. A tool that only looks like it does not carry the very same schema object. */
function builtinShim(tool: Tool): PrepareArguments | undefined {
  if (tool.name !== "edit" || originOf(tool) !== "builtin") return undefined;
  edit ??= readEdit();
  return tool.parameters === edit.parameters ? edit.prepare : undefined;
}

function readEdit(): NonNullable<typeof edit> {
  // Older versions of pi do not lend the definition.
  const definition =
    typeof createEditToolDefinition === "function" ? createEditToolDefinition(process.cwd()) : undefined;
  return { parameters: definition?.parameters, prepare: definition?.prepareArguments ?? ((args) => args) };
}
