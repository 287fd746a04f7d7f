#!/usr/bin/env node
import { processIo } from "./cli/io.ts";
import { main } from "./cli/main.ts";

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
process.exitCode = await main(process.argv.slice(2), processIo);
