/** What others said in a session: a message of the model that repeats it quotes, and calls nothing. */
export interface HeardTexts {
  add(text: string): void;
  /** Oldest first. */
  all(): readonly string[];
}

/** Characters that are kept of one text and of all texts together; the oldest go first. */
const MAX_TEXT = 2_000_000;
const MAX_TEXTS = 8_000_000;

/** What any markup of calls has at least one of. */
const MARK = /[<[({]/;

export function createHeardTexts(): HeardTexts {
  const texts: string[] = [];
  let characters = 0;
  return {
    add(text) {
      const kept = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
      if (!MARK.test(kept)) return;
      texts.push(kept);
      characters += kept.length;
      while (characters > MAX_TEXTS) characters -= texts.shift()?.length ?? 0;
    },
    all: () => texts,
  };
}
