import { fits } from "../../core/fits.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";

/**
 * A link in markup where only its target fits the format or pattern: `<https://a.example>`, `[a@b.example](mailto:a@b.example)`.
 * Only when the link's text is its very target.
 */
export const stripLinkMarkup: ArgumentRule = {
  name: "strip-link-markup",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root }) {
    if (typeof value !== "string" || fits(value, schema, root)) return [];
    const target = targetOf(value.trim());
    return replaceBy(target !== undefined && fits(target, schema, root) ? target : undefined);
  },
  examples: [
    {
      schema: { type: "object", properties: { url: { type: "string", format: "uri" } } },
      sent: { url: "<https://a.example/x>" },
      runs: { url: "https://a.example/x" },
    },
    {
      schema: { type: "object", properties: { url: { type: "string", pattern: "^https?://" } } },
      sent: { url: "[https://a.example](https://a.example)" },
      runs: { url: "https://a.example" },
    },
    { schema: { type: "object", properties: { note: { type: "string" } } }, sent: { note: "[a](https://a.example)" } },
    {
      schema: { type: "object", properties: { url: { type: "string", format: "uri" } }, required: ["url"] },
      sent: { url: "[the second page](https://a.example)" },
    },
  ],
};

function targetOf(text: string): string | undefined {
  const angled = /^<([^<>\s]+)>$/.exec(text);
  if (angled !== null) return angled[1];
  const link = /^\[([^[\]]*)\]\(<?([^()<>\s]+)>?\)$/.exec(text);
  const [label, target] = [link?.[1], link?.[2]];
  return label === target || `mailto:${label}` === target ? label : undefined;
}
