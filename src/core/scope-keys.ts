import { isNoOp } from "./call-notes.ts";
import type { Json } from "./json.ts";
import { foldName } from "./name-words.ts";
import { isPlaceholder } from "./placeholders.ts";

/** Parameters that say where something is done; the folder the agent works in is where it is done anyway. */
const PLACES: ReadonlySet<string> = new Set(
  `cwd workdir workingdir workingdirectory currentdirectory currentdir currentworkingdirectory workspacedir execdir
  rundirectory`.split(/\s+/),
);

/** Parameters that say whether, how often or in which way something is done. */
const MANNERS: ReadonlySet<string> = new Set(
  `append appendmode dryrun simulate whatif checkonly validateonly previewonly replaceall replaceallmatches
  replacealloccurrences allowmultiple expectedreplacements occurrence runinbackground isbackground background detach
  insertline`.split(/\s+/),
);

/**
 * Whether a parameter changes what a call does rather than how its result looks: a tool that does not know it would do
 * something else than was asked.
 */
export function changesScope(key: string, value: Json): boolean {
  if (isPlaceholder(value) || value === false || value === "false" || isNoOp(key, value)) return false;
  const name = foldName(key);
  return PLACES.has(name) ? value !== "." && value !== "./" : MANNERS.has(name);
}
