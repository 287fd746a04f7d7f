import { describe, expect, test } from "vitest";
import type { Tool } from "../../../src/core/call.ts";
import { decodeEncodedArguments } from "../../../src/rules/text/decode-encoded-arguments.ts";
import { endStringsAtKeys } from "../../../src/rules/text/end-strings-at-keys.ts";
import { fillOnlyProperty } from "../../../src/rules/text/fill-only-property.ts";
import { mergeRepeatedObjects } from "../../../src/rules/text/merge-repeated-objects.ts";
import { readArgumentLines } from "../../../src/rules/text/read-argument-lines.ts";
import { readLooseJson } from "../../../src/rules/text/read-loose-json.ts";
import { readNamedArguments } from "../../../src/rules/text/read-named-arguments.ts";
import { readTaggedArguments } from "../../../src/rules/text/read-tagged-arguments.ts";
import { repairJsonSyntax } from "../../../src/rules/text/repair-json-syntax.ts";
import { unwrapRootList } from "../../../src/rules/text/unwrap-root-list.ts";

const rules = [
  readLooseJson,
  mergeRepeatedObjects,
  unwrapRootList,
  decodeEncodedArguments,
  readTaggedArguments,
  endStringsAtKeys,
  readNamedArguments,
  readArgumentLines,
  fillOnlyProperty,
  repairJsonSyntax,
];

describe.each(rules)("$name", (rule) => {
  test.each(rule.examples)("$sent", ({ schema, sent, runs }) => {
    const tool: Tool = { name: "t", description: "", parameters: schema };
    const readings = rule.propose(sent, tool);
    if (runs === undefined) expect(new Set(readings.map((reading) => JSON.stringify(reading))).size).not.toBe(1);
    else expect(readings).toEqual([runs]);
  });
});
