import type { Slip } from "./slip.ts";

/** One sentence that keeps a model from a slip, for its system prompt: at most 200 characters. */
export function lessonFrom({ form, tool, field, sent, right }: Slip): string {
  switch (form) {
    case "tool":
      return `Call tools by their exact names${sent && right ? `: \`${right}\`, not \`${sent}\`` : ""}.`;
    case "syntax":
      return "Send tool arguments as one strict JSON object: double quotes, no comments, no code fences.";
    case "wrapping":
      return "Send each parameter directly in the arguments, not inside another object or a JSON string.";
    case "name":
      return `Name parameters exactly as the tool declares them${sent && right ? `: \`${right}\`, not \`${sent}\`` : ""}.`;
    case "surplus":
    case "ignored":
      return `Send only parameters that the tool declares${sent ? `; \`${sent}\` is none${tool && ` of \`${tool}\``}` : ""}.`;
    case "empty":
      return `Leave optional parameters out instead of sending ${sent || "a placeholder"}.`;
    case "kind":
      return `Send ${right || "the declared kind of value"} where the tool declares it${sent && `, not ${sent}`}${example(tool, field)}.`;
    case "form":
      return `Send values exactly in the declared spelling and form${example(tool, field)}.`;
    default:
      return form satisfies never;
  }
}

function example(tool: string, field: string): string {
  return tool && field ? ` (\`${field}\` of \`${tool}\`)` : "";
}
