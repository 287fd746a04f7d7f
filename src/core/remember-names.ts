/** How many names are remembered, and up to which length, before all are forgotten. */
const MAX_NAMES = 16_000;
const MAX_CHARACTERS = 100;

/** A function of a name that remembers its answers: the same few names are looked at for every call. */
export function rememberNames<T>(read: (name: string) => T, limit = MAX_NAMES): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const answer = read(name);
    if (name.length > MAX_CHARACTERS) return answer;
    if (known.size >= limit) known.clear();
    known.set(name, answer);
    return answer;
  };
}
