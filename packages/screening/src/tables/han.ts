import { BrokenTable, tableLines } from './table-file.ts';
import { loadReadings } from './word-tables.ts';

/**
 * Character folds (entries of one traditional and one simplified character) and readings (surnames, then characters of
 * given names), keyed by simplified characters.
 */
export function loadHan(): {
  hanSimplified: Map<string, string>;
  hanReadings: Map<string, readonly string[]>;
} {
  const hanSimplified = new Map<string, string>();
  for (const line of tableLines('han-simplified')) {
    const [from, to, ...rest] = line;
    if (from === undefined || to === undefined || rest.length > 0 || hanSimplified.has(from))
      throw new BrokenTable(`han-simplified: "${line}" is no pair, or a second one`);
    hanSimplified.set(from, to);
  }
  const hanReadings = new Map<string, readonly string[]>();
  for (const table of ['han-surnames', 'han-given']) {
    for (const [characters, readings] of loadReadings(table)) {
      const key = Array.from(characters, (c) => hanSimplified.get(c) ?? c).join('');
      hanReadings.set(key, [...new Set([...(hanReadings.get(key) ?? []), ...readings])]);
    }
  }
  return { hanSimplified, hanReadings };
}
