import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isReport } from "../replay/is-report.ts";
import { renderHtml } from "../replay/render-html.ts";
import { renderText } from "../replay/render-text.ts";
import { addReport, emptyReport, type Report } from "../replay/report.ts";
import type { Command } from "./io.ts";

const usage = `Usage: pi-tool-recovery merge REPORT.json… [--json] [--html FILE]

Adds up reports that \`replay --json\` wrote for disjoint files, such as the parts of --shard.

Exit codes: 0 done; 1 a file is not such a report, or the page could not be written; 2 wrong usage.`;

/** `merge`: the sum of replay reports. */
export const merge: Command = {
  usage,
  async run(argv, io) {
    const options = readOptions(argv);
    if (typeof options === "string") {
      io.err(`${options}\n\n${usage}`);
      return 2;
    }
    try {
      const total = emptyReport();
      for (const file of options.files) addReport(total, readReport(file));
      io.out(options.json ? JSON.stringify(total) : renderText(total));
      if (options.html !== undefined) writeFileSync(options.html, renderHtml(total));
      return 0;
    } catch (error) {
      io.err(error instanceof Error ? error.message : String(error));
      return 1;
    }
  },
};

/** @throws When the file cannot be read or holds something else. */
function readReport(file: string): Report {
  const value = parseJson(file, readFileSync(file, "utf8"));
  if (isReport(value)) return value;
  throw new Error(`${file}: not a report of \`pi-tool-recovery replay --json\`, version 1.`);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file}: not JSON.`);
  }
}

function readOptions(
  argv: readonly string[],
): { files: readonly string[]; json: boolean; html: string | undefined } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { json: { type: "boolean", default: false }, html: { type: "string" } },
    });
    return positionals.length === 0 ? "No report given." : { files: positionals, json: values.json, html: values.html };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
