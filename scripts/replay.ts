import { processIo } from "../src/cli/io.ts";
import { replay } from "../src/cli/replay.ts";

process.exitCode = await replay.run(process.argv.slice(2), processIo);
