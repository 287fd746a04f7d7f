import { isObject, type Json, type JsonObject } from "../../../core/json.ts";
import { findAnchoredEnd } from "./anchors.ts";
import { Cursor } from "./cursor.ts";
import { FAILED, type Reading } from "./failed.ts";
import { NUMBER, numberFrom } from "./numbers.ts";
import type { Path, Places } from "./places.ts";
import { isSame } from "./same.ts";

const SEMICOLON = 0x3b;

/** Deeper text is refused: no tool takes it, and reading it would exhaust the stack. */
const MAX_DEPTH = 1200;
/** Text with more values is refused: no tool takes that either. */
const MAX_VALUES = 50_000;

/**
 * Where a string value ends. `"quote"`: at the next quote that is not escaped. `"anchor"`: for texts whose inner quotes
 * are not escaped, at a quote behind which the next declared property or the end of the object stands.
 */
export type StringEnds = "quote" | "anchor";

/** An open object or list around the position. */
export type Frame = { readonly path: number; readonly members: Record<string, Json> | undefined };

const LITERALS: Readonly<Record<string, Json>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  TRUE: true,
  FALSE: false,
  NULL: null,
  undefined: null,
};
const NOT_A_VALUE = new Set(["NaN", "nan", "Infinity", "inf", "NaT", "NA", "NONE", "UNDEFINED"]);
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const BARE_VALUE = /[^\s,;{}[\]()"'`“”‘’<>]{1,512}/y;
const KEY = /(["'“”„‟‘’＂]?)([\p{L}\p{N}_$@][\p{L}\p{N}_$.@/-]{0,127})(["'“”„‟‘’＂]?)/uy;
const SEPARATOR = /:=|=>|[:：=]+/y;

type KeyForm = "quoted" | "bare" | "half";

/**
 * Reads JSON and the notations beside it: other quotes, bare keys, one missing quote of a key, Python and JavaScript
 * literals, comments, other spellings of numbers, missing, doubled and trailing commas. Fails wherever something would be
 * invented or lost: open strings and lists, a text that ends inside a number or behind a comma, a missing value, one key
 * with two values. Closers of objects may be missing at the end of the text.
 */
export class JsonReader extends Cursor {
  readonly #places: Places;
  readonly #ends: StringEnds;
  readonly #path: (string | number)[] = [];
  readonly #frames: Frame[] = [];
  #keyForm: KeyForm = "quoted";
  #values = 0;

  /** Whether every object that was read had its closing brace. */
  closed = true;

  /** @param path Where the value stands in the arguments. */
  constructor(text: string, places: Places, ends: StringEnds, at = 0, path: Path = []) {
    super(text, at);
    this.#places = places;
    this.#ends = ends;
    this.#path.push(...path);
  }

  /** The value at the position. A scalar at the very end of the text may be cut, so only strings and words count there. */
  value(): Reading<Json> {
    if (++this.#values > MAX_VALUES) return FAILED;
    this.skipSpace();
    const code = this.peek();
    if (code === 0x22) return this.#string();
    if (code === 0x7b) {
      this.at++;
      return this.members();
    }
    if (code === 0x5b || code === 0x28) return this.#list(code === 0x5b ? 0x5d : 0x29);
    if (this.atQuote()) return this.#string();
    return this.#scalar();
  }

  /** The members of an object behind its opening brace, and its closing brace. */
  members(): Reading<JsonObject> {
    if (this.#frames.length >= MAX_DEPTH) return FAILED;
    const members: Record<string, Json> = {};
    const path = this.#path.length;
    this.#frames.push({ path, members });
    let comma = true;
    let previous: Json | undefined;
    for (;;) {
      const gap = this.at;
      this.skipSpace();
      while (this.#takeComma()) comma = true;
      if (this.peek() === 0x7d) {
        this.at++;
        break;
      }
      if (this.atEnd) {
        if (comma || this.cut || this.#mayBeCut(previous)) return FAILED;
        this.closed = false;
        break;
      }
      if (this.peek() === 0x5d && !comma && this.#onlyClosersFollow()) {
        this.at++;
        continue;
      }
      const spaced = this.at > gap;
      const key = this.#key(comma, previous);
      if (key === FAILED) return FAILED;
      if (!comma && !this.#mayLackComma(key, previous, spaced, this.text.slice(gap, gap + 64))) return FAILED;
      this.#path.push(key);
      const value = this.value();
      this.#path.length = path;
      if (value === FAILED || !setMember(members, key, value)) return FAILED;
      previous = value;
      comma = false;
    }
    this.#frames.pop();
    return members;
  }

  /**
   * Whether the end of the text leaves it open what the last value was: a string that ends like something that goes on with
   * a quote, or an object that holds what was declared for the objects around it.
   */
  #mayBeCut(last: Json | undefined): boolean {
    if (typeof last === "string") return /[([{=:, ]$/.test(last);
    return last !== undefined && isObject(last) && this.#holdsOuterKeys(last);
  }

  #holdsOuterKeys(object: JsonObject): boolean {
    const outer = this.#frames.map(({ path }) => this.#places.names(this.#path.slice(0, path)));
    const key = Object.keys(this.#frames.at(-1)?.members ?? {}).at(-1) ?? "";
    const own = this.#places.names([...this.#path, key]);
    const last = Object.values(object).at(-1);
    return (
      Object.keys(object).some((name) => !own.has(name) && outer.some((names) => names.has(name))) ||
      (last !== undefined && isObject(last) && this.#holdsOuterKeys(last))
    );
  }

  #takeComma(): boolean {
    const code = this.peek();
    if (code !== 0x2c && code !== 0xff0c && code !== SEMICOLON) return false;
    this.at++;
    this.skipSpace();
    return true;
  }

  #onlyClosersFollow(): boolean {
    return /^[\s}\]]*$/.test(this.text.slice(this.at, this.at + 256)) && this.text.length - this.at < 256;
  }

  /**
   * Behind a string a missing comma and an unescaped quote look alike, so there the next key must be a declared one, or
   * stand quoted on a line of its own.
   */
  #mayLackComma(key: string, previous: Json | undefined, spaced: boolean, gap: string): boolean {
    if (this.#keyForm === "half") return false;
    if (typeof previous !== "string") return spaced || isObject(previous) || Array.isArray(previous);
    if (this.#places.names(this.#path).has(key)) return spaced || this.#keyForm === "quoted";
    return this.#keyForm === "quoted" && /^[^\S\n]*\n/.test(gap);
  }

  #key(comma: boolean, previous: Json | undefined): Reading<string> {
    this.#keyForm = "quoted";
    if (this.peek() === 0x22) {
      const end = this.text.indexOf('"', this.at + 1);
      if (end !== -1 && this.text.charCodeAt(end + 1) === 0x3a) {
        const key = this.text.slice(this.at + 1, end);
        if (!key.includes("\\")) {
          this.at = end + 2;
          if (this.peek() === 0x3a) this.#separator();
          return key;
        }
      }
    }
    const at = this.at;
    const plain = this.#plainKey();
    if (plain !== FAILED) return plain;
    this.at = at;
    if (!this.atQuote() || (!comma && typeof previous === "string")) return FAILED;
    const key = this.string();
    return key !== FAILED && key !== "" && this.#separator() ? key : FAILED;
  }

  #plainKey(): Reading<string> {
    KEY.lastIndex = this.at;
    const [token, opener = "", name = "", closer = ""] = KEY.exec(this.text) ?? [];
    if (token === undefined) return FAILED;
    this.#keyForm = opener === "" && closer === "" ? "bare" : opener === "" || closer === "" ? "half" : "quoted";
    this.at += token.length;
    if (opener === "'") this.singleQuotes = true;
    if (this.#keyForm === "half" && opener !== "" && this.peek() !== 0x3a) return FAILED;
    if (this.#separator()) return this.#keyForm === "half" && opener !== "" && this.#closesKey() ? FAILED : name;
    // A missing colon: only between a quoted, declared key and something that opens a value.
    const spaced =
      /\s/.test(this.text.charAt(this.at - 1)) || this.atQuote() || this.peek() === 0x7b || this.peek() === 0x5b;
    const opens = this.atQuote() || /[\w{[+-]/.test(this.text.charAt(this.at));
    return this.#keyForm === "quoted" && spaced && opens && this.#places.names(this.#path).has(name) ? name : FAILED;
  }

  /** Whether a quote with a colon behind it follows: the colon before it belongs to the key. */
  #closesKey(): boolean {
    return /^["'”’]\s*:/u.test(this.text.slice(this.at, this.at + 16));
  }

  #separator(): boolean {
    this.skipSpace();
    if (this.match(SEPARATOR) === undefined) return false;
    this.skipSpace();
    while (this.match(SEPARATOR) !== undefined) this.skipSpace();
    return true;
  }

  #list(closer: number): Reading<Json> {
    if (this.#frames.length >= MAX_DEPTH) return FAILED;
    this.at++;
    const items: Json[] = [];
    const path = this.#path.length;
    this.#frames.push({ path, members: undefined });
    let comma = true;
    for (;;) {
      const gap = this.at;
      this.skipSpace();
      const previous = items.at(-1);
      // Among numbers a semicolon may begin a row, or stand beside decimal commas.
      if (this.peek() === SEMICOLON && typeof previous === "number") return FAILED;
      while (this.#takeComma()) comma = true;
      if (this.peek() === closer) break;
      if (this.atEnd) return FAILED;
      if (!comma && !this.#mayLackItemComma(previous, gap)) return FAILED;
      this.#path.push(items.length);
      const value = this.value();
      this.#path.length = path;
      // Empty strings side by side may be the quotes of one string.
      if (value === FAILED || (!comma && (value === "" || previous === ""))) return FAILED;
      items.push(value);
      comma = false;
    }
    this.at++;
    this.#frames.pop();
    return items;
  }

  /** Between items a comma may be missing where blanks stand, or between the brackets of two objects. */
  #mayLackItemComma(previous: Json | undefined, gap: number): boolean {
    if (this.at === gap) return isObject(previous) && this.peek() === 0x7b;
    // `2 .5` may be one number.
    if (typeof previous === "number" && this.text.charAt(this.at) === ".") return false;
    return typeof previous !== "string" || this.text.slice(gap, this.at).trim() === "";
  }

  #string(): Reading<string> {
    const frame = this.#frames.at(-1);
    const key = this.#path.at(-1);
    if (this.#ends === "quote" || frame?.members === undefined || typeof key !== "string") return this.string();
    const quote = this.text.charAt(this.at);
    if (quote !== '"' && quote !== "'") return this.string();
    // Three quotes open a string of their own; with a fourth the text may begin with three.
    if (this.text.startsWith(quote.repeat(3), this.at) && this.text.charAt(this.at + 3) !== quote) return this.string();
    const names = this.#places.names(this.#path.slice(0, frame.path));
    if (names.size === 0) return this.string();
    return this.stringTo(
      findAnchoredEnd({
        text: this.text,
        at: this.at,
        quote,
        key,
        frames: this.#frames,
        path: this.#path,
        places: this.#places,
      }),
    );
  }

  #scalar(): Reading<Json> {
    const start = this.at;
    const last = this.#path.at(-1);
    const number = this.match(NUMBER);
    if (number !== undefined) {
      if (this.atEnd) return FAILED;
      if (this.#atDelimiter()) return this.#number(number, typeof last === "string" ? last : "");
      this.at = start;
      return this.#bareValue();
    }
    const word = this.match(WORD);
    if (word === undefined) return FAILED;
    if (Object.hasOwn(LITERALS, word) && (this.atEnd || this.#atDelimiter())) return this.#literal(word);
    if (word === "u" && this.atQuote()) return this.string();
    this.at = start;
    return this.#bareValue();
  }

  /** Where only text is taken, `True` is no `true`: the host would write out the word of the other language. */
  #literal(word: string): Reading<Json> {
    const value = LITERALS[word] ?? null;
    if (typeof value !== "boolean" || String(value) === word) return value;
    const types = this.#places.types(this.#path);
    return types?.has("string") === true && !types.has("boolean") ? FAILED : value;
  }

  #number(token: string, key: string): Reading<Json> {
    const value = Number(token);
    if (String(value) === token) return value;
    return this.#isInText() ? FAILED : numberFrom(token, this.#places.types(this.#path), key);
  }

  /** Whether an object or list stands where text is asked for: written out again, `1.10` would become another text. */
  #isInText(): boolean {
    return this.#frames.some(({ path }) => {
      const types = path === 0 ? undefined : this.#places.types(this.#path.slice(0, path));
      return types?.has("string") === true && !types.has("object") && !types.has("array");
    });
  }

  /** A value without quotes, where the schema wants a string or a boolean and a comma or bracket ends it. */
  #bareValue(): Reading<string> {
    const types = this.#places.types(this.#path);
    if (types === undefined || !(types.has("string") || types.has("boolean"))) return FAILED;
    const token = this.match(BARE_VALUE);
    if (token === undefined || NOT_A_VALUE.has(token) || /^\.\.\.?$|[:…]$/.test(token)) return FAILED;
    this.skipSpace();
    return !this.atEnd && ",}]".includes(this.text.charAt(this.at)) ? token : FAILED;
  }

  #atDelimiter(): boolean {
    return /[\s,;}\]()/#，]/.test(this.text.charAt(this.at));
  }
}

/** @returns Whether the key was free, or held the same value. */
function setMember(members: Record<string, Json>, key: string, value: Json): boolean {
  if (Object.hasOwn(members, key)) return isSame(members[key] ?? null, value);
  if (key !== "__proto__") members[key] = value;
  else Object.defineProperty(members, key, { value, enumerable: true, writable: true, configurable: true });
  return true;
}
