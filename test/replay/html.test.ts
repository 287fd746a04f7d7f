import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderHtml } from "../../src/replay/render-html.ts";
import { count, emptyCounts, emptyReport, entryOf, modelOf, type Report } from "../../src/replay/report.ts";

const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (browser === undefined) console.warn("The page of the replay report is not tested: no Chromium in /usr/bin.");

function sample(): Report {
  const report = emptyReport();
  for (const [model, tool, calls, failed] of [
    ["groq/llama", "write", 120, 30],
    ["groq/llama", "mcp__notes__a_very_long_tool_name_that_does_not_wrap_by_itself_anywhere_on_a_phone", 10, 2],
    ["local/<script>alert(1)</script>", "read", 50, 5],
  ] as const) {
    const entry = modelOf(report, model);
    entry.roundTrips++;
    entry.tokens += 100;
    Object.assign(entryOf(entry.tools, tool, emptyCounts), {
      calls,
      failed,
      fine: calls - failed,
      repaired: failed - 1,
      refused: 1,
    });
    count(entry.rules, "rename-key-alias", failed - 1);
  }
  modelOf(report, "groq/llama").inText.recovered = 4;
  report.journal["groq/llama"] = { calls: 90, outcomes: { repaired: 12 }, rules: {} };
  count(report.corpus.codes, "failed: execution exit_1", 8);
  count(report.shapes, "/edits/0/oldText: required, wants string, got missing", 3);
  for (let day = 1; day <= 28; day++) {
    report.days[`2026-02-${String(day).padStart(2, "0")}`] = { calls: 50, slips: day, repaired: Math.floor(day / 2) };
  }
  return report;
}

test("the page asks nothing of the network and escapes what files hold", () => {
  const html = renderHtml(sample());
  expect(html).not.toMatch(/(?:src|href)\s*=|https?:|@import|url\(/);
  expect(html).not.toContain("<script>alert");
});

test("an empty report is a page too", () => {
  expect(renderHtml(emptyReport())).toContain("No calls found.");
});

describe.runIf(browser !== undefined)("in a browser", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "page-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the script finds in the page, at a window width in pixels. */
  function ask(script: string, width: number): unknown {
    const page = join(folder, "page.html");
    const probe = `<script>document.body.dataset.answer = JSON.stringify((() => { ${script} })());</script>`;
    writeFileSync(page, renderHtml(sample()).replace("</body>", `${probe}</body>`));
    const dom = execFileSync(
      browser ?? "",
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        `--user-data-dir=${join(folder, "profile")}`,
        `--window-size=${width},900`,
        "--dump-dom",
        pathToFileURL(page).href,
      ],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, HOME: folder } },
    );
    const answer = /data-answer="([^"]*)"/.exec(dom)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    return JSON.parse(answer ?? "null");
  }

  test.each([390, 800, 1600])("nothing sticks out at %i pixels", (width) => {
    expect(ask("return document.documentElement.scrollWidth - document.documentElement.clientWidth;", width)).toBe(0);
  });

  test("the filter hides rows that do not hold every word", () => {
    const script = `
      const box = document.querySelector("#filter");
      const shown = (text) => {
        box.value = text;
        box.dispatchEvent(new Event("input"));
        return [...document.querySelectorAll("#tools tbody tr")].filter((row) => !row.hidden).length;
      };
      return [shown(""), shown("GROQ"), shown("groq write"), shown("nothing")];`;
    expect(ask(script, 800)).toEqual([3, 2, 1, 0]);
  });

  test("totals, bars and days are there", () => {
    const script = `return [...document.querySelectorAll(".card b")].map((card) => card.textContent)
      .concat(document.querySelectorAll(".row").length, document.querySelectorAll("svg g").length);`;
    expect(ask(script, 800)).toEqual(["180", "37", "91.9 %", "0", "3", "300", 3, 28]);
  });
});
