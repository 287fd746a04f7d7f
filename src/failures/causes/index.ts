import type { Cause } from "../cause.ts";
import { busy } from "./busy.ts";
import { cancelled } from "./cancelled.ts";
import { commandNotFound } from "./command-not-found.ts";
import { encoding } from "./encoding.ts";
import { fileNotFound } from "./file-not-found.ts";
import { invalidOption } from "./invalid-option.ts";
import { invalidPattern } from "./invalid-pattern.ts";
import { network } from "./network.ts";
import { nothingToChange } from "./nothing-to-change.ts";
import { oldTextNotFound } from "./old-text-not-found.ts";
import { oldTextNotUnique } from "./old-text-not-unique.ts";
import { outputLimit } from "./output-limit.ts";
import { pathOutsideWorkspace } from "./path-outside-workspace.ts";
import { permissionDenied } from "./permission-denied.ts";
import { policy } from "./policy.ts";
import { timeout } from "./timeout.ts";
import { wrongFileKind } from "./wrong-file-kind.ts";

/** The classes recognised by the words of a tool, in the order they are tried. */
export const causes: readonly Cause[] = [
  cancelled,
  policy,
  pathOutsideWorkspace, // before permissions: servers say "access denied - path outside allowed directories"
  oldTextNotFound, // before missing files: both say "could not find"
  oldTextNotUnique,
  nothingToChange,
  invalidPattern,
  commandNotFound, // before missing files: a missing program is reported with ENOENT
  busy, // before permissions: Windows says "access denied" beside "used by another process"
  network,
  timeout,
  permissionDenied,
  wrongFileKind,
  fileNotFound,
  invalidOption,
  outputLimit,
  encoding, // last: its words are the vaguest
];
