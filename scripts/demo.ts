/**
 * Three broken calls through the real pi, once without and once with this extension. A scripted model on loopback sends
 * them; nothing else is reached, and the temporary folder is gone afterwards.
 * Exit code 0 only when the files on disk are what the calls meant.
 */
import { isDeepStrictEqual } from "node:util";
import { call, callsOf, extension, type Part, type Run, resultsOf, runPi, say } from "../test/e2e/rig/index.ts";

interface Broken {
  readonly title: string;
  readonly name: string;
  readonly sent: string;
}

const broken: readonly Broken[] = [
  {
    title: "A wrong parameter name",
    name: "write",
    sent: '{"filename":"greeting.txt","content":"Hello wrold\\n"}',
  },
  {
    title: "Malformed JSON",
    name: "edit",
    sent: `{'path': 'greeting.txt', 'edits': [{'oldText': 'wrold', 'newText': 'world'},]}`,
  },
  {
    title: "A tool of another agent",
    name: "write_to_file",
    sent: '{"path":"notes.md","content":"# Notes\\n"}',
  },
];

const meant = { "greeting.txt": "Hello world\n", "notes.md": "# Notes\n" };

process.exitCode = await main();

async function main(): Promise<number> {
  const alone = await runBroken([]);
  const helped = await runBroken([extension]);
  print(`A scripted model sends ${broken.length} broken tool calls to the real pi.`, "");
  for (const [at, { title, name, sent }] of broken.entries()) {
    const ran = callsOf(helped.messages)[at];
    print(
      `${at + 1}. ${title}`,
      `   sent           ${name} ${sent}`,
      `   pi alone       ${outcome(alone, at)}`,
      `   with recovery  ${ran?.name} ${JSON.stringify(ran?.arguments)}`,
      `                  ${outcome(helped, at)}`,
      "",
    );
  }
  print("Files on disk, with recovery");
  for (const [path, text] of Object.entries(helped.files)) print(`   ${path.padEnd(14)} ${JSON.stringify(text)}`);
  const right = isDeepStrictEqual(helped.files, meant) && helped.exitCode === 0;
  print("", right ? "All files are as the calls meant them." : `Expected ${JSON.stringify(meant)}.\n${helped.stderr}`);
  return right ? 0 : 1;
}

function runBroken(extensions: readonly string[]): Promise<Run> {
  const turns: readonly Part[] = broken.map(({ name, sent }) => call(name, sent));
  return runPi({ script: [...turns, say("Done.")], extensions });
}

/** What pi answered to a call: its first line. */
function outcome(run: Run, at: number): string {
  const result = resultsOf(run.messages)[at];
  if (result === undefined) return "no result";
  const line = result.text.split("\n").find((text) => text.trim() !== "") ?? "";
  return `${result.failed ? "failed" : "ran"}: ${line}`;
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
