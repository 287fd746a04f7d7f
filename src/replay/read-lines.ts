import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

const NEWLINE = 0x0a;

/** Bytes of one read: more make it no faster and cost memory in every thread. */
const CHUNK = 256 * 1024;

/** Bytes of one line; a longer one is skipped, so that memory stays bounded whatever the file holds. */
export const MAX_LINE = 32 * 1024 * 1024;

/** What reads a file line by line. The callbacks are synchronous: a promise a line would cost more than parsing it. */
export interface LineReader {
  /** @param number Counted from 1, empty lines included. */
  onLine(text: string, number: number): void;
  onOversized(number: number): void;
  /** Bytes read from disk since the last call. */
  onBytes(bytes: number): void;
}

/** Reads a plain or gzip (`.gz`) file. @throws When it cannot be read or decompressed. */
export async function readLines(path: string, reader: LineReader): Promise<void> {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  file.on("data", (chunk) => reader.onBytes(chunk.length));
  const source = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  if (source !== file) file.on("error", (error) => source.destroy(error));

  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  const finish = (tail: Buffer) => {
    number++;
    if (restBytes + tail.length > MAX_LINE) reader.onOversized(number);
    else
      reader.onLine(restBytes === 0 ? tail.toString("utf8") : Buffer.concat([...rest, tail]).toString("utf8"), number);
    rest = [];
    restBytes = 0;
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      finish(chunk.subarray(from, to));
      from = to + 1;
    }
    if (from === chunk.length) continue;
    // An oversized line is only counted: its bytes are not kept.
    if (restBytes <= MAX_LINE) rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > MAX_LINE) rest = [];
  }
  if (restBytes > 0) finish(Buffer.alloc(0));
}
