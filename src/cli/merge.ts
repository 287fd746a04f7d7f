import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { renderHtml } from "../replay/render-html.ts";
import { renderText } from "../replay/render-text.ts";
import { addReport, emptyReport, isReport } from "../replay/report.ts";
import type { Command } from "./io.ts";

const usage = `Usage: pi-tool-recovery merge REPORT.json… [--json] [--html FILE]

Adds up reports that \`replay --json\` wrote for disjoint files, such as the parts of --shard.

Exit codes: 0 done; 1 a file is not such a report; 2 wrong usage.`;

/** `merge`: the sum of replay reports. */
export const merge: Command = {
  usage,
  async run(argv, io) {
    const options = readOptions(argv);
    if (typeof options === "string") {
      io.err(`${options}\n\n${usage}`);
      return 2;
    }
    const total = emptyReport();
    for (const file of options.files) {
      try {
        const report: unknown = JSON.parse(readFileSync(file, "utf8"));
        if (!isReport(report)) throw new Error("not a report of `pi-tool-recovery replay --json`, version 1");
        addReport(total, report);
      } catch (error) {
        io.err(`${file}: ${error instanceof Error ? error.message : error}`);
        return 1;
      }
    }
    if (options.html !== undefined) writeFileSync(options.html, renderHtml(total));
    io.out(options.json ? JSON.stringify(total) : renderText(total));
    return 0;
  },
};

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
