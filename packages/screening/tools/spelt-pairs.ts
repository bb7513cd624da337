import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldKey } from '../src/tables/fold-key.ts';
import type { SpeltPair } from './frequency-tables.ts';

/** Files of transliteration pairs that the tables are made of, in the order in which they are read. */
export const pairFiles = ['arabic', 'chinese', 'hebrew', 'japanese', 'katakana', 'korean', 'russian'].map(
  (language) => `${language}.tsv.gz`,
);

/** Far fewer are no collection of names: tables made of them would be near empty, and take the place of good ones. */
const fewestPairs = 10_000;

/**
 * The pairs of each file of `pairFiles`, a line each: Latin word, word in its own script, count.
 * @throws Error naming the folder or file that is not what the tables are made of
 */
export function readSpeltPairs(folder: string): SpeltPair[][] {
  const missing = pairFiles.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0)
    throw new Error(`${folder}: must hold ${pairFiles.join(', ')}; ${missing.join(', ')} missing`);
  return pairFiles.map((name) => pairsOf(path.join(folder, name)));
}

function pairsOf(file: string): SpeltPair[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  const wrong = lines.findIndex((line) => line !== '' && !/^[^\t]+\t[^\t]+\t\d+$/.test(line));
  if (wrong !== -1)
    throw new Error(`${file}, line ${wrong + 1}: must be Latin word, word and count with tabs between`);
  if (lines.length < fewestPairs)
    throw new Error(`${file}: must have at least ${fewestPairs} pairs; it has fewer`);
  return lines.map((line) => {
    const [latin = '', native = '', count = ''] = line.split('\t');
    return { latin: foldKey(latin), native: foldKey(native.replaceAll(' ', '')), count: Number(count) };
  });
}
