import type { Tool } from "../../../core/call.ts";
import { type Document, readDocument } from "./document.ts";
import type { Reading } from "./failed.ts";

interface Remembered {
  readonly text: string;
  readonly tool: Tool;
  readonly document: Reading<Document>;
}

let last: Remembered | undefined;

/** Reads a text once for all the rules that ask for it in turn. */
export function readLoose(text: string, tool: Tool): Reading<Document> {
  if (last?.text !== text || last.tool !== tool) last = { text, tool, document: readDocument(text, tool, "quote") };
  return last.document;
}
