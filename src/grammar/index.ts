import { deepseek } from "./families/deepseek.ts";
import { dsml } from "./families/dsml.ts";
import { gemma } from "./families/gemma.ts";
import { glm } from "./families/glm.ts";
import { granite } from "./families/granite.ts";
import { harmony } from "./families/harmony.ts";
import { hermes } from "./families/hermes.ts";
import { invoke } from "./families/invoke.ts";
import { json } from "./families/json.ts";
import { kimi } from "./families/kimi.ts";
import { llama } from "./families/llama.ts";
import { minimaxText } from "./families/minimax-text.ts";
import { mistral } from "./families/mistral.ts";
import { olmo } from "./families/olmo.ts";
import { pythonic } from "./families/pythonic.ts";
import { qwen3Coder } from "./families/qwen3-coder.ts";
import type { Family } from "./family.ts";

/** Every text grammar. Where several could read the same place, the first one that finds a call wins. */
export const families: readonly Family[] = [
  dsml, // marks nobody else uses
  deepseek, // before kimi: an ASCII copy of its marks looks like Kimi's
  kimi,
  harmony,
  llama,
  mistral,
  gemma,
  invoke, // before hermes and olmo, which share its outer tags
  qwen3Coder, // before hermes and glm, which share its outer tag
  hermes,
  granite, // the tag form is hermes' own; the mark form is not
  glm, // a bare name in the shared tag, so after all that look for more
  minimaxText,
  olmo,
  json, // without marks: only when named
  pythonic,
];

/** The families that are read: those named, else all that need not be named. Names nobody has are passed over. */
export function selectFamilies(names: readonly string[] | undefined): readonly Family[] {
  if (names === undefined || names.length === 0) return families.filter((family) => family.use === "default");
  return families.filter((family) => names.includes(family.name));
}
