/** A line on stderr that shows how far a long run is; silent where stderr is not a terminal. */
export function createProgress(totalBytes: number): { advance(bytes: number): void; end(): void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { advance: () => {}, end: () => {} };
  const started = Date.now();
  let done = 0;
  let drawn = 0;
  return {
    advance(bytes) {
      done += bytes;
      const now = Date.now();
      if (now - drawn < 200) return;
      drawn = now;
      stderr.write(`\r\x1b[K${progressLine(done, totalBytes, (now - started) / 1000)}`);
    },
    end: () => void stderr.write("\r\x1b[K"),
  };
}

/** `[#####     ]  52 %  210 MB/s  8 s left` */
export function progressLine(done: number, total: number, seconds: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const rate = seconds === 0 ? 0 : done / seconds;
  const left = rate === 0 ? "" : `  ${Math.ceil((total - done) / rate)} s left`;
  const bar = "#".repeat(Math.round(share * 24)).padEnd(24);
  return `[${bar}] ${Math.round(share * 100)} %  ${Math.round(rate / 1e6)} MB/s${left}`;
}
