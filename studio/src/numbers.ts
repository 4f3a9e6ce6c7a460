// Numbers for eyes, and the few sums that the panels share.

/** As many decimals as the range needs, so that a value does not change its width while it moves. */
export function shown(value: number, low: number, high: number): string {
  const range = Math.abs(high - low);
  const decimals = range >= 200 ? 0 : range >= 20 ? 1 : 2;
  // A true minus, and no minus for what rounds to zero.
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text.replace("-", "−");
}

/** A limit as a person would write it. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(4))).replace("-", "−");
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** The middle of some numbers, 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The nearest of 1, 2, 5, 10, … above. */
export function niceStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const lead = size / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}
