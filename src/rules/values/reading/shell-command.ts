import { nameWords } from "../../../core/name-words.ts";
import type { Place } from "../../../core/rule.ts";
import { isSchemaObject, propertiesOf } from "../../../core/schema.ts";

const COMMAND_WORDS = new Set(["command", "commands", "cmd", "cmds", "commandline", "cmdline", "bash", "shell"]);
const POSIX =
  /\b(?:bash|zsh|sh|shell|posix|unix|linux|terminal|command[ -]?line|(?:run|runs|execute|executes|executing|running)\b[^.]{0,40}\bcommands?|commands?\b[^.]{0,20}\bto (?:run|execute))\b/i;
const OTHER_SHELLS = /\b(?:power ?shell|pwsh|cmd\.exe|windows command|batch file|dos|fish|nushell|sql|redis|vim)\b/i;

/**
 * Whether a property takes a command of a POSIX shell, by its name, its description, and the tool's name and description.
 * Not where any of them speaks of another shell.
 */
export function isShellCommand({ key, schema, root, tool }: Place): boolean {
  if (!nameWords(key).some((word) => COMMAND_WORDS.has(word))) return false;
  const declared = isSchemaObject(schema) ? schema : undefined;
  if (declared?.enum !== undefined || declared?.const !== undefined) return false;
  const described = typeof declared?.description === "string" ? declared.description : "";
  const siblings = [...propertiesOf(root, root).keys()];
  const told = [nameWords(tool.name).join(" "), tool.description, described].join(". ");
  return (
    POSIX.test(told) && !OTHER_SHELLS.test(told) && !siblings.some((name) => /^(?:args|argv|arguments)$/i.test(name))
  );
}

const PLAIN = /^[\w@%+=:,./-]+$/;

/** One word of a POSIX command line that stands for exactly this text. */
function shellQuote(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Words of shell grammar: among arguments they mean a command line that was cut into words, not an argument list. */
const OPERATOR = /^(?:&&?|\|\|?|;;?|\d*(?:>>?|<<?<?)(?:&\d)?|&>>?|\||!|if|then|else|fi|for|do|done|while)$|^\d*[<>]/;
/** Programs whose names are no other word: among arguments they mean a second command. */
const PROGRAMS = new Set(
  `ls cd pwd cp mv rm mkdir rmdir chmod chown git npm npx pnpm yarn deno python3 pip pip3 pytest cargo rustc cmake gcc mvn
  gradle kubectl curl wget grep egrep rg sed awk xargs scp rsync whoami uname vitest jest tsc eslint apt-get helm`.split(
    /\s+/,
  ),
);
/** Programs that take another program, or any word, as their argument. */
const LAUNCHERS = new Set(
  `sudo env xargs time which type man nohup exec npx pnpm yarn npm bun docker ssh kubectl find git make echo printf command
  whereis grep rg brew apt apt-get pip pip3 cargo go nice timeout watch test [`.split(/\s+/),
);
const SHELLS = /^(?:\/(?:usr\/)?bin\/)?(?:ba)?sh$/;
const WINDOWS_SHELLS = /^(?:.*[\\/])?(?:powershell|pwsh|cmd)(?:\.exe)?$/i;

/**
 * An argument list as the command line that runs it: the script of `["bash", "-lc", script]`, else its words, each quoted
 * where it needs to be.
 * @returns `undefined` where the list may be several commands, or words of a command line with operators between them.
 */
export function commandLine(argv: readonly string[]): string | undefined {
  const [program = "", ...rest] = argv;
  if (!/^[\w./@+-]+$/.test(program) || WINDOWS_SHELLS.test(program)) return undefined;
  if (argv.some((word) => word.includes("\0"))) return undefined;
  const [flags = "", script] = rest;
  if (SHELLS.test(program) && /^-[li]*c$/.test(flags) && argv.length === 3) return script === "" ? undefined : script;
  if (argv.some((word) => OPERATOR.test(word))) return undefined;
  if (program === "cd" && rest.length > 1) return undefined;
  const second = rest.some((word) => PROGRAMS.has(word.trim().split(/\s/)[0] ?? ""));
  if (second && !LAUNCHERS.has(program)) return undefined;
  return argv.map(shellQuote).join(" ");
}
