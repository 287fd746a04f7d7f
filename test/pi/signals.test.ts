import type { SessionEntry } from "@earendil-works/pi-coding-agent";
import { visibleWidth } from "@mariozechner/pi-tui";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import type { Decision, Edit } from "../../src/core/outcome.ts";
import { diagnose } from "../../src/pi/diagnostics.ts";
import { type CallRecord, recordOf } from "../../src/pi/signals/call-record.ts";
import { openRecords } from "../../src/pi/signals/records.ts";
import { oneLine, shownText, shownValue } from "../../src/pi/signals/shown-value.ts";
import { bar, percent } from "../../src/pi/view/bar.ts";
import { markerLines } from "../../src/pi/view/call-marker.ts";
import { describeRecord, summarize } from "../../src/pi/view/describe-record.ts";
import { diffLines } from "../../src/pi/view/line-diff.ts";
import { createLog } from "../../src/pi/view/show-log.ts";
import { toText } from "../../src/pi/view/styled.ts";

const plain = { fg: (_colour: string, text: string) => text };
const rename: Edit = { rule: "rename-alias", level: "key", path: "/path", before: "file_path", after: "path" };

function repaired(id: string, file: string, edits: readonly [Edit, ...Edit[]] = [rename]): Decision {
  const call = { id, name: "write", arguments: { path: file, content: "x" } };
  return {
    at: 0,
    provider: "p",
    model: "m",
    source: "native",
    sent: { id, name: "write", arguments: { file_path: file, content: "x" } },
    outcome: { kind: "repaired", call, edits, findings: [] },
  };
}

const recordFor = (decision: Decision): CallRecord => {
  const record = recordOf(decision, false);
  if (record === undefined) throw new Error("no record");
  return record;
};

describe("what the user is shown of a value", () => {
  const token = `ghp_${"aB3dE6gH9j".repeat(4)}`;

  test.each<readonly [string, Json, Json]>([
    ["a plain value", { a: 1, b: [true, null, "x"] }, { a: 1, b: [true, null, "x"] }],
    ["a credential", { header: `Bearer ${token}` }, { header: "Bearer [redacted]" }],
    ["a secretly named value", { db: { password: "hunter2" } }, { db: { password: "[redacted]" } }],
    [
      "a list of secrets",
      { tokens: ["abc"], token: ["abc", "def"] },
      { tokens: ["abc"], token: ["[redacted]", "[redacted]"] },
    ],
    ["a long text", "a ".repeat(300), `${"a ".repeat(200)}… (600 characters)`],
    ["a long list", Array.from({ length: 50 }, () => 0), [...Array.from({ length: 40 }, () => 0), "… 10 more"]],
  ])("%s", (_what, value, shown) => {
    expect(shownValue(value)).toEqual(shown);
  });

  test("a text of megabytes is looked at only as far as it is shown", () => {
    expect(shownText(`${token} ${"x".repeat(5_000_000)}`).slice(0, 12)).toBe("[redacted] x");
  });

  test("nothing in one line can move the cursor or turn the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe("records", () => {
  /** A branch as pi writes it: what is kept of the call, before or after its message. */
  function branch(decisions: readonly Decision[], keptFirst: boolean): SessionEntry[] {
    const records = openRecords([]);
    return decisions.flatMap((decision, at): SessionEntry[] => {
      const kept = records.add(decision, false);
      const base = { id: `${at}`, parentId: null, timestamp: "" };
      const diagnostic = diagnose(decision);
      const message = {
        role: "assistant",
        provider: "p",
        model: "m",
        stopReason: "toolUse",
        timestamp: at,
        content: [{ type: "toolCall", ...decision.outcome.call }],
        diagnostics: diagnostic === undefined ? [] : [diagnostic],
      };
      const entries = [
        ...(kept === undefined ? [] : [{ ...base, type: "custom", customType: kept.type, data: kept.data }]),
        { ...base, type: "message", message },
      ];
      return JSON.parse(JSON.stringify(keptFirst ? entries : entries.toReversed()));
    });
  }

  test.each([true, false])("of a session that goes on are those of the session, kept first: %s", (keptFirst) => {
    const decisions = [repaired("call_0", "a.txt"), repaired("call_1", "b.txt")];
    const found = openRecords(branch(decisions, keptFirst)).all;
    expect(found.map(({ at: _, ...record }) => record)).toEqual(
      decisions.map((decision) => {
        const { at: _, ...record } = recordFor(decision);
        return record;
      }),
    );
  });

  test("a call that was found in text is shown as such, also in a session that goes on", () => {
    const call = { id: "call_0", name: "write", arguments: { path: "a.txt", content: "x" } };
    const found: Decision = { ...repaired("call_0", "a.txt"), source: "text", outcome: { kind: "untouched", call } };
    const decision = { ...found, sent: call };
    expect(openRecords([]).add(decision, false)).toBeUndefined();
    for (const record of [recordFor(decision), ...openRecords(branch([decision], true)).all]) {
      expect(markerLines(record, 80, plain)).toEqual(["[call found in text]"]);
      expect(toText([summarize(record)])).toMatch(/^\S+ from text write/);
      expect(toText(describeRecord(record))).toMatch(/source {3}written as text\n\n {2}write \{\n {4}"path": "a\.txt"/);
    }
    const both = openRecords(branch([{ ...repaired("call_1", "b.txt"), source: "text" }], true)).all;
    expect(both.map((record) => markerLines(record, 80, plain))).toEqual([
      ["[call found in text]", "[repaired arguments] rename-alias", "  path: file_path → path"],
    ]);
  });

  test("of an id that is used again are told apart by their arguments", () => {
    const records = openRecords(branch([repaired("call_0", "a.txt"), repaired("call_0", "b.txt")], true));
    expect(records.find("call_0", { path: "a.txt", content: "x" })?.sent).toEqual({
      arguments: { file_path: "a.txt", content: "x" },
    });
    expect(records.find("call_0", { path: "b.txt", content: "x" })?.sent).toEqual({
      arguments: { file_path: "b.txt", content: "x" },
    });
    expect(records.find("call_0", { path: "c.txt", content: "x" })).toBeUndefined();
    expect(records.find("call_9", {})).toBeUndefined();
  });

  test("without what was kept, rules and places are still known", () => {
    const entries = branch([repaired("call_0", "a.txt")], true).filter(({ type }) => type === "message");
    const [record] = openRecords(entries).all;
    expect(record).toMatchObject({
      sent: null,
      rules: ["rename-alias"],
      changes: [{ path: "/path", before: null, after: null }],
    });
    expect(toText(describeRecord(record as CallRecord))).toContain("is not in this session");
  });

  test("entries that are not ours are left alone", () => {
    const foreign = {
      type: "custom",
      customType: "tool_call_sent",
      data: { version: 9 },
      id: "x",
      parentId: null,
      timestamp: "",
    };
    expect(openRecords([foreign as SessionEntry]).all).toEqual([]);
  });
});

describe("the marker fits", () => {
  const values = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constant("日本語".repeat(40)),
    fc.constant("👩‍👩‍👧 ".repeat(30)),
  );

  test("any width, any text", () => {
    fc.assert(
      fc.property(values, values, fc.integer({ min: 12, max: 200 }), (before, after, width) => {
        const record = recordFor(
          repaired("c", "a", [{ rule: "read-number", level: "value", path: "/limit", before, after }]),
        );
        for (const text of markerLines(record, width, plain)) expect(visibleWidth(text)).toBeLessThanOrEqual(width);
      }),
    );
  });

  test("both values are seen in 40 columns", () => {
    const edit: Edit = {
      rule: "r",
      level: "value",
      path: "/edits",
      before: `"${"a".repeat(90)}"`,
      after: `[${"b".repeat(90)}]`,
    };
    expect(markerLines(recordFor(repaired("c", "a", [edit])), 40, plain)[1]).toBe(
      '  edits: "aaaaaaaaaaaa… → [bbbbbbbbbbbb…',
    );
  });
});

describe("line diff", () => {
  test("shows what changed between what stayed", () => {
    expect(
      diffLines(["{", " a", " b", "}"], ["{", " A", " b", " c", "}"]).map(
        ({ kind, text }) => `${{ same: " ", removed: "-", added: "+" }[kind]}${text}`,
      ),
    ).toEqual([" {", "- a", "+ A", "  b", "+ c", " }"]);
  });

  test("holds both texts whole", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before, after);
        expect(diff.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(before);
        expect(diff.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(after);
      }),
    );
  });

  test("texts of thousands of lines are not compared one by one", () => {
    const many = (letter: string) => Array.from({ length: 5_000 }, (_, at) => `${letter}${at}`);
    expect(diffLines(many("a"), many("b"))).toHaveLength(10_000);
  });
});

test.each([
  [0, "", "0 %"],
  [0.0001, "▏", "<1 %"],
  [0.5, "████", "50 %"],
  [0.9999, "███████▉", ">99 %"],
  [1, "████████", "100 %"],
])("a share of %d", (share, drawn, said) => {
  expect([bar(share, 8), percent(share)]).toEqual([drawn, said]);
});

describe("the log", () => {
  const records = ["a.txt", "b.txt", "c.txt"].map((file, at) => recordFor(repaired(`call_${at}`, file)));

  test("newest first, moves, opens and comes back", () => {
    const log = createLog(records, "");
    expect(log.content()).toMatchObject({
      title: "Tool calls · 3",
      chosen: 0,
      rows: records.toReversed().map(summarize),
    });
    log.press("down");
    log.press("confirm");
    expect(toText(log.content().rows)).toContain('"path": "b.txt"');
    expect(log.press("cancel")).toBe("stay");
    expect(log.content().chosen).toBe(1);
    for (let step = 0; step < 9; step++) log.press("pageDown");
    expect(log.content().chosen).toBe(2);
    expect(log.press("cancel")).toBe("done");
  });

  test("filters as one types, and an empty list opens nothing", () => {
    const log = createLog(records, "");
    for (const typed of "Refused") log.press({ typed });
    expect(log.content()).toMatchObject({ title: "Tool calls · 0 with “refused”", chosen: 0 });
    log.press("confirm");
    expect(toText(log.content().rows)).toBe("None.");
    for (const _ of "refused") log.press("erase");
    expect(log.content().title).toBe("Tool calls · 3");
  });
});
