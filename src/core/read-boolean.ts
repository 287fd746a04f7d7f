const TRUE = new Set(["true", "yes", "y", "on", "t", "1"]);
const FALSE = new Set(["false", "no", "n", "off", "f", "0"]);

/** The boolean an English word or its first letter says. "enabled", "none" and the like say more, and have none. */
export function readBoolean(text: string): boolean | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!;,]$/, "");
  return TRUE.has(word) ? true : FALSE.has(word) ? false : undefined;
}
