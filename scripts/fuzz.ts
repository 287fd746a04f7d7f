import { holdLaws } from "../test/core/hold-laws.ts";

const runs = Number(process.argv[2] ?? 100_000);
holdLaws(runs);
console.log(`${runs} generated calls: the laws hold`);
