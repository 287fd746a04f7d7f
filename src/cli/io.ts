/** Where a command prints: results to `out`, complaints to `err`. A test passes its own. */
export interface Io {
  /** Prints a line of the result. */
  out(line: string): void;
  /** Prints a line of complaint or progress. */
  err(line: string): void;
}

export const processIo: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** 0: done and good. 1: done, and something is wrong with what was read or found. 2: the command line is off. */
export type ExitCode = 0 | 1 | 2;

/** A word of the command line. */
export interface Command {
  readonly usage: string;
  run(argv: readonly string[], io: Io): Promise<ExitCode>;
}
