import { cases } from "../src/cli/cases.ts";
import { processIo } from "../src/cli/io.ts";

process.exitCode = await cases.run(process.argv.slice(2), processIo);
