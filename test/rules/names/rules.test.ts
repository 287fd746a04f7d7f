import { describe, expect, test } from "vitest";
import { createEngine } from "../../../src/core/engine.ts";
import { libraryHost } from "../../../src/core/library-host.ts";
import { completeMcpName } from "../../../src/rules/names/complete-mcp-name.ts";
import { correctToolTypo } from "../../../src/rules/names/correct-tool-typo.ts";
import { matchToolSpelling } from "../../../src/rules/names/match-tool-spelling.ts";
import { matchToolWords } from "../../../src/rules/names/match-tool-words.ts";
import { stripToolAffix } from "../../../src/rules/names/strip-tool-affix.ts";
import { translateToolName } from "../../../src/rules/names/translate-tool-name.ts";
import { unwrapSingleCall } from "../../../src/rules/names/unwrap-single-call.ts";

const rules = [
  matchToolSpelling,
  stripToolAffix,
  completeMcpName,
  unwrapSingleCall,
  translateToolName,
  matchToolWords,
  correctToolTypo,
];

describe.each(rules)("$name", (rule) => {
  const engine = createEngine({ host: libraryHost, rules: [rule], switches: {}, aliases: {}, learned: () => [] });
  test.each(rule.examples)("$sent.name $sent.arguments", ({ tools, sent, runs }) => {
    const outcome = engine.decide(sent, new Map(tools.map((tool) => [tool.name, tool])));
    if (runs === undefined) expect(outcome.kind).toBe("refused");
    else expect(outcome).toMatchObject({ kind: "repaired", call: runs });
  });
});
