import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findInputs, inputsOfShard, type Shard, totalBytes } from "../replay/find-inputs.ts";
import { renderHtml } from "../replay/render-html.ts";
import { renderText } from "../replay/render-text.ts";
import { replayInputs } from "../replay/replay-inputs.ts";
import type { Report } from "../replay/report.ts";
import type { Command } from "./io.ts";
import { createProgress } from "./progress.ts";

const usage = `Usage: pi-tool-recovery replay PATH… [options]

Reads pi session files (.jsonl, .jsonl.gz, whole folders), journals and failure corpora, and says for every recorded
call what today's rules would do with it. Nothing is written but the files you name; no recovery model is asked.

What became of a call then: failed, it was refused; distorted, it ran with another meaning; mended, an extension
changed it before it ran. What becomes of it today: repaired, needs model, refused; unknown where the file does not say
enough, such as the schema of the tool; else it runs as it was sent.

  --json           The report as JSON, as \`merge\` reads it
  --html FILE      Also write the report as one self-contained page
  --fixtures FILE  Also write a case file: each kind of slip once, with every value masked
  --since DATE     Only calls from this day on (2026-01-31)
  --model TEXT     Only models whose provider/model contains the text
  --jobs N         Worker threads (default 1)
  --shard I/N      Only the I-th of N parts of the files; add the parts up with \`merge\`

Exit codes: 0 done, also when some lines could not be read; 1 no file was found, no line could be read, or a file could
not be written; 2 wrong usage.`;

/** `replay`: what this version would have done with the calls of recorded sessions. */
export const replay: Command = {
  usage,
  async run(argv, io) {
    const options = readOptions(argv);
    if (typeof options === "string") {
      io.err(`${options}\n\n${usage}`);
      return 2;
    }
    try {
      const found = findInputs(options.paths);
      const inputs = options.shard === undefined ? found : inputsOfShard(found, options.shard);
      if (found.length === 0) {
        io.err(`No .jsonl or .jsonl.gz file in ${options.paths.join(", ")}.`);
        return 1;
      }
      const progress = createProgress(totalBytes(inputs));
      const { report, fixtures } = await replayInputs({
        inputs,
        since: options.since,
        model: options.model,
        wantsFixtures: options.fixtures !== undefined,
        jobs: options.jobs,
        onBytes: progress.advance,
      });
      progress.end();
      // Printed first: a file that cannot be written must not cost a long run its result.
      io.out(options.json ? JSON.stringify(report) : renderText(report));
      if (options.fixtures !== undefined)
        writeFileSync(options.fixtures, fixtures.map((line) => `${JSON.stringify(line)}\n`).join(""));
      if (options.html !== undefined) writeFileSync(options.html, renderHtml(report));
      return isUnreadable(report) ? 1 : 0;
    } catch (error) {
      io.err(error instanceof Error ? error.message : String(error));
      return 1;
    }
  },
};

function isUnreadable({ inputs }: Report): boolean {
  return inputs.invalidLines > 0 && inputs.invalidLines >= inputs.lines;
}

interface Options {
  readonly paths: readonly string[];
  readonly json: boolean;
  readonly html: string | undefined;
  readonly fixtures: string | undefined;
  readonly since: string;
  readonly model: string;
  readonly jobs: number;
  readonly shard: Shard | undefined;
}

function readOptions(argv: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        html: { type: "string" },
        fixtures: { type: "string" },
        since: { type: "string", default: "" },
        model: { type: "string", default: "" },
        jobs: { type: "string", default: "1" },
        shard: { type: "string" },
      },
    });
    if (positionals.length === 0) return "No path given.";
    const { since } = values;
    if (since !== "" && !isDay(since)) return `--since takes a day like 2026-01-31, not "${since}".`;
    const jobs = Number(values.jobs);
    if (!Number.isInteger(jobs) || jobs < 1 || jobs > 256)
      return `--jobs takes a whole number from 1 to 256, not "${values.jobs}".`;
    const shard = values.shard === undefined ? undefined : readShard(values.shard);
    if (typeof shard === "string") return shard;
    const { json, html, fixtures, model } = values;
    return { paths: positionals, json, html, fixtures, since, model, jobs, shard };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function readShard(text: string): Shard | string {
  const [index = Number.NaN, count = Number.NaN] = text.split("/").map(Number);
  const valid = Number.isInteger(index) && Number.isInteger(count) && index >= 1 && index <= count;
  return valid ? { index, count } : `--shard takes a part like 2/8, not "${text}".`;
}
