import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { compareAnswers, speaksForHost } from "../../src/pi/agreement.ts";

type Answer = JsonObject | undefined;

test.each<[string, readonly (readonly [Answer, Answer])[], boolean]>([
  ["never asked", [], false],
  [
    "two answers",
    [
      [undefined, undefined],
      [{ a: 1 }, { a: 1 }],
    ],
    false,
  ],
  [
    "three answers",
    [
      [undefined, undefined],
      [{ a: 1 }, { a: 1 }],
      [{ a: { b: [2] } }, { a: { b: [2] } }],
    ],
    true,
  ],
  [
    "the host accepts more",
    [
      [undefined, undefined],
      [{ a: 1 }, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
    false,
  ],
  [
    "the host accepts less",
    [
      [undefined, { a: 1 }],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
    false,
  ],
  [
    "the host converts otherwise",
    [
      [{ a: 1 }, { a: "1" }],
      [{ a: 1 }, { a: 1 }],
      [{ a: 1 }, { a: 1 }],
      [{ a: 1 }, { a: 1 }],
    ],
    false,
  ],
])("%s", (_name, answers, speaks) => {
  const schema = { type: "object" };
  for (const [host, own] of answers) compareAnswers(schema, host, own);
  expect(speaksForHost(schema)).toBe(speaks);
});

test("a disagreement that comes late counts as well", () => {
  const schema = { type: "object" };
  for (let times = 0; times < 5; times++) compareAnswers(schema, undefined, undefined);
  expect(speaksForHost(schema)).toBe(true);
  compareAnswers(schema, {}, undefined);
  expect(speaksForHost(schema)).toBe(false);
});

test("each schema has to prove itself, and a boolean one never does", () => {
  const [one, other] = [{ type: "object" }, { type: "object" }];
  for (let times = 0; times < 5; times++) {
    compareAnswers(one, {}, {});
    compareAnswers(true, {}, {});
  }
  expect([one, other, true].map((schema) => speaksForHost(schema))).toEqual([true, false, false]);
});
