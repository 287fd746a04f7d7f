import type { Json, JsonObject } from "../../../src/core/json.ts";

/** Ways to spoil the text of an arguments object, each of which leaves nothing out. `at` picks one of several places. */
export const faults: Readonly<Record<string, (args: JsonObject, at: number) => string>> = {
  "trailing comma": (args, at) => insert(args, at, "}]", (token) => `,${token}`),
  "doubled comma": (args, at) => insert(args, at, ",", (token) => token + token),
  "missing comma": (args, at) => insert(args, at, ",", () => "\n"),
  "missing colon": (args, at) => insert(args, at, ":", () => " "),
  "doubled colon": (args, at) => insert(args, at, ":", (token) => token + token),
  comment: (args, at) => insert(args, at, ",{", (token) => `${token} // see "docs", if needed\n`),
  "block comment": (args, at) => insert(args, at, ",{", (token) => `${token} /* it's "so" */`),
  "python notation": python,
  "typographic quotes": (args) => requote(args, (inner) => `“${inner.replaceAll('\\"', '"')}”`),
  "javascript quotes": (args) => requote(args, (inner) => `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`),
  "bare keys": (args) => JSON.stringify(args).replaceAll(/([{,])"(\w+)":/g, "$1$2:"),
  "key without its first quote": (args) => JSON.stringify(args).replace(/"(\w+)":/, '$1":'),
  "key without its last quote": (args) => JSON.stringify(args).replace(/"(\w+)":/, '"$1:'),
  fence: (args) => `Here you go:\n\n\`\`\`json\n${JSON.stringify(args)}\n\`\`\``,
  prose: (args) => `Sure, I'll do that: ${JSON.stringify(args)}\nDone.`,
  "byte order mark": (args) => `\ufeff${JSON.stringify(args)}`,
  sentinel: (args) => `${JSON.stringify(args)}<|im_end|>`,
  "bracket too many": (args) => `${JSON.stringify(args)}]}`,
  "empty object in front": (args) => `{}${JSON.stringify(args)}`,
  "sent twice": (args) => `${JSON.stringify(args)}\n${JSON.stringify(args)}`,
  "no opening brace": (args) => JSON.stringify(args).slice(1),
  "encoded twice": (args) => JSON.stringify(JSON.stringify(args)),
  "encoded three times": (args) => JSON.stringify(JSON.stringify(JSON.stringify(args))),
  "html entities": (args) =>
    JSON.stringify(args)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;"),
  "list around it": (args) => `[${JSON.stringify(args)}]`,
};

/** Ways that can leave it open what was meant: the object itself, or nothing. */
export const doubtful: Readonly<Record<string, (args: JsonObject, at: number) => string>> = {
  "quotes not escaped": (args) => requote(args, (inner) => `"${inner.replaceAll(/\\(.)/g, unescapeQuote)}"`),
  "escaped quotes": (args) => JSON.stringify(args).replaceAll('"', '\\"'),
  "escaped text": (args) => JSON.stringify(JSON.stringify(args)).slice(1, -1),
  "single quotes as they are": (args) => requote(args, (inner) => `'${inner.replaceAll('\\"', '"')}'`),
  "comma missing between neighbours": (args, at) => insert(args, at, ",", () => ""),
  "lost bracket": (args, at) => insert(args, at, "}]", () => ""),
  "wrong bracket": (args, at) => insert(args, at, "}]", (token) => (token === "}" ? "]" : "}")),
};

function unescapeQuote(whole: string, char: string): string {
  return char === '"' ? char : whole;
}

/** Replaces one token outside of strings. */
function insert(args: JsonObject, at: number, tokens: string, spoil: (token: string) => string): string {
  const text = JSON.stringify(args);
  const places: number[] = [];
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (inString && char === "\\") index++;
    else if (char === '"') inString = !inString;
    else if (!inString && tokens.includes(char)) places.push(index);
  }
  const place = places[at % places.length];
  if (place === undefined) return text;
  return text.slice(0, place) + spoil(text.charAt(place)) + text.slice(place + 1);
}

function requote(args: JsonObject, quote: (inner: string) => string): string {
  return JSON.stringify(args).replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => quote(inner));
}

function python(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return pythonString(value);
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${pythonString(key)}: ${python(member)}`)
    .join(", ")}}`;
}

function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replaceAll("\n", "\\n");
  return quote + escaped.replaceAll("\t", "\\t") + quote;
}
