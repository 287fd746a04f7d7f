import { expect, test } from "vitest";
import { filesReadIn } from "./rig/files-read.ts";
import { call, say } from "./rig/index.ts";

/** All that a session without calls reads: each file costs its user half a millisecond at every start of pi. */
const START_UP = [
  "src/core/json.ts",
  "src/index.ts",
  "src/pi/active-tools.ts",
  "src/pi/anchor-bleed.ts",
  "src/pi/app.ts",
  "src/pi/calls.ts",
  "src/pi/commands.ts",
  "src/pi/environment.ts",
  "src/pi/grammar.ts",
  "src/pi/hide-markup.ts",
  "src/pi/load.ts",
  "src/pi/model-flag.ts",
  "src/pi/other-repairers.ts",
  "src/pi/repair.ts",
  "src/pi/say.ts",
  "src/pi/settings.ts",
  "src/pi/signals/mark-rows.ts",
  "src/pi/state.ts",
  "src/pi/teach-rules.ts",
  "src/pi/text-protocol.ts",
  "src/pi/tool-definitions.ts",
  "src/pi/topic.ts",
];

test("a session without calls reads the hooks and nothing else", async () => {
  const read = await filesReadIn({ script: [say("Done.")] });
  expect(read.filter((path) => !START_UP.includes(path))).toEqual([]);
  expect(read).toContain("src/index.ts");
});

test("a session whose calls are all valid reads the core, the rules and the hooks only", async () => {
  const read = await filesReadIn({ script: [call("write", { path: "a.txt", content: "x" }), say("Done.")] });
  const places = new Set(read.map((path) => path.split("/").slice(0, 2).join("/")));
  expect([...places].toSorted()).toEqual([
    "node_modules/@earendil-works",
    "node_modules/jsonrepair",
    "src/core",
    "src/index.ts",
    "src/pi",
    "src/rules",
  ]);
});
