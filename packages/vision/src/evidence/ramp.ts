/** 0 up to `from`, 1 from `to` on, linear in between; `from` may be greater than `to`. */
export function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** Rounds to two decimals: strengths are ordinal, and must be equal on machines that differ in the last bits. */
export function roundStrength(strength: number): number {
  return Math.round(Math.max(0, Math.min(1, strength)) * 100) / 100;
}
