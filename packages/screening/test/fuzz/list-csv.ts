// CSV lists and lists of names: bad rows are rejected, bad files refused, and what is loaded is sound. S13
import { loadHostile, seedOf } from '../lists/load-hostile.ts';

const formats = ['ofac-csv', 'csl-csv', 'targets-simple', 'names'] as const;

export const seeds = [
  seedOf(0, 'sdn.csv'),
  seedOf(0, 'alt.csv'),
  seedOf(1, 'csl.csv'),
  seedOf(2, 'targets.simple.csv'),
  seedOf(3, 'names.txt'),
];
export const words = [
  '""',
  '","',
  '\r\n',
  '-0- ',
  ';"',
  '\x1a',
  '\xef\xbb\xbf',
  'DOB ',
  'a.k.a. ',
  'Linked To: ',
];
export const mostBytes = 8192;
/** Every row or element costs an object or two, and a refused one a report. */
export const budget = { baseMs: 200, perByteUs: 100 };

export async function fuzz(input: Buffer): Promise<void> {
  await loadHostile(input, formats);
}
