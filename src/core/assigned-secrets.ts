import { isGiven, type Span } from "./credential-shapes.ts";

/** The name and the sign of `name = value` in code, environment files, headers, YAML and (also escaped) JSON. */
const ASSIGNMENT = /(?<![\w.-])(?:(?<=\\)[nrtbf])?([\w.-]{2,80})(\\{0,3}["'`]?\]?\s{0,3}(?:=>|:=|[=:])\s{0,3})/g;
const QUOTED_VALUE = /\\{0,3}["'`]([^"'`\n\\]{1,1024})/dy;
const BARE_VALUE = /([^\s"'`,;&|(){}[\]<>]{1,1024}[([]?)/dy;

/** Values that follow a word without a sign; the named group is the secret. */
const PHRASES: readonly RegExp[] = [
  /(?<=(?:\b|\\[nrtbf])curl\b[^\n|;&]{0,200}\s(?:-u|--user)[ =]?["']?[^\s:"']{1,64}:)(?<secret>[^\s"']{1,256})/g,
  /(?<=(?:\b|\\[nrtbf])login\s{1,4}\S{1,128}\s{1,4}password\s{1,4})(?<secret>\S{1,256})/g,
  /(?<=(?:\b|\\[nrtbf])authorization["'\\]{0,3}\s?[:=]\s{0,3}["'\\]{0,3}[A-Za-z][\w-]{2,20}\s)(?<secret>[^\s"'\\,;]{6,1024})/gi,
  /(?<=(?:^|\n|\\n)[ \t-]{0,40}(?:password|passwd|pwd|passphrase):[ \t]{1,3})(?<secret>[a-z][\w-]{4,64})(?=[ \t]{0,8}(?:$|\r?\n|\\n))/g,
  /(?<=<(?:password|passwd|secret|token|apiKey|api-key)>)(?<secret>[^<>\s]{3,256})(?=<\/)/gi,
  /(?<=(?:\b|\\[nrtbf])(?:mysql|mysqldump|mysqladmin)\b[^\n|;&]{0,200}\s-p)(?<secret>[^\s"']{3,128})/g,
  /(?<=(?:\b|\\[nrtbf])sshpass\s-p\s?["']?)(?<secret>[^\s"']{2,256})/g,
  /(?<=(?<![\w-])--?(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|secret|token|api-?key|access-key|secret-key)\s{1,3}["']?)(?<secret>[^\s"'`-][^\s"'`]{2,256})/gi,
];

/** The values of variables, keys, flags and headers whose name says that the value is secret. */
export function* assignedSecrets(text: string): Generator<Span> {
  const assignments = new RegExp(ASSIGNMENT);
  for (let match = assignments.exec(text); match !== null; match = assignments.exec(text)) {
    const [, name = "", gap = ""] = match;
    if (!isSecretName(name)) continue;
    const span = valueAt(text, assignments.lastIndex, name, gap);
    if (span === undefined) continue;
    yield span;
    assignments.lastIndex = span[1];
  }
  for (const phrase of PHRASES) {
    for (const { index, groups, 0: whole } of text.matchAll(phrase)) {
      const secret = groups?.secret ?? whole;
      if (isGiven(secret) && !isPath(secret) && !TYPE_WORD.test(secret)) yield [index, index + secret.length];
    }
  }
}

function valueAt(text: string, at: number, name: string, gap: string): Span | undefined {
  QUOTED_VALUE.lastIndex = at;
  const quoted = QUOTED_VALUE.exec(text);
  if (quoted !== null) return isSecretText(quoted[1] ?? "", name) ? quoted.indices?.[1] : undefined;
  BARE_VALUE.lastIndex = at;
  const bare = BARE_VALUE.exec(text);
  return bare !== null && isSecretWord(bare[1] ?? "", name, gap) ? bare.indices?.[1] : undefined;
}

const SECRET_WORDS = new Set(
  "password passwd pwd pass passphrase secret secrets token apikey authtoken accesstoken auth authorization credential privatekey secretkey accesskey pgpassword".split(
    " ",
  ),
);
const KEY_QUALIFIERS = new Set(
  "api access private secret encryption signing account master auth ssh subscription storage service deploy admin app client".split(
    " ",
  ),
);

/** Whether the last word of a name is one for a secret: `DB_PASSWORD`, `clientSecret`, `x-api-key`; not `token_count`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_.-]+/)
    .filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (last === "key") return KEY_QUALIFIERS.has(before);
  if (last === "id") return before === "session";
  if (last === "cookie") return words.length === 1 || before === "set" || before === "session";
  return SECRET_WORDS.has(last) || last === "sessionid" || /(?:password|secret|token|apikey)$/.test(last);
}

/** Names of types and of schemes that stand where a value would. */
const TYPE_WORD =
  /^(?:string|str|number|boolean|bool|object|array|integer|int|bytes|any|unknown|optional|required|true|false|bearer|basic|password|text|include|omit|same-origin)\b[?|]?/i;

function isSecretText(value: string, name: string): boolean {
  if (value.trim().length < 3 || !isGiven(value.trim())) return false;
  if (isPath(value) || isName(value, name)) return false;
  if (/^[A-Za-z]+(?:\s|$)/.test(value) && TYPE_WORD.test(value)) return false;
  // A sentence: a label, a help text or an error message, not a passphrase of a few words.
  return value.split(/\s+/).length <= 6 && !/^[A-Z][a-z]+ [a-z]+|[.?!:…]$/.test(value);
}

function isSecretWord(value: string, name: string, gap: string): boolean {
  if (value.length < 3 || !isGiven(value) || isPath(value) || isName(value, name)) return false;
  if (/[([]$/.test(value) || TYPE_WORD.test(value) || /^[\d.,_]+$/.test(value)) return false;
  const variable = /^[A-Z][A-Z0-9_]*$/.test(name) && gap === "=";
  if (variable) return true;
  // `user.password`, `process.env.TOKEN`, `TOKENS::Bearer`: code that reads a value.
  if (/^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+[!?]?$/.test(value)) return false;
  const symbols = /[0-9].*[A-Za-z]|[A-Za-z].*[0-9]|[!#%^*~+/@$=]/.test(value);
  if (symbols) return true;
  return gap === "=" && /^[a-z][a-z_]*$/.test(name) && value.length >= 5 && !/^[A-Z]/.test(value);
}

function isPath(value: string): boolean {
  return /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|file:|https?:\/\/[^@?]*$)/.test(value);
}

/** Whether a value only repeats the name it is given to: `password=password`, `token: "TOKEN"`. */
function isName(value: string, name: string): boolean {
  const fold = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  return fold(value) === fold(name) && /^[A-Za-z_-]+$/.test(value);
}
