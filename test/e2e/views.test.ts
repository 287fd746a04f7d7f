import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  call,
  extension,
  hasTmux,
  makeWorkspace,
  runPi,
  runPiIn,
  say,
  startModelServer,
  startRpc,
  startTerminal,
  type Terminal,
} from "./rig/index.ts";

const TOKEN = `ghp_${"aB3dE6gH9j".repeat(4)}`;

const slips = [
  call("write", { file_path: "notes.txt", content: `token ${TOKEN}\n` }),
  call("write", "{'path': 'b.txt', 'content': 'beta\\n',}"),
  call("read", { path: "b.txt", colour: "red" }),
  call("write", { path: "c.txt" }),
  say("All done."),
];

/** Runs a command and waits for what it shows. */
async function command(terminal: Terminal, text: string, shows: string | RegExp): Promise<string> {
  await terminal.enter(text);
  return await terminal.waitFor(shows);
}

/** A panel of this title that is drawn to its end. */
function framed(title: string): RegExp {
  return new RegExp(`╭─ ${title} [\\s\\S]*╰─`);
}

async function close(terminal: Terminal, title: string): Promise<void> {
  await terminal.press("Escape");
  await terminal.waitGone(`─ ${title}`);
}

/** The lines of the panel on a screen, without what is behind it. */
function panel(screen: string): readonly string[] {
  const lines = screen.split("\n");
  const from = lines.findIndex((text) => text.includes("╭─"));
  const column = lines[from]?.indexOf("╭─") ?? 0;
  const end = lines[from]?.lastIndexOf("╮") ?? 0;
  const to = lines.findIndex((text, at) => at > from && text.includes("╰─"));
  return lines.slice(from, to + 1).map((text) => text.slice(column, end + 1));
}

function expectFramed(lines: readonly string[]): void {
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((text) => !/^[╭│╰].*[╮│╯]$/.test(text))).toEqual([]);
  expect(new Set(lines.map((text) => text.length)).size).toBe(1);
}

describe.runIf(hasTmux).each([40, 80, 160])("a terminal of %i columns", (width) => {
  test.each(["dark", "light"])("%s theme: rows, footer, last, log and health", async (theme) => {
    await using server = await startModelServer(slips);
    await using workspace = await makeWorkspace(server.url, {
      agentFiles: { "settings.json": JSON.stringify({ theme }) },
    });
    await using terminal = await startTerminal(workspace, { width, height: 60 });
    await terminal.type("Go.");
    await terminal.press("Enter");
    const collapsed = await terminal.waitFor("All done.");
    expect(collapsed).toMatch(/write notes\.txt/);
    expect(collapsed).not.toContain("[repaired arguments]");
    expect(await terminal.waitFor("repaired 2")).toMatch(/^ ?repaired 2$/m);

    await terminal.press("C-o");
    const expanded = await terminal.waitFor(/\[repaired arguments\] read-loose-json[\s\S]*Tool output: expanded/);
    expect(expanded).toMatch(/\[repaired arguments\] rename-alias\n +path: file_path → path/);
    expect(expanded).toMatch(/arguments: "\{'path.*→ \{"path/);
    expect(expanded).toMatch(/\[ignored keys\]\n +colour: /);
    await terminal.press("C-o");
    await terminal.waitFor("Tool output: collapsed");
    await terminal.waitGone("[repaired arguments]");

    const last = panel(await command(terminal, "/toolrecovery last", framed("Last repair")));
    expectFramed(last);
    expect(last.join("\n")).toMatch(/- write \{'path': 'b\.txt'/);
    expect(last.join("\n")).toMatch(/\+ {3}"path": "b\.txt",/);
    await close(terminal, "Last repair");

    const log = panel(await command(terminal, "/toolrecovery log", framed("Tool calls · 4")));
    expectFramed(log);
    expect(log.map((text) => /refused|reported|repaired/.exec(text)?.[0]).filter(Boolean)).toEqual([
      "refused",
      "reported",
      "repaired",
      "repaired",
    ]);
    await terminal.type("alias");
    expectFramed(panel(await terminal.waitFor(framed("Tool calls · 1 with “alias”"))));
    await terminal.press("Enter");
    const detail = panel(await terminal.waitFor(framed("Call")));
    expectFramed(detail);
    expect(detail.join("\n")).toMatch(/-.*"file_path": "notes\.txt"/);
    expect(detail.join("\n")).toContain("[redacted]");
    expect(await terminal.history()).not.toContain("Warning: Tool recovery");
    await terminal.press("Escape");
    await terminal.waitFor("Tool calls · 1");
    await close(terminal, "Tool calls");

    const health = panel(await command(terminal, "/toolhealth", framed("Tool health")));
    expectFramed(health);
    expect(health.join("\n")).toMatch(/repaired +50 % +2 +█{8} /);
    await close(terminal, "Tool health");
  });
});

test.runIf(hasTmux)("the views take their colours from the theme", async () => {
  const seen: string[] = [];
  for (const theme of ["dark", "light"]) {
    await using server = await startModelServer(slips);
    await using workspace = await makeWorkspace(server.url, {
      agentFiles: { "settings.json": JSON.stringify({ theme }) },
    });
    await runPiIn(workspace, server, {});
    await using terminal = await startTerminal(workspace, { width: 80, height: 80, args: ["-c"] });
    await command(terminal, "/toolrecovery last", framed("Last repair"));
    seen.push(/\S*- write/.exec(await terminal.colours())?.[0] ?? "");
  }
  expect(seen.map((text) => text.includes("\u001b["))).toEqual([true, true]);
  expect(seen[0]).not.toBe(seen[1]);
});

describe.runIf(hasTmux)("a session that goes on", () => {
  test("resumed: the marker with before and after, and the counter", async () => {
    await using server = await startModelServer(slips);
    await using workspace = await makeWorkspace(server.url);
    await runPiIn(workspace, server, {});
    await using terminal = await startTerminal(workspace, { width: 100, height: 60, args: ["-c"] });
    await terminal.waitFor("repaired 2");
    await terminal.press("C-o");
    const expanded = await terminal.waitFor(/\[repaired arguments\] read-loose-json[\s\S]*Tool output: expanded/);
    expect(expanded).toMatch(/path: file_path → path/);
  });

  test("forked and navigated: the marker of what is on the branch", async () => {
    await using server = await startModelServer([...slips.slice(0, 1), say("One."), ...slips.slice(1, 2), say("Two.")]);
    await using workspace = await makeWorkspace(server.url);
    await using terminal = await startTerminal(workspace, { width: 100, height: 60 });
    for (const [prompt, answer] of [
      ["First.", "One."],
      ["Second.", "Two."],
    ] as const) {
      await terminal.type(prompt);
      await terminal.press("Enter");
      await terminal.waitFor(answer);
    }
    await terminal.press("C-o");
    await terminal.waitFor("[repaired arguments] read-loose-json");

    await command(terminal, "/fork", "Fork from Message");
    await terminal.press("Enter");
    await terminal.waitFor("Forked to new session");
    const forked = await terminal.waitFor(
      /\[repaired arguments\] rename-alias\n +path: file_path → path[\s\S]*repaired 1$/m,
    );
    expect(forked).not.toContain("read-loose-json");

    // The editor holds the message that was forked from.
    await terminal.press("C-u");
    await command(terminal, "/tree", /Session Tree[\s\S]*write/);
    for (let up = 0; up < 6 && !/›.*user: ?First/.test(await terminal.screen()); up++) await terminal.press("Up");
    await terminal.press("Escape");
    await terminal.waitGone("Session Tree");
    expect(await terminal.history()).not.toContain("Warning: Tool recovery");
  });
});

test.runIf(hasTmux)(
  "navigated to another branch: the markers, the log and the last repair of that branch",
  async () => {
    await using server = await startModelServer([
      ...slips.slice(0, 1),
      say("One."),
      ...slips.slice(1, 2),
      say("Two."),
      call("bash", { cmd: "echo gamma" }),
      say("Three."),
    ]);
    await using workspace = await makeWorkspace(server.url);
    await using terminal = await startTerminal(workspace, { width: 100, height: 70 });
    const ask = async (prompt: string, answer: string) => {
      await terminal.type(prompt);
      await terminal.press("Enter");
      await terminal.waitFor(answer);
    };
    const goTo = async (answer: string) => {
      await command(terminal, "/tree", /Session Tree[\s\S]*write/);
      const chosen = new RegExp(`›.*${answer}`);
      for (let step = 0; step < 40 && !chosen.test(await terminal.screen()); step++) {
        await terminal.press(step < 20 ? "Up" : "Down");
        await terminal.waitFor("›");
      }
      await terminal.press("Enter");
      await terminal.waitFor("No summary");
      await terminal.press("Enter");
      await terminal.waitFor("Navigated to selected point");
    };
    await ask("First.", "One.");
    await ask("Second.", "Two.");
    await terminal.press("C-o");
    await terminal.waitFor("[repaired arguments] read-loose-json");

    await goTo("One\\.");
    await terminal.waitGone("read-loose-json");
    expect(await terminal.screen()).toMatch(/\[repaired arguments\] rename-alias\n +path: file_path → path/);
    await ask("Third.", "Three.");
    await terminal.waitFor("repaired 3");
    expect((await command(terminal, "/toolrecovery log", framed("Tool calls · 2"))).split("\n").join()).toMatch(
      /repaired +bash rename-alias.*repaired +write rename-alias/,
    );
    await close(terminal, "Tool calls");

    await goTo("Two\\.");
    const back = await terminal.waitFor("[repaired arguments] read-loose-json");
    expect(back).toContain("path: file_path → path");
    expect(back).not.toContain("gamma");
    expect(await command(terminal, "/toolrecovery last", framed("Last repair"))).toContain("- write {'path': 'b.txt'");
    await close(terminal, "Last repair");
    expect(await terminal.history()).not.toContain("Warning: Tool recovery");
  },
);

/** A tool that draws nothing, and one that keeps its own component from frame to frame and takes no other. */
const OTHER_TOOLS = `
import { Text } from "@earendil-works/pi-tui";
class Row extends Text {}
const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"], additionalProperties: false };
const execute = async () => ({ content: [{ type: "text", text: "fine" }], details: {} });
export default function (pi) {
  pi.registerTool({ name: "bare_tool", label: "Bare", description: "Bare", parameters, execute });
  pi.registerTool({ name: "keeping_tool", label: "Keeping", description: "Keeping", parameters, execute,
    renderCall(args, theme, { lastComponent }) {
      if (lastComponent && !(lastComponent instanceof Row)) throw new Error("not mine");
      const row = lastComponent ?? new Row("", 0, 0);
      row.setText("KEPT " + args.path);
      return row;
    } });
}
`;

test.runIf(hasTmux)("any tool's row is marked and stays its own", async () => {
  await using server = await startModelServer([
    call("bare_tool", { file_path: "one.txt" }),
    call("keeping_tool", { file_path: "two.txt" }),
    call("Write", { path: "three.txt", content: "x" }),
    say("All done."),
  ]);
  await using workspace = await makeWorkspace(server.url);
  const other = join(workspace.root, "other-tools.ts");
  await writeFile(other, OTHER_TOOLS);
  await using terminal = await startTerminal(workspace, { width: 100, height: 60, extensions: [extension, other] });
  await terminal.type("Go.");
  await terminal.press("Enter");
  const rows = await terminal.waitFor("All done.");
  expect(rows).toMatch(/bare_tool path="one\.txt"/);
  expect(rows).toMatch(/KEPT two\.txt/);
  expect(rows).toMatch(/write path="three\.txt"/);
  for (let turn = 0; turn < 2; turn++) {
    await terminal.press("C-o");
    const expanded = await terminal.waitFor(/arguments\][\s\S]*Tool output: expanded/);
    expect(expanded).toMatch(/bare_tool\n +path: one\.txt\n *\[repaired arguments\]/);
    expect(expanded).toMatch(/KEPT two\.txt\n *\[repaired arguments\] rename-alias/);
    await terminal.press("C-o");
    await terminal.waitFor("Tool output: collapsed");
    await terminal.waitFor(/KEPT two\.txt\n *\n? *fine/);
  }
});

describe("without a terminal", () => {
  test("print mode: text on stderr", async () => {
    await using server = await startModelServer(slips);
    await using workspace = await makeWorkspace(server.url);
    await runPiIn(workspace, server, {});
    const ask = (prompt: string) => runPiIn(workspace, server, { prompt, args: ["-c"] });

    const last = await ask("/toolrecovery last");
    expect(last.stderr).toMatch(
      /^repaired write · mock-completions\/main · \d\d:\d\d:\d\d\nrules {4}read-loose-json\n/,
    );
    expect(last.stderr).toContain(
      "- write {'path': 'b.txt', 'content': 'beta\\n',}\n+ write {\n+   \"path\": \"b.txt\",",
    );

    const log = await ask("/toolrecovery log");
    expect(
      log.stderr
        .trimEnd()
        .split("\n")
        .map((text) => text.slice(9, 17)),
    ).toEqual(["refused ", "reported", "repaired", "repaired"]);
    expect((await ask("/toolrecovery log alias")).stderr).toMatch(/^\S+ repaired {2}write rename-alias\n$/);

    const text = await ask("/toolhealth");
    expect(text.stderr).toMatch(/^mock-completions\/main at http/);
    expect(JSON.parse((await ask("/toolhealth --json")).stderr)).toMatchObject({
      models: [{ model: "main", sessions: 1, calls: 4, repaired: 2, reported: 1, refused: 1, recovered: 0, valid: 0 }],
    });
    expect((await ask("/toolhealth --yaml")).stderr).toContain("Usage: /toolhealth [--json]");
  });

  test("RPC mode: the same as notices, and the counter as a status", async () => {
    await using server = await startModelServer(slips);
    await using workspace = await makeWorkspace(server.url);
    await using rpc = await startRpc(workspace);
    const run = await rpc.prompt("Go.");
    expect(run).toContainEqual(
      expect.objectContaining({ method: "setStatus", statusKey: "tool-recovery", statusText: "repaired 2" }),
    );
    for (const [command, shows] of [
      ["/toolrecovery last", "read-loose-json"],
      ["/toolrecovery log", "rename-alias"],
      ["/toolhealth", "repaired   50 %"],
    ] as const) {
      const records = await rpc.prompt(command);
      expect(records).toContainEqual(
        expect.objectContaining({ method: "notify", message: expect.stringContaining(shows) }),
      );
    }
  });

  test("a session in which nothing happened says so", async () => {
    const nothing = await runPi({ script: [], prompt: ["/toolrecovery last", "/toolrecovery log", "/toolhealth"] });
    expect(nothing.stderr).toBe(
      "No call was repaired in this session.\nNo call of this session was changed, refused or reported.\nNo model has sent a call that needed anything yet.\n",
    );
    expect(nothing.agentFile("state/tool-recovery/adaptation.json")).toBeUndefined();
  });
});

test("each call is counted once, however often the session is resumed or forked", async () => {
  await using server = await startModelServer([...slips, ...slips.slice(0, 1), say("Again.")]);
  await using workspace = await makeWorkspace(server.url);
  await runPiIn(workspace, server, {});
  for (let resumed = 0; resumed < 2; resumed++)
    await runPiIn(workspace, server, { prompt: "/toolrecovery status", args: ["-c"] });
  const again = await runPiIn(workspace, server, { args: ["-c"] });
  expect(again.requests).toHaveLength(2);
  const status = await runPiIn(workspace, server, { prompt: "/toolrecovery status", args: ["-c"] });
  expect(status.stderr).toContain("5 calls checked, 3 repaired");
  const health = await runPiIn(workspace, server, { prompt: "/toolhealth --json", args: ["-c"] });
  expect(JSON.parse(health.stderr).models).toMatchObject([{ calls: 5, repaired: 3, reported: 1, refused: 1 }]);
});

test("what is kept for the markers holds no credential, and nothing of a call that ran as sent", async () => {
  const run = await runPi({
    script: [slips[0] ?? [], call("write", { path: "d.txt", content: "plain" }), say("Done.")],
  });
  const kept = run.session.filter(({ customType }) => customType === "tool_call_sent");
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(TOKEN);
  expect(kept[0]).toMatchObject({
    data: {
      version: 1,
      sent: { arguments: { file_path: "notes.txt", content: "token [redacted]\n" } },
      changes: [{ before: "file_path", after: "path" }],
    },
  });
  expect(run.requests.map(({ text }) => text.includes("tool_call_sent"))).not.toContain(true);
});
