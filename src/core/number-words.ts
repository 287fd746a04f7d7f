const UNITS = words(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  1,
  0,
);
const TENS = words("twenty thirty forty fifty sixty seventy eighty ninety", 10, 20);
const SCALES: ReadonlyMap<string, number> = new Map([
  ["thousand", 1_000],
  ["million", 1_000_000],
]);

/** The number that English number words spell, up to the millions: "zero", "twenty-one", "two hundred and five". */
export function numberOfWords(text: string): number | undefined {
  const [sign, spelled] = /^(?:minus|negative)\s+/i.test(text) ? [-1, text.replace(/^\S+\s+/, "")] : [1, text];
  const tokens = spelled.toLowerCase().split(/[\s-]+/);
  if (tokens.length > 12 || tokens[0] === "") return undefined;
  const value = sum(tokens);
  return value === undefined ? undefined : value === 0 ? 0 : sign * value;
}

function sum(tokens: readonly string[]): number | undefined {
  let total = 0;
  let ceiling = Number.POSITIVE_INFINITY;
  let group: string[] = [];
  for (const token of [...tokens, ""]) {
    const scale = token === "" ? 1 : SCALES.get(token);
    if (token === "and" && group.length === 0 && total > 0) continue;
    if (scale === undefined) {
      group.push(token);
      continue;
    }
    if (group.length === 0 && token === "" && total > 0) break;
    const value = belowThousand(group);
    if (value === undefined || scale >= ceiling || (scale > 1 && value === 0)) return undefined;
    total += value * scale;
    ceiling = scale;
    group = [];
  }
  return total;
}

/** One to three places: a unit, a ten, a ten with a unit, all of it after "… hundred" or "… hundred and". */
function belowThousand(tokens: readonly string[]): number | undefined {
  const [first = "", second, ...rest] = tokens;
  const unit = UNITS.get(first);
  if (second === "hundred") {
    if (unit === undefined || unit < 1 || unit > 9) return undefined;
    const tail = rest[0] === "and" ? rest.slice(1) : rest;
    if (rest.length === 0) return unit * 100;
    const below = belowHundred(tail);
    return below === undefined || below === 0 ? undefined : unit * 100 + below;
  }
  return belowHundred(tokens);
}

function belowHundred(tokens: readonly string[]): number | undefined {
  const [first = "", second] = tokens;
  if (tokens.length === 1) return UNITS.get(first) ?? TENS.get(first);
  const ten = TENS.get(first);
  const unit = UNITS.get(second ?? "");
  if (tokens.length !== 2 || ten === undefined || unit === undefined || unit < 1 || unit > 9) return undefined;
  return ten + unit;
}

function words(list: string, step: number, from: number): ReadonlyMap<string, number> {
  return new Map(list.split(" ").map((word, index) => [word, from + index * step]));
}
