/** A word or quoted text that stands in a residue as a value. */
export interface Residual {
  /** The key in front of it; `""` when there is none. */
  readonly key: string;
  readonly text: string;
  readonly quoted: boolean;
}

/** Says whether a value that is left over is accounted for. */
export interface Accounts {
  value(residual: Residual): boolean;
  /** @param rest What follows the key and its sign. */
  key(key: string, rest: string): boolean;
  /** Whether a word is a key of the result. */
  isKey(word: string): boolean;
}

/**
 * What is left over of a text once its pieces are found, and is not mere structure: punctuation of JSON and its
 * look-alikes, keys, tags, fences, comments, and what `accounts` takes.
 * @param residue The text with `\0` for each piece.
 * @param whole Whether the text is the call itself: prose around its one object is then no content.
 * @returns The first thing that would be lost, or `undefined`.
 */
export function findLost(residue: string, whole: boolean, accounts: Accounts): string | undefined {
  if (residue.length > MAX_CHARACTERS) return residue.slice(0, 40);
  let text = whole ? withoutProse(residue.replaceAll(THOUGHT, " ")) : residue;
  text = text.replaceAll(TAGGED_KEY, " ").replaceAll(LINE_BREAK, "\n").replaceAll(BLOCK_HEAD, "");
  text = text.replaceAll(FENCE, "$1").replaceAll(COMMENT, "$1").replaceAll(INSIGNIFICANT, "\0");
  text = text.replaceAll(PIECE_AS_KEY, TAG_MARK);
  text = withoutKnownTexts(text, accounts).replaceAll(TAG, ` ${TAG_MARK} `);
  let key = "";
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word === TAG_MARK) {
      // What stands between tags belongs to them, not to a key before them.
      key = "";
      continue;
    }
    const sign = KEY_SIGN.exec(text.slice(index + word.length, index + word.length + 8));
    if (sign === null) {
      if (MISSING_SIGN.test(text.slice(index + word.length, index + word.length + 40)) && accounts.isKey(word)) {
        key = word;
        continue;
      }
      if (!accounts.value({ key, text: word, quoted: false })) return word;
    } else {
      key = word;
      const from = index + word.length + sign[0].length;
      if (!accounts.key(key, text.slice(from, from + 40))) return key;
    }
  }
  return undefined;
}

/** Characters of a residue up to which it is read: structure never fills so many. */
const MAX_CHARACTERS = 60_000;
/** A key between tags; where the text itself is a key, its opening tag is missing. */
const TAGGED_KEY = /(?:<\w*key\w*>|^)[^<>]{0,100}<\/\w*key\w*>/g;
const LINE_BREAK = /(?<!\\)\\{1,16}[nrt](?![\w])/g;
/** What opens a block of YAML. */
const BLOCK_HEAD = /(?<=:[ \t]?)\|-?(?=[ \t]*\n[ \t]*\0)/g;
const FENCE = /(^|\n)[ \t]*(?:```|~~~)(?:[\w-]*|\0)[ \t]*(?=\n|$)/g;
/** What a model thinks before it calls. */
const THOUGHT = /<(think|thinking|thought|reasoning)>[^<]{0,20000}<\/\1>/gi;
const COMMENT = /(^|[\s,{[}\]\0"'])(?:\/\*[\s\S]{0,2000}?\*\/|\/\/[^\n]*|#[^\n]*)/g;
/** A zero time behind a date, the target of a link, a bullet, a last stop, and anchors of a pattern. */
const INSIGNIFICANT =
  /\0[T ]?(?:00)?:00(?::00)?(?:\.0+)?(?:Z|\+00:00)?|\0\]\([^()\n]*\)|(?:^|(?<=\n))\s*(?:[-*•–]|\d+[.)])\s+\0|(?:^|(?<=\n))\s*[-*•–]\s+(?=[A-Za-z"'])|\0[.,;]\s*$|^\^\0?|\0?\$$/g;
/** Stands where a tag stood. */
const TAG_MARK = "\u0001";
/** A piece in the place of a key. */
const PIECE_AS_KEY = /\0(?=["'”’`\\]{0,4}\s{0,3}(?::(?!\/\/)|=))/g;
const TAG = /<[^<>]{0,200}>/g;
const WORD = /[^\s{}[\](),:=;"'“”‘’`\\<>|\0\u200b\ufeff\u2060\u00a0]+/g;
/** A quoted key whose colon is missing: a value begins behind it. */
const MISSING_SIGN = /^["'”’][ \t\n\r]{0,32}(?:[\0"'“‘{[\d+-]|(?:true|false|null)\b)/i;
const KEY_SIGN = /^["'”’`\\]{0,4}\s{0,3}(?::(?!\/\/)|=)/;

/** Without what stands before the first and after the last bracket, when every piece stands between them. */
function withoutProse(text: string): string {
  const start = text.search(/[{[<]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"), text.lastIndexOf(">")) + 1;
  if (start === -1 || end <= start) return text;
  const [head, tail] = [text.slice(0, start), text.slice(end)];
  return (holdsPieces(head) ? head : "") + text.slice(start, end) + (holdsPieces(tail) ? tail : "");
}

/** Whether a text around the brackets holds a piece, or an argument without quotes: `, limit=5)`. */
function holdsPieces(text: string): boolean {
  return text.includes("\0") || /(?:^|[(,\s])\w{1,64}\s?=\s?[\w.+-]{1,64}\s?(?:[,)]|$)/.test(text);
}

const QUOTED = /(\\{0,3})(["'])((?:(?!\2)[^\\\0]|\\(?!\2).){1,4000}?)\1\2/gs;
const KEYED =
  /(["'“”‘’`\\]{0,4})([\w.-]{1,64})["'“”‘’`\\]{0,4}\s{0,3}[:=]\s{0,3}(?:"((?:[^"\\\0]|\\.){0,4000})"|'((?:[^'\\\0]|\\.){0,4000})'|([\w.+-]{1,64})|(\{\s*\}|\[\s*\]))/gs;

/** Removes quoted texts that are accounted for as a whole, with the key in front of them. */
function withoutKnownTexts(text: string, accounts: Accounts): string {
  const keyed = text.replaceAll(KEYED, (pair, open, key: string, double, single, bare, empty) => {
    const value: string = double ?? single ?? bare ?? empty ?? "";
    return accounts.value({ key, text: value, quoted: (double ?? single) !== undefined }) ? `${open}${key}: ` : pair;
  });
  return keyed.replaceAll(QUOTED, (quoted, _escape, _quote, inner: string, offset: number, all: string) => {
    const after = all.slice(offset + quoted.length, offset + quoted.length + 8);
    return /[\p{L}\p{N}]/u.test(inner) &&
      !/^\s{0,3}[:=]/.test(after) &&
      // Between the quotes of two texts stands no text.
      !/^\s*[,:]|[,:]\s*$/.test(inner) &&
      accounts.value({ key: "", text: inner, quoted: true })
      ? " "
      : quoted;
  });
}
