import type { JsonSchema } from "@earendil-works/pi-schema";
import { describe, expect, test } from "vitest";
import type { Tool, ToolCall } from "../../src/core/call.ts";
import { createEngine, type EngineOptions } from "../../src/core/engine.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { libraryHost } from "../../src/core/library-host.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import type { ArgumentRule } from "../../src/core/rule.ts";
import { rules } from "../../src/rules/index.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, required: readonly string[] = [], closed = true): JsonSchema => ({
  type: "object",
  properties,
  required,
  ...(closed ? { additionalProperties: false } : {}),
});
const read = object({ path: string, limit: { type: "number" } }, ["path"], false);
const edit = object(
  {
    path: string,
    edits: { type: "array", items: object({ oldText: string, newText: string }, ["oldText", "newText"], false) },
  },
  ["path", "edits"],
  false,
);
const node = { $ref: "#/$defs/node" };
const tree: JsonSchema = {
  type: "object",
  properties: { root: node },
  required: ["root"],
  $defs: { node: object({ name: string, children: { type: "array", items: node } }, ["name"]) },
};
const shape = object(
  {
    shape: {
      oneOf: [
        object({ kind: { const: "circle" }, radius: { type: "number" } }, ["kind", "radius"]),
        object({ kind: { const: "box" }, width: { type: "number" }, height: { type: "number" } }, [
          "kind",
          "width",
          "height",
        ]),
      ],
    },
  },
  ["shape"],
);

function engine(options: Partial<EngineOptions> = {}) {
  return createEngine({ host: libraryHost, rules, switches: {}, aliases: {}, learned: () => [], ...options });
}

function decide(
  parameters: JsonSchema,
  args: JsonObject,
  options: Partial<EngineOptions> = {},
  name = "tool",
): Outcome {
  const tool: Tool = { name, description: "A tool", parameters };
  return engine(options).decide({ id: "1", name, arguments: args }, new Map([[name, tool]]));
}

describe("several faults at several depths", () => {
  test.each<[string, JsonSchema, JsonObject, JsonObject]>([
    [
      "a wrapper around stringified arguments",
      edit,
      {
        function: {
          name: "tool",
          arguments: '{"file":"a","edits":"[{\\"old_string\\":\\"x\\",\\"new_string\\":\\"y\\"}]"}',
        },
      },
      { path: "a", edits: [{ oldText: "x", newText: "y" }] },
    ],
    [
      "flat fields and an alias",
      edit,
      { file_path: "a", old_string: "x", new_string: "", replace_all: false },
      { path: "a", edits: [{ oldText: "x", newText: "" }] },
    ],
    [
      "a recursive schema",
      tree,
      { root: { Name: "a", children: '[{"name":"b","children":{"item":[{"NAME":"c"}]}}]' } },
      { root: { name: "a", children: [{ name: "b", children: [{ name: "c" }] }] } },
    ],
    ["a tagged union", shape, { shape: { Kind: "Circle", radius: "two" } }, { shape: { kind: "circle", radius: 2 } }],
    [
      "members of allOf",
      { allOf: [object({ id: string }, ["id"], false), object({ count: integer }, ["count"], false)] },
      { ID: "a", Count: "3" },
      { id: "a", count: 3 },
    ],
    [
      "a map of lists",
      object({ byName: { type: "object", additionalProperties: { type: "array", items: integer } } }),
      { byName: { a: "[1]", b: [2] } },
      { byName: { a: [1], b: [2] } },
    ],
    [
      "a nullable list",
      object({ ids: { anyOf: [{ type: "array", items: integer }, { type: "null" }] } }),
      { ids: "[1,2]" },
      { ids: [1, 2] },
    ],
    [
      "a tuple",
      object({ at: { type: "array", prefixItems: [integer, string], minItems: 2 } }),
      { at: '[1,"x"]' },
      { at: [1, "x"] },
    ],
    ["the same value under two names", object({ path: string }, ["path"]), { path: "a", Path: "a" }, { path: "a" }],
  ])("%s", (_name, schema, sent, runs) => {
    const outcome = decide(schema, sent);
    expect(outcome).toMatchObject({ kind: "repaired", call: { id: "1", arguments: runs } });
    expect(decide(schema, outcome.call.arguments).call.arguments).toBe(outcome.call.arguments);
  });
});

describe("what stays refused", () => {
  test.each<[string, JsonSchema, JsonObject]>([
    ["two values for one field", read, { Path: "a", PATH: "b" }],
    [
      "a key that could be two fields",
      object({ first_name: string, last_name: string }, ["first_name", "last_name"]),
      { name: "x" },
    ],
    ["a missing field", edit, { path: "a" }],
    ["a key that changes what is asked", object({ path: string }, ["path"]), { path: "a", dry_run: true }],
    ["null for a required field", read, { path: null }],
    ["a branch with the fields of another", shape, { shape: { kind: "circle", width: 1, height: 2 } }],
    ["another tool's envelope", read, { tool: "bash", arguments: { path: "a" } }],
    [
      "one repairable item and one that is not",
      edit,
      { path: "a", edits: [{ old_string: "x", new_string: "y" }, { old_string: "z" }] },
    ],
  ])("%s", (_name, schema, sent) => {
    const outcome = decide(schema, sent);
    expect(outcome).toMatchObject({ kind: "refused", recovery: { kind: "not-asked" } });
    expect(outcome.call.arguments).toBe(sent);
  });
});

describe("what runs as it is", () => {
  test.each<[string, JsonSchema, JsonObject, Outcome["kind"]]>([
    ["a valid call", read, { path: "a" }, "untouched"],
    ["a coerced call", read, { path: "a", limit: "3" }, "untouched"],
    ["an unknown key without a target", read, { path: "a", recursive: true }, "reported"],
    ["a fullfilled field beside its alias", read, { path: "a", filename: "b" }, "reported"],
    ["a wrapper that fits nothing", object({ path: string }, [], false), { options: { all: true } }, "reported"],
  ])("%s", (_name, schema, sent, kind) => {
    const tool: Tool = { name: "tool", description: "", parameters: schema };
    const call: ToolCall = { name: "tool", arguments: sent };
    const outcome = engine().decide(call, new Map([["tool", tool]]));
    expect(outcome.kind).toBe(kind);
    expect(outcome.call).toBe(call);
  });

  test("an unknown key with a certain target is renamed", () => {
    expect(decide(read, { path: "a", Limit: 3 })).toMatchObject({
      kind: "repaired",
      call: { arguments: { path: "a", limit: 3 } },
    });
  });
});

test("edits say what changed, where and by which rule", () => {
  const outcome = decide(edit, { path: "a", edits: '[{"old_string":"x","newText":"y"}]' });
  expect(outcome).toMatchObject({
    edits: [
      { rule: "parse-stringified-json", level: "value", path: "/edits" },
      { rule: "rename-alias", level: "key", path: "/edits/0/oldText", before: "old_string", after: "oldText" },
    ],
  });
});

test("a repaired call carries no parser error any more", () => {
  const call: ToolCall = { name: "tool", arguments: {}, argumentsError: 'x\n\nReceived arguments:\n{"path": "a",}' };
  const outcome = engine().decide(call, new Map([["tool", { name: "tool", description: "", parameters: read }]]));
  expect(outcome).toMatchObject({ kind: "repaired", call: { arguments: { path: "a" } } });
  expect(outcome.call).not.toHaveProperty("argumentsError");
});

test("a name, the text and a key are repaired together", () => {
  const tools = new Map([["read", { name: "read", description: "", parameters: read }]]);
  const call: ToolCall = {
    name: "Read",
    arguments: {},
    argumentsError: "x\n\nReceived arguments:\n{'file_path': 'a'}",
  };
  const outcome = engine().decide(call, tools);
  expect(outcome).toMatchObject({ kind: "repaired", call: { name: "read", arguments: { path: "a" } } });
  expect(outcome.kind === "repaired" && outcome.edits.map(({ level }) => level)).toEqual(["name", "text", "key"]);
});

describe("options", () => {
  test("a rule that is off stays out", () => {
    expect(decide(read, { file: "a" }, { switches: { "rename-alias": "off" } }).kind).toBe("refused");
  });

  test("a guess is off until it is on", () => {
    const schema = object({ recipe: string }, ["recipe"]);
    expect(decide(schema, { formula: "x" }).kind).toBe("refused");
    expect(decide(schema, { formula: "x" }, { switches: { "eliminate-text-key": "on" } }).kind).toBe("repaired");
  });

  test("the user's own names count, for their tool alone", () => {
    const aliases = { tool: { path: ["wo"] } };
    expect(decide(read, { wo: "a" }, { aliases })).toMatchObject({ edits: [{ rule: "user-alias" }] });
    expect(decide(read, { wo: "a" }, { aliases }, "other").kind).toBe("refused");
  });

  test("learned repairs come after the rules", () => {
    const learned: ArgumentRule = {
      name: "learned:1",
      confidence: "certain",
      level: "key",
      propose: () => [{ kind: "rename", from: "wo", to: "path" }],
      examples: [],
    };
    expect(decide(read, { wo: "a" }, { learned: () => [learned] })).toMatchObject({ edits: [{ rule: "learned:1" }] });
  });

  test("a rule that throws leaves the call as it was, and somebody hears of it", () => {
    const broken: ArgumentRule = {
      name: "broken",
      confidence: "certain",
      level: "value",
      propose: () => {
        throw new TypeError("defect");
      },
      examples: [],
    };
    const defects: unknown[] = [];
    const options = { rules: [broken], onDefect: (error: unknown) => void defects.push(error) };
    expect(decide(read, { path: ["a", "b"] }, options)).toMatchObject({ kind: "untouched" });
    expect(defects).toEqual([new TypeError("defect")]);
  });
});

describe("sizes", () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, "v"]));
  const deep = (levels: number): JsonObject =>
    levels === 0 ? { Name: "leaf" } : { name: "n", children: [deep(levels - 1)] };

  test("ten thousand unknown keys are refused", () => {
    expect(decide(object({ path: string }, ["path"]), many).kind).toBe("refused");
  });

  test("hundreds of levels are repaired", () => {
    expect(decide(tree, { root: deep(150) }).kind).toBe("repaired");
  });

  test("more levels are refused by name", () => {
    expect(decide(tree, { root: deep(600) })).toMatchObject({ failure: { code: "too-large" } });
  });

  test("broken text of more than a megabyte is refused by name", () => {
    const call: ToolCall = {
      name: "tool",
      arguments: {},
      argumentsError: `Received arguments:\n${"{".repeat(1_000_001)}`,
    };
    const outcome = engine().decide(call, new Map([["tool", { name: "tool", description: "", parameters: read }]]));
    expect(outcome).toMatchObject({ failure: { code: "too-large" } });
  });

  test("valid calls have no limit", () => {
    expect(decide(object({}, [], false), many).kind).not.toBe("refused");
  });
});

test.each(["__proto__", "constructor", "hasOwnProperty"])("a key called %s is a key like any other", (key) => {
  const sent = JSON.parse(`{"path":"a","${key}":{"x":1}}`) as JsonObject;
  expect(decide(read, sent).call.arguments).toBe(sent);
});
