import { describe, expect, test } from "vitest";
import { classify } from "../../src/failures/classify.ts";
import { failed } from "./attempts.ts";

/** The words of local tools on the three systems, and of their own messages. */
const messages: readonly (readonly [code: string, text: string])[] = [
  ["file_not_found", "ENOENT: no such file or directory, access '/w/a.txt'"],
  ["file_not_found", "Could not edit file: a.txt. Error code: ENOENT."],
  ["file_not_found", "Path not found: /w/src"],
  ["file_not_found", "cat: a.txt: No such file or directory"],
  ["file_not_found", "The system cannot find the file specified."],
  ["file_not_found", "Get-Content : Cannot find path 'C:\\w\\a.txt' because it does not exist."],
  ["file_not_found", "Could not find a part of the path 'C:\\w\\src\\a.txt'."],
  ["file_not_found", "File a.txt does not exist"],
  ["file_not_found", "Working directory does not exist: /w/gone\nCannot execute bash commands."],
  ["old_text_not_found", "Could not find the exact text in a.txt. The old text must match exactly."],
  ["old_text_not_found", "Could not find edits[1] in a.txt. The oldText must match exactly."],
  ["old_text_not_found", "String to replace not found in file."],
  ["old_text_not_found", "old_string was not found in a.txt"],
  ["old_text_not_unique", "Found 3 occurrences of the text in a.txt. The text must be unique."],
  ["old_text_not_unique", "edits[0] and edits[1] overlap in a.txt. Merge them into one edit."],
  ["nothing_to_change", "No changes made to a.txt. The replacements produced identical content."],
  ["permission_denied", "EACCES: permission denied, open '/etc/shadow'"],
  ["permission_denied", "EPERM: operation not permitted, unlink 'C:\\w\\a.txt'"],
  ["permission_denied", "open /etc/hosts: Operation not permitted"],
  ["permission_denied", "Access to the path 'C:\\Windows\\x' is denied."],
  ["permission_denied", "Access is denied."],
  ["permission_denied", "EROFS: read-only file system, open '/usr/x'"],
  ["path_outside_workspace", "Access denied - path outside allowed directories: /etc"],
  ["path_outside_workspace", "Path /etc/passwd is outside of the workspace"],
  ["path_outside_workspace", "/etc is not within the allowed directories"],
  ["wrong_file_kind", "EISDIR: illegal operation on a directory, read"],
  ["wrong_file_kind", "Not a directory: /w/a.txt"],
  ["command_not_found", "spawn rg ENOENT"],
  ["command_not_found", "ripgrep (rg) is not available and could not be downloaded"],
  ["command_not_found", "'foo' is not recognized as an internal or external command,\noperable program or batch file."],
  ["command_not_found", "The term 'foo' is not recognized as a name of a cmdlet, function, or program."],
  ["command_not_found", "zsh: command not found: foo"],
  ["invalid_option", "rg: unrecognized flag --frob"],
  ["invalid_option", "ls: invalid option -- 'Q'"],
  ["invalid_option", "A parameter cannot be found that matches parameter name 'Frob'."],
  ["invalid_option", "Offset 900 is beyond end of file (12 lines total)"],
  ["invalid_option", "Invalid timeout: maximum is 2147483 seconds"],
  ["invalid_pattern", "rg: regex parse error:\n    (?:foo(\n    ^\nerror: unclosed group"],
  ["invalid_pattern", "Invalid regular expression: /(/: Unterminated group"],
  ["invalid_pattern", "error parsing glob '[': unclosed character class"],
  ["timeout", "Command timed out after 5 seconds"],
  ["timeout", "last line of output\n\nCommand timed out after 5 seconds"],
  ["network", "connect ECONNREFUSED 127.0.0.1:80"],
  ["network", "curl: (6) Could not resolve host: example.invalid"],
  ["busy", "EBUSY: resource busy or locked, open 'C:\\w\\a.txt'"],
  ["busy", "The process cannot access the file because it is being used by another process."],
  ["busy", "Access is denied. The file is being used by another process."],
  ["busy", "fatal: Unable to create '/w/.git/index.lock': File exists."],
  ["busy", "EMFILE: too many open files, open '/w/a.txt'"],
  ["busy", "/w/a: Text file busy"],
  ["output_limit", "stdout maxBuffer length exceeded"],
  ["output_limit", "File content (40123 tokens) exceeds maximum allowed size"],
  ["cancelled", "Operation aborted"],
  ["cancelled", "half a line\n\nCommand aborted"],
  ["policy", "Tool execution was blocked"],
  ["policy", "Permission was denied by the user"],
  ["encoding", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0"],
  ["encoding", "sed: RE error: illegal byte sequence"],
  ["exit_unknown", "Killed\n\nCommand terminated without an exit code"],
  ["tool_error", "Something else went wrong."],
  ["tool_error", ""],
];

test.each(messages)("%s: %s", (code, text) => {
  expect(classify(failed(text)).cause.code).toBe(code);
});

describe("an exit code wins over words in the output", () => {
  test.each([
    ["exit_1", "ENOENT: no such file or directory\nCommand timed out after 3 seconds\n\nCommand exited with code 1"],
    ["exit_127", "bash: foo: command not found\n\n\nCommand exited with code 127"],
    ["exit_2", "Process exited with code 9\npermission denied\n\nCommand exited with code 2"],
    ["exit_1", "'foo' is not recognized as an internal or external command\n\nCommand exited with code 1"],
    ["exit_4", "Exit code: 4\npermission denied"],
    ["exit_-1", "permission denied\nexit status -1"],
  ])("%s", (code, text) => {
    expect(classify(failed(text, { tool: "bash" })).cause).toMatchObject({ code, outside: true });
  });

  test("and the code that a tool reports beside its text", () => {
    expect(classify(failed("timed out", { exitCode: 6 })).cause.code).toBe("exit_6");
    expect(classify(failed("timed out", { exitCode: 0 })).cause.code).toBe("timeout");
  });

  test("but a code named inside the output is not the tool's own", () => {
    const text = "one\nprocess exited with code 3\nsaid the log\n\nCommand timed out after 2 seconds";
    expect(classify(failed(text, { tool: "bash" })).cause.code).toBe("timeout");
    expect(classify(failed("a\nexit code: 3\nb")).cause.code).toBe("tool_error");
  });
});

describe("what the host rejects", () => {
  const echoed = `\n\nReceived arguments:\n${JSON.stringify({ text: "permission denied: ENOENT timed out" })}`;

  test("invalid arguments, whatever they hold", () => {
    const text = `Validation failed for tool "write":\n  - path: must be string\n  - content: missing${echoed}`;
    const { cause, diagnostic } = classify(failed(text));
    expect(cause).toMatchObject({ code: "invalid_arguments", phase: "validation", state: "rejected" });
    expect(diagnostic).toBe("path: must be string; content: missing");
  });

  test("arguments that are no JSON object", () => {
    const text = `Invalid arguments for tool "edit": Unexpected end of JSON input${echoed}`;
    const { cause, diagnostic } = classify(failed(text, { malformed: true }));
    expect(cause).toMatchObject({ code: "malformed_call", state: "rejected" });
    expect(diagnostic).toBe("Unexpected end of JSON input");
  });

  test("unknown tools, in the host's words and in ours", () => {
    expect(classify(failed("Tool frob not found")).cause.code).toBe("unknown_tool");
    expect(classify(failed("There is no tool `frob`.\nActive tools: `read`.")).cause.code).toBe("unknown_tool");
  });

  test("a refusal by another hook, whatever it says", () => {
    expect(classify(failed("ENOENT is what I say", { blocked: true })).cause).toMatchObject({
      code: "policy",
      state: "rejected",
    });
  });
});

describe("causes outside", () => {
  test.each(["mcp__files__read", "web_fetch", "codemode"])("whatever %s says", (tool) => {
    expect(classify(failed("ENOENT: no such file", { tool }))).toMatchObject({
      cause: { code: "file_not_found", outside: true },
      output: true,
    });
  });

  test("not the files at hand", () => {
    expect(classify(failed("ENOENT: no such file"))).toMatchObject({ cause: { outside: false }, output: false });
  });
});

describe("the line that bears the cause", () => {
  const output = (text: string) =>
    classify(failed(`${text}\n\nCommand exited with code 1`, { tool: "bash" })).diagnostic;
  test.each([
    [
      "a compiler",
      "a.ts(3,1): error TS2304: Cannot find name 'x'.\nFound 1 error.",
      "a.ts(3,1): error TS2304: Cannot find name 'x'.",
    ],
    ["rustc", "   Compiling x\nerror[E0308]: mismatched types\n --> src/main.rs:2", "error[E0308]: mismatched types"],
    ["gcc", "a.c:3:5: error: expected ';'\nmake: *** [all] Error 1", "a.c:3:5: error: expected ';'"],
    ["Python", 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no', "ValueError: no"],
    [
      "Node",
      "file:///a.js:1\nthrow x\n\nTypeError: x is not a function\n    at a.js:1",
      "TypeError: x is not a function",
    ],
    ["git", "hint: look\nfatal: not a git repository", "fatal: not a git repository"],
    ["a shell", "start\nbash: foo: command not found", "bash: foo: command not found"],
    ["npm", "npm error code E404\nnpm error 404 Not Found", "npm error 404 Not Found"],
    ["colours", "\u001b[31merror: red\u001b[0m", "error: red"],
    ["Windows line ends", "ok\r\nerror: broken\r\n", "error: broken"],
  ])("of %s", (_who, text, line) => {
    expect(output(text)).toBe(line);
  });

  test.each([
    ["no output", "(no output)"],
    ["output without a cause", "3 files checked\nall fine"],
    ["a clean count", "0 errors, 0 failed\nerrors: 0"],
  ])("is not made up from %s", (_what, text) => {
    expect(output(text)).toBeUndefined();
  });
});
