// Writes tables/frequencies-person.txt, -organisation.txt and -scripts.txt, tables/name-roles.txt and
// tables/arabic-spellings.txt, byte for byte the same for the same input. Usage: node tools/run-ts.mjs packages/screening/tools/build-frequencies.ts <transliteration dir>
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { foldKey } from '../src/tables/fold-key.ts';
import { tableLines, tableSections, tablesFolder } from '../src/tables/table-file.ts';
import { frequencyTables } from './frequency-tables.ts';
import { pairFiles, readSpeltPairs } from './spelt-pairs.ts';
import { arabicSpellingsTable } from './spelling-tables.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: build-frequencies <folder with *.tsv.gz transliteration pairs>');
  process.exit(1);
}

// Before anything is written: a wrong folder leaves the tables as they are.
const pairs = readSpeltPairs(folder);

/** Per file the sum of a word's counts; over files the largest, since the files hold the same names. */
function countWords(): Map<string, number> {
  const largest = new Map<string, number>();
  for (const rows of pairs) {
    const counts = new Map<string, number>();
    for (const { latin, count } of rows)
      if (/^[a-z]{2,}$/u.test(latin)) counts.set(latin, (counts.get(latin) ?? 0) + count);
    for (const [word, count] of counts) largest.set(word, Math.max(largest.get(word) ?? 0, count));
  }
  return largest;
}

const handSteps = (table: string): Map<string, number> =>
  new Map(
    tableSections(table)
      .reverse()
      .flatMap(({ heading, lines }) =>
        lines.flatMap((line) =>
          line.split(' ').map((word): [string, number] => [foldKey(word), Number(heading)]),
        ),
      ),
  );

const tables = frequencyTables({
  counts: countWords(),
  pairs,
  given: handSteps('common-given-names'),
  family: handSteps('common-family-names'),
  variants: [...tableLines('name-groups'), ...tableLines('short-forms')].map((line) =>
    line.split(' ').map(foldKey),
  ),
  surnames: tableLines('surname-groups').flatMap((line) => line.split(' ').map(foldKey)),
  organisation: tableLines('organisation-words').map((line) => line.split(' ').map(foldKey)),
});
const arabic = arabicSpellingsTable(pairs[pairFiles.indexOf('arabic.tsv.gz')] ?? []);
for (const [name, text] of Object.entries({ ...tables, 'arabic-spellings': arabic })) {
  writeFileSync(path.join(tablesFolder(), `${name}.txt`), text);
  console.log(`${name}: ${text.split('\n').length - 1} lines`);
}
