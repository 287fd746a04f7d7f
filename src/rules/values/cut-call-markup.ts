import { fits } from "../../core/fits.ts";
import { holdsContent } from "../../core/markup-tail.ts";
import type { ArgumentRule } from "../../core/rule.ts";
import { replaceBy } from "./reading/change.ts";
import { typed, untag } from "./reading/peel.ts";

/**
 * Call markup that leaked into a value: the closing tags it ends in, or the opening tag of the very parameter.
 * A value that fits and is content, code or a pattern keeps what looks like markup; so does one whose tags are opened in it.
 */
export const cutCallMarkup: ArgumentRule = {
  name: "cut-call-markup",
  confidence: "certain",
  level: "value",
  takes: "string",
  propose({ value, schema, root, key }) {
    if (typeof value !== "string" || !value.includes("<")) return [];
    if (fits(value, schema, root) && holdsContent(key, schema)) return [];
    const inner = untag(value, key);
    return replaceBy(inner === undefined ? undefined : typed(inner, schema, root));
  },
  examples: [
    {
      schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      sent: { city: "Rome</parameter>\n</function>\n</tool_call>" },
      runs: { city: "Rome" },
    },
    {
      schema: { type: "object", properties: { lang: { enum: ["en", "fr"] } } },
      sent: { lang: "<parameter=lang>\nen\n</parameter>" },
      runs: { lang: "en" },
    },
    {
      schema: { type: "object", properties: { year: { type: "integer" } } },
      sent: { year: "<arg_value>2018</arg_value>" },
      runs: { year: 2018 },
    },
    {
      schema: { type: "object", properties: { content: { type: "string" } } },
      sent: { content: "<a></parameter>" },
    },
    {
      schema: { type: "object", properties: { city: { type: "string" } } },
      sent: { city: "<parameter>Rome</parameter>" },
    },
    {
      schema: { type: "object", properties: { year: { type: "integer" } } },
      sent: { year: "<parameter=month>5</parameter>" },
    },
  ],
};
