// Scores development sets drawn from official lists and prints one table; nothing of the lists is kept.
// Usage: node tools/run-ts.mjs packages/screening/tools/evaluate.ts FOLDER [--part report|tune] [--sample N] [--errors N]
//   FOLDER   the development data: lists/ofac, lists/un, transliteration
//   --part   the entities to score; tune (default) to work on, report only to publish
//   --sample entities per search measure, default 150
//   --errors prints so many worst pairs of each category, for eyes only
import { parseArgs } from 'node:util';
import { alterations } from './evaluation/alterations.ts';
import {
  readDevelopmentLists,
  readLatinCounts,
  type DevelopmentEntity,
} from './evaluation/development-lists.ts';
import { inventedCustomers } from './evaluation/invented-customers.ts';
import {
  aliasPairs,
  alteredPairs,
  naturalOrder,
  randomPairs,
  strangerPairs,
  type LabelledPair,
} from './evaluation/labelled-pairs.ts';
import { measure, type Judged } from './evaluation/measures.ts';
import { EveryName } from './evaluation/search-check.ts';
import { replacedPairs, siblingPairs } from './evaluation/replaced-pairs.ts';
import { slipPairs } from './evaluation/slip-pairs.ts';
import { numberOf, SeededRandom } from './evaluation/seeded-random.ts';
import { judgedVariants } from './evaluation/word-variants.ts';
import { prepareName } from '../src/names/prepare-name.ts';
import { scoreNames } from '../src/score/score-names.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'tune' },
    sample: { type: 'string', default: '150' },
    errors: { type: 'string', default: '0' },
  },
});
const folder = positionals[0];
if (folder === undefined || (values.part !== 'tune' && values.part !== 'report')) {
  console.error('usage: evaluate.ts FOLDER [--part report|tune] [--sample N] [--errors N]');
  process.exit(1);
}
const sample = Number(values.sample);
const errors = Number(values.errors);
const threshold = 8_000;

type Scored = LabelledPair & Judged;

function percent(share: number): string {
  return (share * 100).toFixed(1).padStart(6);
}

function scorePairs(pairs: readonly LabelledPair[]): Scored[] {
  return pairs.map((pair) => ({
    ...pair,
    score: scoreNames(prepareName(pair.first, pair.kind), prepareName(pair.second, pair.kind)).nameScore,
  }));
}

function printMeasures(title: string, scored: readonly Judged[]): void {
  const found = measure(scored);
  const cells = [
    found.f1,
    found.bestF1,
    found.areaUnderCurve,
    found.recallAt95Precision,
    found.falsePositivesAt90Recall,
  ];
  const at = (found.bestAt / 100).toFixed(1).padStart(6);
  console.log(`${title.padEnd(34)}${String(found.pairs).padStart(6)}${cells.map(percent).join('')}${at}`);
}

function printCategories(scored: readonly Scored[], kind: DevelopmentEntity['kind']): void {
  console.log(`\n${`${kind}s by category`.padEnd(34)} pairs  judged wrongly at 80, %`);
  for (const category of [...new Set(scored.map((pair) => pair.category))].sort()) {
    const pairs = scored.filter((pair) => pair.category === category && pair.kind === kind);
    if (pairs.length === 0) continue;
    const wrong = pairs.filter((pair) => pair.same !== pair.score >= threshold);
    console.log(
      `${category.padEnd(34)}${String(pairs.length).padStart(6)}${percent(wrong.length / pairs.length)}`,
    );
    wrong.sort((a, b) => (a.same ? a.score - b.score : b.score - a.score));
    for (const { score, first, second } of wrong.slice(0, errors))
      console.log(`    ${(score / 100).toFixed(2).padStart(6)}  ${first}  |  ${second}`);
  }
}

function sampleOf(entities: readonly DevelopmentEntity[], most: number): DevelopmentEntity[] {
  return [...entities].sort((a, b) => numberOf(a.id) - numberOf(b.id)).slice(0, most);
}

function printSearch(everyName: EveryName, entities: readonly DevelopmentEntity[]): void {
  let own = 0;
  let full = 0;
  for (const entity of entities) {
    const hits = everyName.search(entity.names[0] ?? '', entity.kind, threshold);
    const hit = hits.find((found) => found.entity === entity);
    if (hit) own += 1;
    if (hit?.score === 10_000) full += 1;
    else if (errors > 0) console.log(`    own name ${hit?.score ?? 0}  ${entity.names[0]}`);
  }
  console.log(
    `\nown name: found at 80 ${percent(own / entities.length)}, at 100 ${percent(full / entities.length)}`,
  );
}

function printAltered(everyName: EveryName, entities: readonly DevelopmentEntity[]): void {
  console.log('\naltered name                      asked   found   first');
  const total = { searched: 0, found: 0, first: 0 };
  for (const [kind, alter] of Object.entries(alterations)) {
    const counts = { searched: 0, found: 0, first: 0 };
    for (const entity of entities) {
      const name = naturalOrder(entity, entity.names[0] ?? '');
      const altered = alter(name, new SeededRandom(numberOf(`${entity.id} ${kind}`)));
      if (altered === null) continue;
      counts.searched += 1;
      const hits = everyName.search(altered, entity.kind, threshold);
      const hit = hits.find((found) => found.entity === entity);
      if (hit) counts.found += 1;
      else if (errors > 0) console.log(`    ${altered}  |  ${name}`);
      if (hit && hits.every(({ score }) => score <= hit.score)) counts.first += 1;
    }
    total.searched += counts.searched;
    total.found += counts.found;
    total.first += counts.first;
    printCounts(kind, counts);
  }
  printCounts('all', total);
}

function printCounts(
  title: string,
  { searched, found, first }: { searched: number; found: number; first: number },
): void {
  if (searched > 0)
    console.log(
      `${title.padEnd(34)}${String(searched).padStart(5)}${percent(found / searched)}${percent(first / searched)}`,
    );
}

function printInnocents(everyName: EveryName, howMany: number): void {
  const customers = inventedCustomers(readLatinCounts(folder ?? ''), howMany, 20_260);
  const alerting = new Map([70, 80, 85].map((least) => [least, 0]));
  let withYear = 0;
  for (const { name, birthYear } of customers) {
    const hits = everyName.search(name, 'person', 7_000);
    for (const least of alerting.keys())
      if (hits.some(({ score }) => score >= least * 100)) alerting.set(least, (alerting.get(least) ?? 0) + 1);
    const near = ({ birthYears }: DevelopmentEntity) =>
      birthYears.length === 0 || birthYears.some((year) => Math.abs(year - birthYear) <= 1);
    if (hits.some(({ score, entity }) => score >= threshold && near(entity))) withYear += 1;
    const [best] = hits;
    if (errors > 0 && best && best.score >= threshold)
      console.log(`    ${best.score}  ${name}  |  ${best.name}`);
  }
  const shares = [...alerting].map(([least, count]) => `${percent(count / howMany)} at ${least}`);
  console.log(
    `\ninnocents alerting, name only:${shares.join(',')}; with birth year:${percent(withYear / howMany)} at 80`,
  );
}

const all = readDevelopmentLists(folder);
const part = all.filter((entity) => entity.part === values.part);
const positives = [...aliasPairs(part), ...alteredPairs(part)];
const negatives = [...strangerPairs(part), ...randomPairs(part)];
const scored = scorePairs([...positives, ...negatives]);
const siblings = scorePairs([...replacedPairs(part), ...siblingPairs(part)]);
const slips = scorePairs(slipPairs(part));
console.log(`part ${values.part}: ${part.length} entities of ${all.length}\n`);
console.log('set                                pairs  F1@80  bestF1   AUC   R@P95 FP@R90   best at');
for (const kind of ['person', 'organisation'] as const) {
  const ofKind = scored.filter((pair) => pair.kind === kind);
  const strangers = ofKind.filter((pair) => pair.category !== 'random');
  const latin = strangers.filter(
    (pair) => pair.category !== 'other script' && pair.category !== 'other aliases',
  );
  printMeasures(`${kind}: all`, ofKind);
  printMeasures(`${kind}: strangers share words`, strangers);
  printMeasures(`${kind}: the same, aliases related`, latin);
  // Every pair of siblings in place of the strangers.
  const related = [...latin.filter(({ same }) => same), ...siblings.filter((pair) => pair.kind === kind)];
  printMeasures(`${kind}: siblings, one word differs`, related);
}
for (const file of ['russian', 'arabic', 'hebrew'])
  printMeasures(`single words, ${file}`, judgedVariants(folder, file, values.part));
for (const kind of ['person', 'organisation'] as const)
  printCategories([...scored, ...siblings, ...slips], kind);
if (sample > 0) {
  const everyName = new EveryName(all);
  const searched = sampleOf(part, sample);
  printSearch(everyName, searched);
  for (const kind of ['person', 'organisation'] as const) {
    console.log(`\n${kind}s`);
    printAltered(
      everyName,
      searched.filter((entity) => entity.kind === kind),
    );
  }
  printInnocents(everyName, sample * 10);
}
