/** Where a credential stands in a text: start and end, the end exclusive. */
export type Span = readonly [start: number, end: number];

/**
 * Where a token may begin: not inside a word, but right after an escape of JSON or of a URL (`\n`, `%3D`), whose letter
 * is not part of the word.
 */
const TOKEN_START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=%[0-9A-Fa-f]{2}))`;

/** A credential by its own form. The named group `secret` narrows what counts; `looks` settles what a pattern cannot. */
interface Shape {
  readonly pattern: RegExp;
  readonly looks?: (secret: string) => boolean;
}

/** Prefixes that only tokens have, by the alphabet that follows. */
const plainPrefixes = [
  "(?:sk|pk|rk)_(?:live|test)_",
  "whsec_",
  "gh[pousr]_",
  "npm_",
  "hf_",
  "gsk_",
  "r8_",
  "dop_v1_",
  "doo_v1_",
  "shp(?:at|ca|pa|ss)_",
  "rubygems_",
  "lin_api_",
  "ntn_",
  "sbp_",
  "re_",
  "SK(?=[0-9a-f]{32})",
  "key-(?=[0-9a-f]{32})",
];
const dashedPrefixes = [
  "sk-",
  "github_pat_",
  "gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas)-",
  "pypi-",
  "xai-",
  "pplx-",
  "nvapi-",
  "tvly-",
  "dckr_pat_",
  "figd_",
  "PMAK-",
  "GOCSPX-",
  "glsa_",
  "hv[sbr]\\.",
  "ya29\\.",
  "1//0",
  "ATATT3",
  "ATBB",
  "AGE-SECRET-KEY-1",
  "dp\\.pt\\.",
  "sq0(?:csp|atp|idp)-",
];

const shapes: readonly Shape[] = [
  { pattern: shape(`(?:${plainPrefixes.join("|")})[A-Za-z0-9]{16,}`), looks: isToken },
  { pattern: shape(`(?:${dashedPrefixes.join("|")})[A-Za-z0-9_-]{16,}`), looks: isToken },
  { pattern: shape(`xox[a-z]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,}`), looks: isMixed },
  { pattern: shape(`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`) },
  { pattern: shape(`AIza[A-Za-z0-9_-]{30,}`) },
  { pattern: shape(`eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]{4,}){1,2}(?:\\.[A-Za-z0-9_-]*){0,2}`) },
  { pattern: shape(`SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}`) },
  { pattern: shape(`[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}`) },
  { pattern: shape(`[0-9]{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])`), looks: isMixed },
  { pattern: /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9/_]{16,}/g },
  { pattern: /(?<=discord(?:app)?\.com\/api\/webhooks\/)[0-9]{8,20}\/[\w-]{16,}/g },
  { pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,60}-----|$)/g },
  { pattern: /(?<=(?:\b|\\[nrtbf])bearer(?:\s|%20|\+){1,3})(?<secret>[A-Za-z0-9._~+/=-]{8,})/gi, looks: isMixed },
  {
    pattern: /(?<=(?:\b|\\[nrtbf])basic(?:\s|%20){1,3})(?<secret>[A-Za-z0-9+/_-]{6,}={0,2})/gi,
    looks: isUserAndPassword,
  },
  { pattern: /(?<=:\/\/[^\s/:@"'<>`]{0,128}:)(?<secret>[^\s/@"'<>`]{1,256})(?=@[\w[{$])/g, looks: isGiven },
  { pattern: /(?<=:\/\/)(?<secret>[^\s/:@"'<>`]{16,256})(?=@[\w[])/g, looks: isMixed },
  {
    pattern:
      /(?<=[?&;](?:[Xx]-(?:Amz|Goog)-(?:Signature|Security-Token|Credential)|[Ss]ignature|sig|hmac|hdnts|se?cret|access_?token|id_token|refresh_token|auth_?token|token|auth|api_?key|apikey|AWSAccessKeyId|password|pwd)=)(?<secret>[^&\s"'#<>`;]{4,})/g,
    looks: isGiven,
  },
  { pattern: /(?<=[?&]key=)(?<secret>[^&\s"'#<>`;]{16,})/g, looks: isMixed },
];

/** Every token, key and password that shows by its own form or by the syntax around it. Spans may overlap. */
export function* tokenSpans(text: string): Generator<Span> {
  for (const { pattern, looks } of shapes) {
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret ?? match[0];
      if (looks === undefined || looks(secret)) yield [match.index, match.index + secret.length];
    }
  }
}

/** Whether a value was given at all: not a placeholder, and not a reference to where the value is kept. */
export function isGiven(value: string): boolean {
  return !REFERENCE.test(value) && !PLACEHOLDER.test(value);
}

/** `$NAME`, `${NAME}`, `{{ name }}`, `{name}`, `<name>`, `%NAME%`, `%s`, and our own mask. */
const REFERENCE = /^(?:\$[\w{(]|\{|<|%[A-Za-z_]\w*%?$|\[redacted)/;
const PLACEHOLDER = /^(?:\*+|x{3,}|X{3,}|\.{3,}|…|your[-_ ].*|REDACTED|redacted|masked|hidden|none|null|undefined)$/;

/** What follows a prefix of tokens: mixed, or longer than any word. */
function isToken(token: string): boolean {
  return isMixed(token) || /[A-Za-z0-9]{24}/.test(token);
}

/** Letters beside a digit, or both cases inside a word: what a random token shows and a name of words does not. */
function isMixed(token: string): boolean {
  return isGiven(token) && /[A-Za-z]/.test(token) && (/[0-9]/.test(token) || /[a-z][A-Z]+[a-z]/.test(token));
}

function isUserAndPassword(encoded: string): boolean {
  try {
    return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return false;
  }
}

function shape(source: string): RegExp {
  return new RegExp(`${TOKEN_START}(?:${source})`, "g");
}
