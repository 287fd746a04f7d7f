import { isObject, type JsonObject } from "../core/json.ts";
import { DEFAULT_SETTINGS, type FileEndpoint, type Settings } from "./settings.ts";

/** Settings read from JSON, with a sentence for every value that could not be used. */
export interface ParsedSettings {
  readonly settings: Settings;
  readonly complaints: readonly string[];
  /** Keys nobody knows. They stay in the file. */
  readonly unknown: readonly string[];
}

/** What a key of the file must look like: the value as the settings hold it, or `undefined` when it does not fit. */
interface Shape {
  readonly expected: string;
  read(value: unknown): unknown;
}

const onOff = oneOf("on", "off");

const SHAPES: { readonly [Key in Exclude<keyof Settings, "endpoint">]: Shape } = {
  enabled: flag(),
  mode: oneOf("repair", "observe"),
  model: {
    expected: 'null or { "provider": "…", "id": "…" }',
    read: readModel,
  },
  rules: mapOf(onOff),
  tools: mapOf(oneOf("off")),
  aliases: mapOf(mapOf(texts())),
  maxRecoveries: count(),
  teach: flag(),
  logging: flag(),
  grammarRepair: fields({
    enabled: flag(),
    mode: oneOf("recover", "strip"),
    families: texts(),
    models: texts(),
    maxCalls: count(1),
  }),
  anchorBleedModels: texts(),
  failureMemory: oneOf("off", "gate", "full"),
  maxRepeats: count(),
  textProtocol: mapOf(flag()),
};

/** Keys of an older extension that used the same file. */
const ENDPOINT_KEYS = ["recoveryBaseUrl", "recoveryApiKey", "recoveryModelId"] as const;

/** @param file The parsed content of the file; anything but an object counts as empty, with a complaint. */
export function parseSettings(file: unknown): ParsedSettings {
  if (!isObject(file)) {
    return { settings: DEFAULT_SETTINGS, complaints: ["The settings must be a JSON object."], unknown: [] };
  }
  const read: Record<string, unknown> = {};
  const complaints: string[] = [];
  for (const [key, shape] of Object.entries(SHAPES)) {
    if (!Object.hasOwn(file, key)) continue;
    const value = shape.read(file[key]);
    if (value === undefined) complaints.push(`"${key}" must be ${shape.expected}; the default is used.`);
    else read[key] = value;
  }
  const grammarRepair = { ...DEFAULT_SETTINGS.grammarRepair, ...(read.grammarRepair as object | undefined) };
  const endpoint = readEndpoint(file, complaints);
  const known = new Set(["$schema", ...Object.keys(SHAPES), ...ENDPOINT_KEYS]);
  const unknown = Object.keys(file).filter((key) => !known.has(key));
  return { settings: { ...DEFAULT_SETTINGS, ...read, grammarRepair, endpoint } as Settings, complaints, unknown };
}

function readEndpoint(file: JsonObject, complaints: string[]): FileEndpoint | null {
  const [baseUrl, apiKey, modelId] = ENDPOINT_KEYS.map((key) => {
    const value = Object.hasOwn(file, key) ? file[key] : undefined;
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  });
  if (apiKey) {
    complaints.push(
      '"recoveryApiKey" is a key in a plain file: move it to the environment variable TOOLRECOVERY_API_KEY and delete it here.',
    );
  }
  if (!baseUrl) return null;
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
    complaints.push('"recoveryBaseUrl" must be an http or https address; it is not used.');
    return null;
  }
  return { baseUrl, apiKey: apiKey ?? null, modelId: modelId ?? null };
}

/** The older extension kept the model as `provider/id`. */
function readModel(value: unknown): unknown {
  if (value === null || value === "") return null;
  if (typeof value === "string") {
    const slash = value.indexOf("/");
    return slash > 0 && slash < value.length - 1
      ? { provider: value.slice(0, slash), id: value.slice(slash + 1) }
      : undefined;
  }
  if (!isObject(value) || typeof value.provider !== "string" || typeof value.id !== "string") return undefined;
  return value.provider !== "" && value.id !== "" ? { provider: value.provider, id: value.id } : undefined;
}

function flag(): Shape {
  return { expected: "true or false", read: (value) => (typeof value === "boolean" ? value : undefined) };
}

function count(least = 0): Shape {
  return {
    expected: `a whole number from ${least} up`,
    read: (value) => (Number.isInteger(value) && Number(value) >= least ? value : undefined),
  };
}

function oneOf(...words: readonly string[]): Shape {
  return {
    expected: words.map((word) => `"${word}"`).join(" or "),
    read: (value) => (typeof value === "string" && words.includes(value) ? value : undefined),
  };
}

function texts(): Shape {
  return {
    expected: "a list of strings",
    read: (value) => (Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined),
  };
}

function mapOf(inner: Shape): Shape {
  return {
    expected: `an object of name → ${inner.expected}`,
    read(value) {
      if (!isObject(value)) return undefined;
      const entries = Object.entries(value).map(([key, item]) => [key, inner.read(item)] as const);
      return entries.some(([, item]) => item === undefined) ? undefined : Object.fromEntries(entries);
    },
  };
}

/** Known fields of a nested object; fields it does not know are left out. */
function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  const expected = Object.entries(shapes).map(([key, shape]) => `"${key}": ${shape.expected}`);
  return {
    expected: `an object with ${expected.join(", ")}`,
    read(value) {
      if (!isObject(value)) return undefined;
      const read: Record<string, unknown> = {};
      for (const [key, shape] of Object.entries(shapes)) {
        if (!Object.hasOwn(value, key)) continue;
        const item = shape.read(value[key]);
        if (item === undefined) return undefined;
        read[key] = item;
      }
      return read;
    },
  };
}
