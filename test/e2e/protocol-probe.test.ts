import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { VariantName } from "../../src/protocol/variant.ts";
import {
  call,
  hang,
  hasTmux,
  makeWorkspace,
  type RecordedRequest,
  reply,
  runPiIn,
  type ScriptedTurn,
  say,
  startModelServer,
  startRpc,
  startTerminal,
  status,
} from "./rig/index.ts";
import { envelope, modelOf, verdictFile, writes } from "./text-models.ts";

const model = modelOf("completions");
const native = call("read", { path: "docs/probe-1.md" });

/** A model of one notation, as the trials and the task after them see it. */
function textModel(name: VariantName): (request: RecordedRequest) => ScriptedTurn {
  return ({ body, text }) => {
    const word = /with the text \\?"(calibration-\d)/.exec(text)?.[1];
    if (word === undefined) return text.includes("TOOL write OK") ? say("Done.") : say("Hm.");
    const shown = envelope(name, "echo", { text: word });
    const head = JSON.stringify(shown.slice(0, 8)).slice(1, -1);
    return (body as { tools?: unknown }).tools === undefined && text.includes(head) ? say(shown) : say("Hm.");
  };
}

function isTrial({ text }: RecordedRequest): boolean {
  return text.includes("You are a coding assistant. Use the tools you are given.");
}

describe("/toolprobe", () => {
  test("finds a native model with one request, and a native verdict keeps the protocol off", async () => {
    await using server = await startModelServer([native, say("Done.")]);
    await using workspace = await makeWorkspace(server.url, { settings: { textProtocol: { [model]: true } } });
    const probed = await runPiIn(workspace, server, { prompt: "/toolprobe" });
    expect(probed.stderr).toMatch(/Model +Verdict +Variant +Reason\nmock-completions\/main +native +– +called/);
    expect(probed.requests).toHaveLength(1);
    expect(probed.requests[0]?.body).toMatchObject({ temperature: 0 });
    const run = await runPiIn(workspace, server, {});
    expect(run.requests[0]?.body).toHaveProperty("tools");
  });

  test.each<VariantName>(["tagged-call", "tool-call-json", "fenced-json", "function-xml"])(
    "finds a model that writes %s",
    async (name) => {
      await using server = await startModelServer(textModel(name));
      await using workspace = await makeWorkspace(server.url);
      const { stderr, requests } = await runPiIn(workspace, server, { prompt: `/toolprobe ${model} --json` });
      expect(JSON.parse(stderr)).toMatchObject({
        version: 1,
        verdicts: [{ model, kind: "text-protocol", variant: name, reason: expect.any(String) }],
      });
      expect(requests.length).toBeLessThanOrEqual(10);
    },
  );

  test("tries text where the server refuses tools", async () => {
    const write = textModel("tagged-call");
    await using server = await startModelServer((request) =>
      (request.body as { tools?: unknown }).tools === undefined
        ? write(request)
        : status(400, JSON.stringify({ error: { message: "main does not support tools" } })),
    );
    await using workspace = await makeWorkspace(server.url);
    const { stderr } = await runPiIn(workspace, server, { prompt: "/toolprobe" });
    expect(stderr).toMatch(/text-protocol +tagged-call +.*does not support tools/);
  });

  test("keeps nothing of an endpoint that does not answer", async () => {
    await using server = await startModelServer(() => status(500));
    await using workspace = await makeWorkspace(server.url);
    const { stderr, agentFile } = await runPiIn(workspace, server, { prompt: "/toolprobe" });
    expect(stderr).toMatch(/main +unknown +–/);
    expect(agentFile("state/tool-recovery/adaptation.json")).toBeUndefined();
  });

  test.each([
    ["/toolprobe nobody/nothing", "no model pi knows"],
    ["/toolprobe --loud", "Usage: /toolprobe"],
    ["/toolprobe a b", "Usage: /toolprobe"],
    ["/toolprobe --all", "Without a user interface nobody can confirm"],
    ["/toolprobe --import nothing.json", "Nothing was taken over"],
    ["/toolprobe --export no/such/folder/file.json", "could not be written"],
    ["/toolprotocol-reset", "Usage: /toolprotocol-reset"],
    [`/toolprotocol-reset ${model}`, "Nothing is remembered"],
  ])("%s", async (prompt, said) => {
    await using server = await startModelServer([]);
    await using workspace = await makeWorkspace(server.url);
    const { stderr, requests } = await runPiIn(workspace, server, { prompt });
    expect(stderr).toContain(said);
    expect(requests).toEqual([]);
  });

  test("carries verdicts to another machine", async () => {
    await using server = await startModelServer([native, say("Done.")]);
    await using here = await makeWorkspace(server.url);
    await using there = await makeWorkspace(server.url, { settings: { textProtocol: { [model]: true } } });
    const file = join(here.root, "my verdicts.json");
    await runPiIn(here, server, { prompt: ["/toolprobe", `/toolprobe --export ${file}`] });
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ version: 1, verdicts: [{ model: "main" }] });
    const taken = await runPiIn(there, server, { prompt: `/toolprobe --import ${file}` });
    expect(taken.stderr).toContain("1 verdict taken over");
    const run = await runPiIn(there, server, {});
    expect(run.requests[0]?.body).toHaveProperty("tools");
  });

  test("asks over RPC before it tries all scoped models, with the number of requests and the price", async () => {
    await using server = await startModelServer(() => native);
    const entry = { baseUrl: `${server.url}/v1`, api: "openai-completions", apiKey: "k" };
    const cost = { input: 3, output: 15, cacheRead: 0, cacheWrite: 0 };
    await using workspace = await makeWorkspace(server.url, {
      providers: { paid: { ...entry, models: [{ id: "big", cost }] } },
    });
    await using rpc = await startRpc(workspace, { args: ["--models", `${model},paid/big`] });
    const confirm = async (confirmed: boolean) => {
      const since = rpc.records.length;
      const done = rpc.send({ type: "prompt", message: "/toolprobe --all" });
      const asked = await rpc.waitFor((record) => record.method === "confirm", { since });
      expect(asked).toMatchObject({ message: "2 models, at most 20 requests, about $0.035." });
      rpc.post({ type: "extension_ui_response", id: asked.id, confirmed });
      await done;
    };
    await confirm(false);
    expect(server.requests).toHaveLength(0);
    await confirm(true);
    const told = await rpc.waitFor((record) => record.method === "notify", { since: 0 });
    expect(String(told.message)).toMatch(/main +native.*\npaid\/big +native/);
    expect(rpc.records.filter(({ method }) => method === "setStatus").map(({ statusText }) => statusText)).toContain(
      "probing paid/big (2 of 2): native call, request 1 of at most 10",
    );
  });
});

describe("a notation that does not hold", () => {
  const broken = say('<pi:call>{"path": "a.txt"}</pi:call>');

  test("is given up after three failures of a kind, and the next prompt tries the others once", async () => {
    const other = textModel("tool-call-json");
    let prompts = 0;
    await using server = await startModelServer((request) => {
      if (isTrial(request)) return other(request);
      if (request.text.includes("TOOL write OK")) return say("Done.");
      return ++prompts <= 3 ? broken : say(envelope("tool-call-json", "write", { path: "a.txt", content: "x" }));
    });
    await using workspace = await makeWorkspace(server.url, { settings: { textProtocol: { [model]: true } } });
    await using rpc = await startRpc(workspace);
    const first = await rpc.prompt("Go.");
    expect(JSON.stringify(first)).toContain("three times in a row no tool was named");
    expect(server.requests).toHaveLength(3);
    await rpc.prompt("Go.");
    expect(await workspace.files()).toEqual({ "a.txt": "x" });
    expect(server.requests.filter(isTrial)).toHaveLength(3);
    await rpc.prompt("Go.");
    expect(server.requests.filter(isTrial)).toHaveLength(3);
  });

  test("is not given up for bodies that rules set right", async () => {
    const loose = (path: string) => say(`<pi:call name="write">{'path': '${path}', 'content': 'x',}</pi:call>`);
    await using server = await startModelServer([..."abcde"].map(loose).concat([say("Done.")]));
    await using workspace = await makeWorkspace(server.url, { settings: { textProtocol: { [model]: true } } });
    const run = await runPiIn(workspace, server, { prompt: ["Go.", "Go on."] });
    expect(Object.keys(run.files)).toHaveLength(5);
    expect(server.requests.filter(isTrial)).toEqual([]);
    expect(run.stderr).not.toContain("Text protocol");
  });

  test("for which no other is found is kept as that, until the user resets it", async () => {
    await using server = await startModelServer(() => say("Hm."));
    await using workspace = await makeWorkspace(server.url, {
      agentFiles: verdictFile("completions", server.url, { kind: "invalid", at: 1, reason: "it did not hold" }),
    });
    const tried = await runPiIn(workspace, server, {});
    expect(tried.requests.filter(isTrial)).toHaveLength(4);
    expect(tried.stderr).toContain("none: wrote no call as shown");
    const later = await runPiIn(workspace, server, {});
    expect(later.requests).toHaveLength(1);
    expect(later.requests[0]?.body).toHaveProperty("tools");
    expect(later.stderr).toContain(`/toolprotocol-reset ${model} lets it be tried out again`);
    const reset = await runPiIn(workspace, server, { prompt: [`/toolprotocol-reset ${model}`, "Go."] });
    expect(reset.stderr).toContain("It is forgotten");
    expect(reset.stderr).not.toContain("lets it be tried out again");
  });
});

test("a server that takes no tools is where /toolprobe is named", async () => {
  const refusal = status(400, JSON.stringify({ error: { message: "registry/main does not support tools" } }));
  await using server = await startModelServer(() => refusal);
  await using workspace = await makeWorkspace(server.url);
  const { stderr } = await runPiIn(workspace, server, {});
  expect(stderr).toContain(`takes no tools. /toolprobe ${model} finds out`);
});

test("/toolhealth shows verdicts and what holds now", async () => {
  await using server = await startModelServer([]);
  await using workspace = await makeWorkspace(server.url, {
    agentFiles: verdictFile("completions", server.url, writes("fenced-json")),
  });
  const { stderr } = await runPiIn(workspace, server, { prompt: "/toolhealth" });
  expect(stderr).toMatch(/How models call tools\ncalls as text +on \(fenced-json\): it was tried out \(mock/);
  expect(stderr).toMatch(/mock-completions\/main +text-protocol \(fenced-json\): tried out/);
  const json = await runPiIn(workspace, server, { prompt: "/toolhealth --json" });
  expect(JSON.parse(json.stderr)).toMatchObject({
    protocols: { current: { state: "on (fenced-json): it was tried out" }, verdicts: [{ variant: "fenced-json" }] },
  });
});

describe.runIf(hasTmux)("in the terminal", () => {
  test("/toolprobe shows a table", async () => {
    await using server = await startModelServer(textModel("tagged-call"));
    await using workspace = await makeWorkspace(server.url);
    await using terminal = await startTerminal(workspace);
    await terminal.type("/toolprobe");
    await terminal.press("Enter");
    const screen = await terminal.waitFor(/Model +Verdict +Variant +Reason/);
    expect(screen).toMatch(/mock-completions\/main +text-protocol +tagged-call +wrote both calls/);
    await terminal.press("Escape");
    await terminal.waitGone("How models call tools");
  });

  test("Escape ends /toolprobe, which shows how far it is", async () => {
    await using server = await startModelServer([hang]);
    await using workspace = await makeWorkspace(server.url);
    await using terminal = await startTerminal(workspace);
    await terminal.type("/toolprobe");
    await terminal.press("Enter");
    await terminal.waitFor("native call, request 1 of at most 10");
    await terminal.press("Escape");
    await terminal.waitFor("Nothing was tried out.");
    await terminal.waitGone("request 1 of");
    expect(server.requests).toHaveLength(1);
  });

  test("/toolprobe --all asks first", async () => {
    await using server = await startModelServer(() => native);
    await using workspace = await makeWorkspace(server.url);
    await using terminal = await startTerminal(workspace, { args: ["--models", `${model},${modelOf("anthropic")}`] });
    await terminal.type("/toolprobe --all");
    await terminal.press("Enter");
    await terminal.waitFor("2 models, at most 20 requests, about $0.000.");
    await terminal.press("Enter");
    await terminal.waitFor(/mock-anthropic\/main +native/);
  });

  test.each<VariantName>(["tagged-call", "fenced-json", "function-xml"])(
    "an envelope of %s is never seen, not even while it is written",
    async (name) => {
      const text = `I write it now.\n\n${envelope(name, "write", { path: "secret-name.txt", content: "x\ny\n" })}\n\nIt is there.`;
      await using server = await startModelServer([reply(say(text), { pieceMs: 60 }), say("All done.")]);
      await using workspace = await makeWorkspace(server.url, {
        agentFiles: verdictFile("completions", server.url, writes(name)),
      });
      await using terminal = await startTerminal(workspace);
      await terminal.type("Go.");
      await terminal.press("Enter");
      const screens: string[] = [];
      for (;;) {
        const screen = await terminal.screen();
        screens.push(screen);
        if (screen.includes("All done.")) break;
        if (screens.length > 2000) throw new Error(screen);
      }
      expect(screens.some((screen) => screen.includes("I write it now.") && !screen.includes("All done."))).toBe(true);
      const seen = screens.filter((screen) => /pi:call|```|tool_call|<function|<param|It is there/.test(screen));
      expect(seen).toEqual([]);
      expect(screens.at(-1)).toContain("secret-name.txt");
      expect(await workspace.files()).toEqual({ "secret-name.txt": "x\ny\n" });
    },
  );
});
