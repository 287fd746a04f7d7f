import type { Command, ExitCode, Io } from "./io.ts";

/** Every command, loaded when it is called. */
const commands: Readonly<Record<string, { readonly summary: string; load(): Promise<Command> }>> = {
  check: {
    summary: "Decide one call against a tools file",
    load: async () => (await import("./check.ts")).check,
  },
  replay: {
    summary: "Judge the calls of recorded sessions with today's rules",
    load: async () => (await import("./replay.ts")).replay,
  },
  merge: {
    summary: "Add up replay reports of several machines",
    load: async () => (await import("./merge.ts")).merge,
  },
  cases: {
    summary: "Run case files and compare each outcome with the expected one",
    load: async () => (await import("./cases.ts")).cases,
  },
};

/** Runs one command of `pi-tool-recovery`. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [word, ...rest] = argv;
  if (word === undefined || word === "--help" || word === "-h") {
    io[word === undefined ? "err" : "out"](usage());
    return word === undefined ? 2 : 0;
  }
  const entry = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (entry === undefined) {
    io.err(`Unknown command "${word}".\n\n${usage()}`);
    return 2;
  }
  const command = await entry.load();
  if (rest.includes("--help") || rest.includes("-h")) {
    io.out(command.usage);
    return 0;
  }
  return command.run(rest, io);
}

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((word) => word.length));
  const lines = Object.entries(commands).map(([word, { summary }]) => `  ${word.padEnd(width)}  ${summary}`);
  return [
    "Usage: pi-tool-recovery <command> [options]",
    "",
    ...lines,
    "",
    "`pi-tool-recovery <command> --help` explains a command.",
    "Exit codes: 0 good, 1 something is wrong with what was read or found, 2 wrong usage.",
  ].join("\n");
}
