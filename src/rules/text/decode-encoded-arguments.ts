import type { Tool } from "../../core/call.ts";
import type { JsonObject } from "../../core/json.ts";
import type { TextRule } from "../../core/rule.ts";
import { encodedTexts } from "./reading/encodings.ts";
import { FAILED } from "./reading/failed.ts";
import { readObject } from "./reading/read-object.ts";

const schema = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "number" } },
  required: ["path"],
};

/** Levels of encoding that are undone. */
const MAX_LEVELS = 4;

/**
 * Arguments that were encoded once too often: a JSON string of JSON, `{\"path\": …}` with escaped quotes, HTML entities or percent
 * signs for the quotes, `{{…}}` of a template. Where the encoding can be undone in two ways with two results, both are proposed.
 */
export const decodeEncodedArguments: TextRule = {
  name: "decode-encoded-arguments",
  level: "text",
  confidence: "certain",
  propose: (text, tool) => decode(text, tool, MAX_LEVELS),
  examples: [
    { schema, sent: '"{\\"path\\": \\"a\\"}"', runs: { path: "a" } },
    { schema, sent: '{\\"path\\": \\"a\\", \\"limit\\": 2}', runs: { path: "a", limit: 2 } },
    { schema, sent: "{&quot;path&quot;: &quot;a&quot;}", runs: { path: "a" } },
    { schema, sent: '{{"path": "a"}}', runs: { path: "a" } },
    { schema, sent: '"{\\"path\\": \\"a\\"' },
    { schema, sent: '{\\"path\\": \\"C:\\\\new\\"}' },
  ],
};

function decode(text: string, tool: Tool, levels: number): readonly JsonObject[] {
  if (levels === 0) return [];
  return encodedTexts(text, tool).flatMap((inner) => {
    const object = readObject(inner, tool);
    return object === FAILED ? decode(inner, tool, levels - 1) : [object];
  });
}
