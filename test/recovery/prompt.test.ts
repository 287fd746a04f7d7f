import { describe, expect, test } from "vitest";
import type { Tool, ToolCall } from "../../src/core/call.ts";
import type { Refused } from "../../src/core/decide.ts";
import { candidatesFor } from "../../src/recovery/candidates.ts";
import { buildPrompt } from "../../src/recovery/prompt.ts";
import { showCall } from "../../src/recovery/show-call.ts";
import { byName, rawCall, recoveryWith, refuse, reply, scriptedModel, tool, tools } from "./scripted.ts";

const string = { type: "string" } as const;

function promptFor(call: ToolCall, active = tools) {
  const refused = refuse(call, active);
  const shown = showCall(call);
  if ("withheld" in shown) throw new Error(shown.withheld);
  return buildPrompt(refused, shown, candidatesFor(refused, active), active);
}

function sizeOf(call: ToolCall, active = tools): number {
  return JSON.stringify(promptFor(call, active)).length;
}

const content = (size: number) => "import { a } from 'b';\n".repeat(Math.ceil(size / 23)).slice(0, size);

describe("what is sent", () => {
  test("a write of 5 kB and one of 5 MB ask the same, to one percent", () => {
    const small = sizeOf({ name: "write", arguments: { quux: "a.ts", content: content(5_000) } });
    const large = sizeOf({ name: "write", arguments: { quux: "a.ts", content: content(5_000_000) } });
    expect(Math.abs(large - small) / small).toBeLessThan(0.01);
  });

  test("so do malformed ones of 5 kB and of 900 kB", () => {
    const text = (size: number) => `{"quux": "a.ts" "stuff": ${JSON.stringify(content(size))} "x": 1 2}`;
    const small = sizeOf(rawCall("write", text(5_000)));
    const large = sizeOf(rawCall("write", text(900_000)));
    expect(Math.abs(large - small) / small).toBeLessThan(0.01);
  });

  test("at most 2,500 tokens with 50 servers' tools of 2 kB, whatever tool is meant", () => {
    const active = byName([...tools.values(), ...Array.from({ length: 50 }, (_, index) => serverTool(index))]);
    const calls: readonly ToolCall[] = [
      { name: "write", arguments: { quux: "a.ts", content: content(5_000) } },
      { name: "mcp__files__action_7", arguments: { quux: "x" } },
      { name: "mcp__files__activity", arguments: { quux: "x", field_1: "y" } },
    ];
    for (const call of calls) {
      const { system, user, schema } = promptFor(call, active);
      expect((system.length + user.length + JSON.stringify(schema).length) / 4).toBeLessThanOrEqual(2_500);
      for (const { name } of tools.values()) expect(user).toContain(name);
    }
  });

  test("the schema of the tool that is meant, one line for each other, no more than three schemas", () => {
    const { user } = promptFor({ name: "write", arguments: { quux: "a", content: "b" } });
    expect(user.match(/^parameters: /gm)).toHaveLength(1);
    expect(user).toMatch(/^bash: Execute a bash command\.$/m);
    const unknown = promptFor({ name: "file_thing", arguments: { path: "a", quux: 1 } });
    expect(unknown.user.match(/^parameters: /gm)?.length).toBeLessThanOrEqual(3);
  });

  test("no long value and no credential, but their edges and lengths", () => {
    const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
    const prompt = JSON.stringify(
      promptFor({
        name: "write",
        arguments: { quux: token, password: "hunter2!x", content: content(5_000), note: "kept" },
      }),
    );
    expect(prompt).not.toContain(token.slice(0, 12));
    expect(prompt).not.toContain("hunter2");
    expect(prompt).not.toContain(content(200));
    expect(prompt).toContain("kept");
    expect(promptFor({ name: "write", arguments: { quux: "a", content: content(5_000) } }).user).toContain(
      '{"$value":"v1","chars":5000,"starts":"import { a } from \'b\';\\ni"',
    );
  });
});

describe("what is not sent at all", () => {
  test.each<[string, ToolCall]>([
    ["an open long token", rawCall("write", `{"quux": "a", "content": ${'"x'.repeat(100)}`)],
    [
      "a long token whose end is in doubt",
      rawCall("write", `{"quux": "a", "stuff": "${content(300)}" said he "and" so}`),
    ],
    ["a long bare text", rawCall("write", `{quux: a, stuff: ${content(300)}}`)],
    ["a credential outside of quotes", rawCall("write", `{quux: ghp_${"a1B2c3D4e5".repeat(4)}, b: "c" 1}`)],
    ["a call that uses the marker itself", { name: "write", arguments: { quux: { $value: "v1" } } }],
    ["a name that is no name", { name: "x".repeat(300), arguments: {} }],
  ])("%s", (_name, call) => {
    expect(showCall(call)).toHaveProperty("withheld");
  });

  test("and the outcome says why", async () => {
    const model = scriptedModel(() => reply("none", {}));
    const call = { name: "write", arguments: { quux: { $value: "v1" } } };
    const outcome = await recoveryWith(model).recover(refuse(call), tools, undefined);
    expect(outcome).toMatchObject({
      kind: "refused",
      recovery: { kind: "not-asked", why: expect.stringContaining("cannot") },
    });
    expect(model.questions).toEqual([]);
  });
});

describe("the bytes come back", () => {
  const big = content(5_000_000);
  test.each<[string, ToolCall]>([
    ["of a string", { name: "write", arguments: { quux: "a.ts", content: big } }],
    ["of a credential", { name: "write", arguments: { quux: "a.ts", content: `token=ghp_${"a1B2c3D4e5".repeat(4)}` } }],
    [
      "of a token in malformed text",
      rawCall("write", `{"quux": "a.ts" "stuff": ${JSON.stringify(content(5_000))} , , }`),
    ],
  ])("%s", async (_name, call) => {
    const model = scriptedModel(({ turns }) => {
      const marker = /\{"\$value":"(v\d+)"/.exec(turns[0]?.text ?? "")?.[1] ?? "";
      return reply("write", { path: "a.ts", content: { $value: marker } });
    });
    const outcome = await recoveryWith(model).recover(refuse(call), tools, undefined);
    expect(outcome.kind).toBe("recovered");
    const expected = call.arguments.content ?? content(5_000);
    expect(outcome.call.arguments.content === expected).toBe(true);
  });
});

test("long text that is no JSON is one value", async () => {
  const code = content(5_000);
  const script = tool("script", "Runs code.", { code: string, lang: { enum: ["js", "py"] } }, ["code"]);
  const active = byName([script]);
  const call = rawCall("script", code);
  const shown = showCall(call);
  expect(shown).toMatchObject({ text: expect.stringMatching(/^\{"\$value":"v1","chars":5000/) });
  const model = scriptedModel(() => reply("script", { code: { $value: "v1" } }));
  const refused: Refused = {
    kind: "refused",
    call,
    failure: { code: "malformed-json", reason: "no JSON" },
    feedback: "",
    recovery: { kind: "not-asked", why: "" },
  };
  const outcome = await recoveryWith(model).recover(refused, active, undefined);
  expect(outcome).toMatchObject({ kind: "recovered", call: { arguments: { code } } });
});

test("a rename is answered in less than 200 tokens", () => {
  const answer = reply("write", { path: "a.ts", content: { $value: "v1" } });
  expect(answer.length / 4).toBeLessThan(200);
});

function serverTool(index: number): Tool {
  const properties = Object.fromEntries(
    Array.from({ length: 12 }, (_, field) => [
      `field_${field}`,
      { ...string, description: "What this field is for. ".repeat(4) },
    ]),
  );
  return tool(`mcp__files__action_${index}`, `Does action ${index} on the server with care. `.repeat(4), properties, [
    "field_1",
    "field_2",
  ]);
}
