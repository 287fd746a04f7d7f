import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { compile, type JsonSchema } from "@earendil-works/pi-schema";
import { describe, expect, test } from "vitest";
import { parseSettings } from "../../src/pi/parse-settings.ts";
import { DEFAULT_SETTINGS } from "../../src/pi/settings.ts";

const shipped: JsonSchema = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../schema/tool-recovery.schema.json"), "utf8"),
);
const validator = compile(shipped);

const fitting: readonly (readonly [file: object, settings: object])[] = [
  [{}, {}],
  [
    { enabled: false, mode: "observe" },
    { enabled: false, mode: "observe" },
  ],
  [{ model: { provider: "a", id: "b/c" } }, { model: { provider: "a", id: "b/c" } }],
  [{ model: "a/b/c" }, { model: { provider: "a", id: "b/c" } }],
  [{ model: null }, { model: null }],
  [{ model: "" }, { model: null }],
  [{ rules: { "rename-alias": "off", x: "on" } }, { rules: { "rename-alias": "off", x: "on" } }],
  [{ tools: { write: "off" } }, { tools: { write: "off" } }],
  [{ aliases: { write: { path: ["file"] } } }, { aliases: { write: { path: ["file"] } } }],
  [
    { maxRecoveries: 0, maxRepeats: 0 },
    { maxRecoveries: 0, maxRepeats: 0 },
  ],
  [{ grammarRepair: { enabled: true } }, { grammarRepair: { ...DEFAULT_SETTINGS.grammarRepair, enabled: true } }],
  [{ failureMemory: "full" }, { failureMemory: "full" }],
  [{ textProtocol: { "a/b": true } }, { textProtocol: { "a/b": true } }],
  [
    { recoveryBaseUrl: "http://127.0.0.1:1/v1", recoveryModelId: "m" },
    { endpoint: { baseUrl: "http://127.0.0.1:1/v1", apiKey: null, modelId: "m" } },
  ],
];

const unfitting: readonly object[] = [
  { enabled: "yes" },
  { mode: "repairs" },
  { model: { provider: "a" } },
  { model: { provider: "", id: "b" } },
  { model: "just-a-name" },
  { rules: { x: "maybe" } },
  { tools: { write: "on" } },
  { aliases: { write: { path: "file" } } },
  { aliases: { write: ["file"] } },
  { maxRecoveries: -1 },
  { maxRecoveries: 1.5 },
  { teach: null },
  { grammarRepair: { maxCalls: 0 } },
  { grammarRepair: { mode: "drop" } },
  { anchorBleedModels: "glm" },
  { failureMemory: true },
  { textProtocol: { "a/b": "yes" } },
];

describe("what fits is taken, and the shipped schema agrees", () => {
  test.each(fitting)("%j", (file, settings) => {
    expect(parseSettings(file)).toEqual({
      settings: { ...DEFAULT_SETTINGS, ...settings },
      complaints: [],
      unknown: [],
    });
    expect(validator.check(file)).toBe(true);
  });
});

describe("what does not fit is named and replaced by its default, and the shipped schema rejects it", () => {
  test.each(unfitting)("%j", (file) => {
    const [key] = Object.keys(file);
    const { settings, complaints } = parseSettings(file);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(complaints).toEqual([expect.stringContaining(`"${key}" must be`)]);
    expect(validator.check(file)).toBe(false);
  });
});

test("the shipped schema knows the same keys and defaults", () => {
  const { properties } = shipped as { properties: Record<string, { default?: unknown }> };
  const { endpoint: _, grammarRepair, ...flat } = DEFAULT_SETTINGS;
  for (const [key, value] of Object.entries(flat)) expect(properties[key]?.default).toEqual(value);
  const nested = properties.grammarRepair as { properties: Record<string, { default?: unknown }> };
  for (const [key, value] of Object.entries(grammarRepair)) expect(nested.properties[key]?.default).toEqual(value);
});

test("unknown keys are told from known ones", () => {
  expect(parseSettings({ $schema: "x", enabled: true, colour: 1, constructor: 2 }).unknown).toEqual([
    "colour",
    "constructor",
  ]);
});

test("a key in the file is used, with a warning that does not repeat it", () => {
  const { settings, complaints } = parseSettings({ recoveryBaseUrl: "https://x.example/v1", recoveryApiKey: "sk-1" });
  expect(settings.endpoint).toEqual({ baseUrl: "https://x.example/v1", apiKey: "sk-1", modelId: null });
  expect(complaints).toEqual([expect.stringContaining("TOOLRECOVERY_API_KEY")]);
  expect(complaints.join()).not.toContain("sk-1");
});

test.each(["ftp://x", "not a url", "javascript:alert(1)"])("%s is no endpoint", (recoveryBaseUrl) => {
  const { settings, complaints } = parseSettings({ recoveryBaseUrl });
  expect(settings.endpoint).toBeNull();
  expect(complaints).toHaveLength(1);
});
