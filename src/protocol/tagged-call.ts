import { readJsonText } from "./read-json-text.ts";
import { attribute, callOf, cutOff, unescapeEntities, type Variant } from "./variant.ts";

const OPEN = /<pi:call\s+name\s*=\s*(?:"([^"]*)"|'([^']*)')\s*>/y;
const UNNAMED = /<pi:call[^<>]*>?/y;
const CLOSE = "</pi:call>";

/** The name in a tag, the arguments as JSON inside. A tag of our own: no model has learned another meaning for it. */
export const taggedCall: Variant = {
  name: "tagged-call",
  shape: '<pi:call name="NAME">{"ARGUMENT": VALUE}</pi:call>',
  note: "The arguments are one JSON object.",
  openers: ["<pi:call"],
  opener: "<pi:call(?=[\\s>])",
  isFence: false,
  render: ({ name, arguments: args }) => `<pi:call name="${attribute(name)}">${JSON.stringify(args)}${CLOSE}`,
  read(source, at) {
    const open = source.match(OPEN, at);
    const inside = at + (open ?? source.match(UNNAMED, at) ?? "<")[0].length;
    const body = readJsonText(source, inside, CLOSE);
    const close = source.skipSpace(body?.end ?? inside);
    const end = source.text.startsWith(CLOSE, close) ? close + CLOSE.length : (body?.end ?? inside);
    if (open === undefined) return { kind: "unnamed", end };
    const name = unescapeEntities(open[1] ?? open[2] ?? "");
    return body === undefined ? cutOff(source, inside, name) : { kind: "call", call: callOf(name, body.text), end };
  },
};
