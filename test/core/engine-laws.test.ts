import { test } from "vitest";
import { holdLaws } from "./hold-laws.ts";

test("the laws hold for generated schemas and calls", () => {
  holdLaws(3000);
});
