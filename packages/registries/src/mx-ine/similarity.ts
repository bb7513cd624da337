import type { IneOptions } from '../registry-settings.ts';

/** Decimal point, never a comma; a percent sign only on the percent scale. */
const spellings: Record<IneOptions['face']['scale'], RegExp> = {
  percent: /^(\d+(?:\.\d+)?)%?$/,
  unit: /^(\d+(?:\.\d+)?)$/,
};
const largest: Record<IneOptions['face']['scale'], number> = { percent: 100, unit: 1 };

/**
 * Parses a similarity in a gateway's notation: `97`, `97.3`, `"97.3%"`; with the scale `unit`, `0.973`.
 * @returns 0–100, four decimals; `null`: not a similarity on that scale
 * @see spec/registries.md 2, 8.3
 */
export function parseSimilarity(value: unknown, scale: IneOptions['face']['scale']): number | null {
  const score = typeof value === 'string' ? Number(spellings[scale].exec(value)?.[1]) : value;
  if (typeof score !== 'number' || !(score >= 0 && score <= largest[scale])) return null;
  return Math.round((score / largest[scale]) * 1e6) / 1e4;
}
