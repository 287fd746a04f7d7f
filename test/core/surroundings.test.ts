import { expect, test } from "vitest";
import { withoutSurroundings } from "../../src/core/surroundings.ts";

const OBJECT = '{"path": "a"}';

test.each([
  OBJECT,
  `\`\`\`json\n${OBJECT}\n\`\`\``,
  `~~~\n${OBJECT}\n~~~`,
  `Sure! I'll call the tool now.\n\n${OBJECT}`,
  `${OBJECT} Let me know if you need more.`,
])("%j is the object alone", (text) => {
  expect(withoutSurroundings(text).trim()).toBe(OBJECT);
});

test.each([
  `I read "a". ${OBJECT}`,
  `limit=5 ${OBJECT}`,
  `<path> ${OBJECT}`,
  `[1] ${OBJECT}`,
  `\`\`\`${OBJECT}\`\`\``,
  `\`\`\`json {"b": 1}\n${OBJECT}\n\`\`\``,
  "no object at all",
])("%j keeps what may say something", (text) => {
  expect(withoutSurroundings(text)).toBe(text);
});
