export type { Tool, ToolCall } from "./core/call.ts";
export type { Edit, Failure, Finding, Outcome } from "./core/outcome.ts";
