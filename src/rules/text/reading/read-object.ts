import type { Tool } from "../../../core/call.ts";
import { isArray, type Json, type JsonObject } from "../../../core/json.ts";
import { readDocument } from "./document.ts";
import { FAILED, type Reading } from "./failed.ts";
import { readLoose } from "./loose-document.ts";
import { settleObjects } from "./settle.ts";

/** The one object a text stands for, in any of the ways in which objects are read: loose, repeated, in a list. */
export function readObject(text: string, tool: Tool): Reading<JsonObject> {
  const loose = readLoose(text, tool);
  const document = loose === FAILED ? readDocument(text, tool, "anchor") : loose;
  return document === FAILED ? FAILED : settleObjects(itemsOf(document), tool);
}

/** The items of a document that is one list; else its values. */
function itemsOf(document: readonly Json[]): readonly Json[] {
  const [root] = document;
  return document.length === 1 && root !== undefined && isArray(root) ? root : document;
}
