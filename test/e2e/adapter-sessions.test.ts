import { join } from "node:path";
import { expect, test } from "vitest";
import { call, makeWorkspace, type Rpc, runPiIn, say, startModelServer, startRpc } from "./rig/index.ts";

const settings = { teach: false, aliases: { write: { path: ["zpath"] } } };

/** Writes whatever file the last user message names, by a broken call. */
function scribe() {
  return startModelServer(({ text, body }) => {
    const asked = [...text.matchAll(/write ([a-z]\.txt)/g)].at(-1)?.[1] ?? "none.txt";
    const { messages } = body as { readonly messages: readonly { readonly role: string }[] };
    return messages.at(-1)?.role === "tool" ? say("Done.") : call("write", { zpath: asked, content: asked });
  });
}

async function status(rpc: Rpc): Promise<string> {
  const since = rpc.records.length;
  await rpc.prompt("/toolrecovery status");
  const notice = await rpc.waitFor(({ method }) => method === "notify", { since });
  return String(notice.message);
}

test("new, forked and reopened sessions repair on, and each counts its own calls", async () => {
  await using server = await scribe();
  await using workspace = await makeWorkspace(server.url, { settings });
  await using rpc = await startRpc(workspace);
  await rpc.prompt("write a.txt");
  await rpc.prompt("write b.txt");
  expect(await status(rpc)).toContain("2 calls checked, 2 repaired");
  const { data } = await rpc.send({ type: "get_state" });
  const { sessionFile } = data as { sessionFile: string };

  await rpc.send({ type: "new_session" });
  expect(await status(rpc)).toContain("0 calls checked, 0 repaired");
  await rpc.prompt("write c.txt");
  expect(await status(rpc)).toContain("1 calls checked, 1 repaired");

  await rpc.send({
    type: "switch_session",
    sessionPath: join(workspace.sessionDir, sessionFile.split("/").at(-1) ?? ""),
  });
  const found = await rpc.send({ type: "get_fork_messages" });
  const { messages } = found.data as { messages: readonly { readonly entryId: string }[] };
  await rpc.send({ type: "fork", entryId: messages.at(-1)?.entryId });
  await rpc.prompt("write d.txt");
  expect(await status(rpc)).toContain("2 calls checked, 2 repaired");

  expect(Object.keys(await workspace.files()).toSorted()).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
  expect(rpc.records.filter(({ type }) => type === "extension_error")).toEqual([]);
  expect(rpc.stderr()).toBe("");
});

test("another repair extension is named once, in a run with it only", async () => {
  await using server = await startModelServer(() => say("Done."));
  await using workspace = await makeWorkspace(server.url, {
    files: {
      "pi-tool-repair/index.ts": `export default (pi) => pi.registerCommand("fix", { handler: async () => {} });`,
      "other/index.ts": `export default (pi) => pi.registerCommand("fix", { handler: async () => {} });`,
    },
  });
  const rival = await runPiIn(workspace, server, { prompt: "Go.", args: ["-e", "pi-tool-repair/index.ts"] });
  expect(rival.stderr.match(/is loaded too/g)).toHaveLength(1);
  expect(rival.stderr).toContain("pi-tool-repair");
  const plain = await runPiIn(workspace, server, { prompt: "Go.", args: ["-e", "other/index.ts"] });
  expect(plain.stderr).toBe("");
});
