import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rulesPage } from "../scripts/rules-table.ts";

test("docs/rules.md is what the rules say (`npm run docs` writes it)", () => {
  expect(readFileSync(join(import.meta.dirname, "../docs/rules.md"), "utf8")).toBe(rulesPage());
});
