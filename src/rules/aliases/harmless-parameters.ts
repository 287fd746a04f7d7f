import { isCallNote, isNoOp } from "../../core/call-notes.ts";
import type { Json } from "../../core/json.ts";
import { foldName } from "../../core/name-words.ts";
import { isPlaceholder } from "../../core/placeholders.ts";

/** Parameters of other agents' tools that say why a call is made, how long it may take, or how its result is shown. */
const HARMLESS: ReadonlySet<string> = new Set(
  `description explanation summary toolsummary toolaction purpose goal activeform instruction instructions justification
  complexity codemarkdownlanguage targetlintererrorids safetoautorun waitforprevioustools verbose quiet
  timeout timeoutms timeoutsec timeoutseconds yieldtimems wait waitms waitmsbeforeasync blocking login tty interactive shell
  maxoutputtokens maxoutputlength maxoutputchars maxchars maxtokens
  outputmode outputformat responseformat format n linenumber linenumbers showlinenumbers withlinenumbers
  a b c beforecontext aftercontext contextbefore contextafter context contextlines
  encoding shouldreadentirefile readentirefile createdirs createdirectories createparents mkdir newfile isnewfile
  casesensitive`.split(/\s+/),
);

/** Parameters whose absence means true. */
const TRUE_UNLESS_SENT: ReadonlySet<string> = new Set(["casesensitive", "respectgitignore", "respectgitignored"]);

/** Whether a tool may ignore a parameter that the tool of another agent has. */
export function isHarmlessParameter(key: string, value: Json): boolean {
  const name = foldName(key);
  if (TRUE_UNLESS_SENT.has(name)) return value === true || value === null;
  // The folder that is worked in anyway.
  if (value === false || value === "." || value === "./" || isPlaceholder(value)) return true;
  return HARMLESS.has(name) || isNoOp(key, value) || isCallNote(key, value);
}
