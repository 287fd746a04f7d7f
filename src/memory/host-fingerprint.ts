import { arch, cpus, platform, totalmem } from "node:os";

/**
 * Names the machine by what it is, not by who uses it: `linux-x64-amd-epyc-7763-2c-8g`. What was learned about a local
 * model on one machine says little about another that shares the state folder.
 */
export function hostFingerprint(): string {
  const cores = cpus();
  const processor = (cores[0]?.model ?? "")
    .toLowerCase()
    .replace(/\(r\)|\(tm\)|\bcpu\b|\bprocessor\b|@.*|\d+-core/g, " ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const memory = Math.max(1, Math.round(totalmem() / 2 ** 30));
  return [platform(), arch(), processor, `${cores.length}c`, `${memory}g`].filter((part) => part !== "").join("-");
}
