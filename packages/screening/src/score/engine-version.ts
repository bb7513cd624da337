import { createHash } from 'node:crypto';
import { wordOf } from '../words/word-of.ts';
import { compareWords } from '../words/compare-words.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { chargePercent } from './weigh.ts';
import { knots } from './calibration.ts';

/** Raised with every change of scoring code that may change a score. */
const codeVersion = 1;

let version: string | undefined;

function tablesText(): string {
  const tables = referenceTables();
  const text = (value: unknown): string =>
    JSON.stringify(value, (_, entry: unknown) =>
      entry instanceof Map || entry instanceof Set ? [...(entry as Iterable<unknown>)] : entry,
    );
  return text(tables);
}

/** Names code and tables that scores were made with. A trace of another version cannot be replayed with this one. */
export function engineVersion(): string {
  if (version !== undefined) return version;
  const hash = createHash('sha256');
  hash.update(tablesText());
  hash.update(JSON.stringify([chargePercent, knots]));
  hash.update(String(compareWords(wordOf('a'), wordOf('a')).similarity));
  version = `${String(codeVersion)}.${hash.digest('hex').slice(0, 12)}`;
  return version;
}
