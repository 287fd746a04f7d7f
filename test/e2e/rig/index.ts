/**
 * The rig of the end-to-end tests: the real pi CLI with this extension, a scripted model over real HTTP on loopback, one
 * temporary folder a test, nothing left behind.
 *
 *     import { call, callsOf, resultsOf, runPi, say } from "./rig/index.ts";
 *
 *     test("a wrong parameter name", async () => {
 *       const run = await runPi({
 *         script: [call("write", { filename: "a.txt", content: "x" }), say("Done.")], // one turn per model request
 *         files: { "b.txt": "already there" },  // put into the working folder
 *         settings: { teach: false },           // tool-recovery.json
 *         env: { TOOLRECOVERY_BASE_URL: "…" },  // nothing else is inherited
 *       });
 *       expect(run.files["a.txt"]).toBe("x");                  // what is on disk afterwards
 *       expect(callsOf(run.messages)).toEqual([…]);            // the session file
 *       expect(run.requests[1]?.traffic).toEqual([…]);         // calls and results in the next provider request
 *       expect(run.exitCode).toBe(0);                          // also: stdout, stderr, events (mode: "json"), session
 *     });
 *
 * Options: `shape: "completions" | "responses" | "anthropic"`, `model: "main" | "thinker"`, `mode: "print" | "json"`,
 * `prompt`, `args`, `extensions`, `agentFiles`, `providers`, `stdin`, `timeoutMs`.
 *
 * A turn is a part, a list of parts (parallel calls, text, `think(…)`), `reply(parts, { stop: "length", waitMs, pieceMs,
 * usage })`, or a fault: `status(429)`, `hang`, `close`, `redirect(url)`, `raw(body)`. `call("edit", '{"path": ')` sends
 * the text as it is. A script may be a function of the request instead of a list. A second server (a recovery endpoint)
 * is `await using recovery = await startModelServer([…])`; its `url` goes into `env`, its `requests` are recorded.
 *
 * Sessions that go on, RPC and the terminal share a workspace:
 *
 *     await using server = await startModelServer([…]);
 *     await using workspace = await makeWorkspace(server.url, { files, settings });
 *     await runPiIn(workspace, server, { prompt: "first" });
 *     await runPiIn(workspace, server, { prompt: "second", args: ["-c"] });
 *     await using rpc = await startRpc(workspace);
 *     const records = await rpc.prompt("/toolrecovery status");
 *     // inside test.runIf(hasTmux)(…)
 *     await using terminal = await startTerminal(workspace, { width: 60 });
 *     await terminal.type("hello"); await terminal.press("Enter"); await terminal.waitFor("Done.");
 */
export {
  type RecordedRequest,
  type Script,
  type ScriptedTurn,
  startModelServer,
} from "./model-server.ts";
export { type Rpc, startRpc } from "./rpc.ts";
export {
  callsOf,
  extension,
  type Message,
  messagesIn,
  type Run,
  resultsOf,
  runPi,
  runPiIn,
  textOf,
} from "./run-pi.ts";
export type { ShapeName } from "./shape.ts";
export { hasTmux, startTerminal, type Terminal } from "./terminal.ts";
export { call, close, hang, type Part, raw, redirect, reply, say, status, type Turn, think } from "./turn.ts";
export { unpaired } from "./unpaired.ts";
export { makeWorkspace, repo, type Workspace } from "./workspace.ts";
