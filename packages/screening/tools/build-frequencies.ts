// Writes tables/frequencies-person.txt: how common words are in names of people, in steps.
//   node tools/run-ts.mjs packages/screening/tools/build-frequencies.ts <directory of transliteration pairs>
// Counts are the greatest of a word in any file, never a sum; a word that is missing is unknown, not rare. Words that the
// pairs have too seldom for how common they are in the world stand in tables/frequencies-by-hand.txt.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldKey } from '../src/tables/fold-key.ts';
import { tablesFolder, tableSections } from '../src/tables/table-file.ts';

/** Least count of each step, 0 to 3. */
const leastCounts = [100, 30, 10, 3];

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('usage: build-frequencies <directory of transliteration pairs>');
  process.exit(1);
}

/** Folded Latin words with the greatest of their counts. */
function countWords(from: string): Map<string, number> {
  const greatest = new Map<string, number>();
  for (const file of readdirSync(from)
    .filter((name) => name.endsWith('.tsv.gz'))
    .sort()) {
    const counts = new Map<string, number>();
    for (const line of gunzipSync(readFileSync(path.join(from, file)))
      .toString('utf8')
      .split('\n')) {
      const [latin, , count] = line.split('\t');
      if (latin === undefined || count === undefined) continue;
      const word = foldKey(latin);
      if (/^[a-z]{2,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + Number(count));
    }
    for (const [word, count] of counts) greatest.set(word, Math.max(greatest.get(word) ?? 0, count));
  }
  return greatest;
}

const steps = new Map<string, number>();
for (const [word, count] of countWords(directory)) {
  const step = leastCounts.findIndex((least) => count >= least);
  if (step >= 0) steps.set(word, step);
}
for (const { heading, lines } of tableSections('frequencies-by-hand')) {
  for (const word of lines) steps.set(word, Math.min(Number(heading), steps.get(word) ?? 4));
}
const sections = leastCounts.map((_, step) => {
  const words = [...steps].filter(([, found]) => found === step).map(([word]) => word);
  return [`[${step}]`, ...words.sort()].join('\n');
});
const heading = [
  '# How common words are in names of people: [0] very common … [3] seldom; what is missing counts as rarer still.',
  '# Written by tools/build-frequencies.ts from the Latin side of the transliteration pairs published with Merhav and Ash,',
  '# "Design Challenges in Named Entity Transliteration", COLING 2018 (Wikidata, CC0 1.0), and frequencies-by-hand.txt.',
];
writeFileSync(
  path.join(tablesFolder(), 'frequencies-person.txt'),
  `${[...heading, ...sections].join('\n')}\n`,
);
