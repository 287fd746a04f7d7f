// Writes docs/rules.md: every rule with the first sentence of its own documentation. `npm run docs`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "../src/core/rule.ts";
import { rules } from "../src/rules/index.ts";

const root = join(import.meta.dirname, "..");
const titles: Readonly<Record<Rule["level"], string>> = {
  name: "Tool names",
  text: "Raw argument text",
  envelope: "Envelopes",
  key: "Property names",
  value: "Values",
};

/** The page as it must stand in docs/rules.md. */
export function rulesPage(): string {
  const files = readdirSync(join(root, "src/rules"), { recursive: true, encoding: "utf8" });
  const parts = Object.entries(titles).map(([level, title]) => {
    const rows = rules.filter((rule) => rule.level === level).map((rule) => rowOf(rule, files));
    return `## ${title}\n\n| rule | |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return [
    "# Rules",
    "",
    "In the order in which they are tried. A rule's name is what settings, teaching and the journal call it:",
    '`"rules": { "<name>": "off" }` switches it off; a rule that guesses is off until it is switched `"on"`.',
    "",
    parts.join("\n"),
  ].join("\n");
}

function rowOf(rule: Rule, files: readonly string[]): string {
  const file = files.find((name) => name.endsWith(`/${rule.name}.ts`));
  if (file === undefined) throw new Error(`Rule "${rule.name}" has no file of its name.`);
  const source = readFileSync(join(root, "src/rules", file), "utf8");
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+: \w*Rule\b/.exec(source)?.[1];
  const lines = (comment ?? "").split("\n").map((line) => line.replace(/^\s*\*?\s?/, "").trim());
  const text =
    lines
      .join(" ")
      .trim()
      .split(/(?<=\.) (?=[A-Z])/, 1)[0] ?? "";
  if (text === "") throw new Error(`Rule "${rule.name}" has no documentation.`);
  const guess = rule.confidence === "guess" ? " *A guess: off by default.*" : "";
  return `| \`${rule.name}\` | ${text.replaceAll("|", "\\|")}${guess} |`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(join(root, "docs/rules.md"), rulesPage());
