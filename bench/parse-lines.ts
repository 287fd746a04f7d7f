// Parses every line of the session files in a folder and does nothing more: what `bench/replay.ts` compares with.
import { findInputs } from "../src/replay/find-inputs.ts";
import { readLines } from "../src/replay/read-lines.ts";

for (const { path } of findInputs(process.argv.slice(2))) {
  await readLines(path, { onLine: parse, onOversized: () => {}, onBytes: () => {} });
}

function parse(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    // The corpus holds cut lines on purpose.
  }
}
