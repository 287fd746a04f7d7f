/** Words that runtimes and templates put in front of a tool's name, with a separator between. */
export const namePrefixes: ReadonlySet<string> = new Set(
  `function functions tool tools default_api defaultapi api builtin builtins native repo_browser multi_tool_use namespace
  assistant commentary analysis call invoke use recipient recipient_name name tool_name tool_call function_call toolcall
  functioncall to container workspace default action client agent actions`.split(/\s+/),
);

/** Those of them that count even where the separator is one that names hold themselves: `functions_read`, `tool-read`. */
export const joinedPrefixes: ReadonlySet<string> = new Set(
  "function functions tool tools default_api builtin".split(" "),
);

/** Words that models append to a tool's name. */
export const nameSuffixes: ReadonlySet<string> = new Set("tool function func fn call".split(" "));

/** Names that say nothing about which tool is meant. */
export const genericNames: ReadonlySet<string> = new Set(
  `tool tools function functions call toolcall toolcalls tooluse functioncall functioncalls invoke usetool calltool runtool executetool
  calfunction callfunction multitooluse action`.split(/\s+/),
);
