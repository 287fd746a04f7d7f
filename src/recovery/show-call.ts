import { rawArguments, type ToolCall } from "../core/call.ts";
import { isArray, isObject, type Json, type JsonObject } from "../core/json.ts";
import { holdsCredential } from "../core/redact.ts";
import { createHandles, type Handles, MARK, privacyOf } from "./handles.ts";
import { showRawText } from "./show-raw-text.ts";

/** A call as it may stand in a prompt. */
export interface ShownCall {
  readonly name: string;
  /** JSON text of the arguments, or the raw text the model sent in their place. */
  readonly text: string;
  readonly form: "json" | "raw";
  readonly handles: Handles;
}

export interface Withheld {
  readonly withheld: string;
}

/** Characters of a shown call up to which it is sent. */
const MAX_CHARACTERS = 3000;
const MAX_NAME = 160;

/** The failing call without long values and credentials; `withheld` where they cannot be told from the rest. */
export function showCall(call: ToolCall): ShownCall | Withheld {
  if (call.name.length > MAX_NAME || holdsCredential(call.name)) return { withheld: "the name of the tool is no name" };
  const handles = createHandles();
  const form = call.argumentsError === undefined ? "json" : "raw";
  const text =
    call.argumentsError === undefined
      ? showArguments(call.arguments, handles)
      : showRawText(rawArguments(call.argumentsError), handles);
  if (text === undefined) return { withheld: "its long values cannot be told from the rest of the call" };
  if (text.length > MAX_CHARACTERS) return { withheld: "even without its long values the call is too large" };
  if (holdsCredential(text)) return { withheld: "the call holds what looks like a credential" };
  return { name: call.name, text, form, handles };
}

function showArguments(args: JsonObject, handles: Handles): string | undefined {
  if (usesMark(args)) return undefined;
  const shown = hide(args, "", handles);
  const whole = JSON.stringify(shown);
  return whole.length <= MAX_CHARACTERS ? whole : JSON.stringify(hideLarge(args, handles));
}

function usesMark(value: Json): boolean {
  if (isArray(value)) return value.some(usesMark);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, child]) => key.startsWith(MARK) || usesMark(child));
}

function hide(value: Json, key: string, handles: Handles): Json {
  if (typeof value === "string") {
    const privacy = privacyOf(value, key);
    return privacy === "shown" ? value : handles.hideText(value, privacy === "secret");
  }
  if (isArray(value)) return value.map((item) => hide(item, key, handles));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      privacyOf(name, "") === "shown" ? name : handles.hideKey(name),
      hide(child, name, handles),
    ]),
  );
}

/** Characters of a nested value from which on it is one handle as a whole. */
const LARGE = 400;

/** As `hide`, with every large list and object below the top behind one handle. */
function hideLarge(args: JsonObject, handles: Handles): Json {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => {
      const name = privacyOf(key, "") === "shown" ? key : handles.hideKey(key);
      const large = typeof value === "object" && value !== null && JSON.stringify(value).length > LARGE;
      return [name, large ? handles.hideContainer(value) : hide(value, key, handles)];
    }),
  );
}
