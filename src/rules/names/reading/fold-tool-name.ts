/**
 * A tool name without case and separators. Separators between digits stay: `v1_0` is not `v10`.
 */
export function foldToolName(name: string): string {
  return name
    .replaceAll(/(?<=\d)[^\p{L}\p{N}]+(?=\d)/gu, "·")
    .replaceAll(/[^\p{L}\p{N}·]+/gu, "")
    .toLowerCase();
}
