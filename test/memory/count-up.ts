import { openStore } from "../../src/memory/store.ts";

/** Adds one to a counter in a store as often as told: `node count-up.ts <file> <name> <times>`. */
const [, , file = "", name = "", times = "0"] = process.argv;

const store = openStore<Readonly<Record<string, number>>>({
  file,
  version: 1,
  empty: {},
  parse: (data) => data as Readonly<Record<string, number>>,
  report: (_key, message) => {
    console.error(message);
    process.exitCode = 1;
  },
  times: { waitMs: 30_000, staleMs: 15_000 },
});
for (let turn = 0; turn < Number(times); turn++) {
  const { kind } = await store.update((counts) => ({
    ...counts,
    [name]: (counts[name] ?? 0) + 1,
    all: (counts.all ?? 0) + 1,
  }));
  if (kind !== "written") throw new Error(`update ${turn} of ${name} was ${kind}`);
}
