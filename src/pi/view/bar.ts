const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/** A share from 0 to 1 as a bar, to an eighth of a column. More than nothing is always seen, and less than all too. */
export function bar(share: number, columns: number): string {
  const exact = Math.round(Math.min(1, Math.max(0, share)) * columns * 8);
  const eighths = share > 0 && exact === 0 ? 1 : share < 1 && exact === columns * 8 ? exact - 1 : exact;
  return "█".repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** A share as people say it: `<1 %` and `>99 %` instead of a rounded 0 or 100. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (share > 0 && whole === 0) return "<1 %";
  if (share < 1 && whole === 100) return ">99 %";
  return `${whole} %`;
}
