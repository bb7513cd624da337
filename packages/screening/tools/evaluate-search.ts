// Searches an index over the development lists: every own name, altered names, invented people on no list.
// Usage: node tools/run-ts.mjs packages/screening/tools/evaluate-search.ts FOLDER [--part report|tune] [--every N]
//   [--innocents N] [--errors N]
//   FOLDER      the development data: lists/ofac, lists/un, transliteration
//   --part      the entities whose names are searched for; tune (default) to work on, report only to publish
//   --every     searches for the altered names of every N-th entity, default 4
//   --innocents invented people, default 10000
//   --errors    prints so many failures of each measure, for eyes only
import { parseArgs } from 'node:util';
import { alterations } from './evaluation/alterations.ts';
import {
  readDevelopmentLists,
  readLatinCounts,
  type DevelopmentEntity,
} from './evaluation/development-lists.ts';
import { inventedCustomers } from './evaluation/invented-customers.ts';
import { naturalOrder } from './evaluation/labelled-pairs.ts';
import { listedEntityOf } from './evaluation/search-check.ts';
import { numberOf, SeededRandom } from './evaluation/seeded-random.ts';
import { defaultOptions } from '../src/model/screener.ts';
import type { Hit } from '../src/model/screening-types.ts';
import { ScreeningInputError } from '../src/model/screening-types.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'tune' },
    every: { type: 'string', default: '4' },
    innocents: { type: 'string', default: '10000' },
    errors: { type: 'string', default: '0' },
  },
});
const folder = positionals[0];
if (folder === undefined || (values.part !== 'tune' && values.part !== 'report')) {
  console.error(
    'usage: evaluate-search.ts FOLDER [--part report|tune] [--every N] [--innocents N] [--errors N]',
  );
  process.exit(1);
}
const errors = Number(values.errors);

const entities = readDevelopmentLists(folder);
const searched = entities.filter(({ part }) => part === values.part);
const screener = createIndexScreener(
  buildSnapshot(entities.map(listedEntityOf), { engine: 'evaluation', sources: [] }),
);

function search(name: string, kind: DevelopmentEntity['kind'], least: number): Hit[] {
  try {
    const schema = kind === 'person' ? 'Person' : 'Organization';
    return screener.screen({ name, schema }, { ...defaultOptions, matchThreshold: least, limit: 500 }).hits;
  } catch (error) {
    if (error instanceof ScreeningInputError) return [];
    throw error;
  }
}

const percent = (share: number): string => (share * 100).toFixed(2).padStart(8);

function printOwn(): void {
  let names = 0;
  let full = 0;
  let found = 0;
  let printed = 0;
  for (const entity of searched) {
    for (const name of entity.names) {
      names += 1;
      const hit = search(name, entity.kind, 80).find(({ entityId }) => entityId === entity.id);
      if (hit) found += 1;
      if (hit?.score === 100) full += 1;
      else if (printed < errors) {
        printed += 1;
        console.log(`    ${hit?.score ?? 0}  ${entity.kind}  ${name}`);
      }
    }
  }
  console.log(
    `own names: ${names}; found at 80${percent(found / names)}, at 100${percent(full / names)}, missed ${names - found}`,
  );
}

function printAltered(kind: DevelopmentEntity['kind']): void {
  const of = searched.filter((entity, index) => entity.kind === kind && index % Number(values.every) === 0);
  const total = { searched: 0, found: 0, first: 0 };
  console.log(`\naltered names of ${of.length} ${kind}s       asked    found    first`);
  for (const [sort, alter] of Object.entries(alterations)) {
    const counts = { searched: 0, found: 0, first: 0 };
    let printed = 0;
    for (const entity of of) {
      const name = naturalOrder(entity, entity.names[0] ?? '');
      const altered = alter(name, new SeededRandom(numberOf(`${entity.id} ${sort}`)));
      if (altered === null) continue;
      counts.searched += 1;
      const hits = search(altered, kind, 80);
      const hit = hits.find(({ entityId }) => entityId === entity.id);
      if (hit) counts.found += 1;
      else if (printed < errors) {
        printed += 1;
        const weaker = search(altered, kind, 1).find(({ entityId }) => entityId === entity.id);
        console.log(`    ${weaker?.score ?? 0}  ${altered}  |  ${name}`);
      }
      if (hit && hits.every(({ score }) => score <= hit.score)) counts.first += 1;
    }
    total.searched += counts.searched;
    total.found += counts.found;
    total.first += counts.first;
    printCounts(sort, counts);
  }
  printCounts('all', total);
}

function printCounts(sort: string, counts: { searched: number; found: number; first: number }): void {
  if (counts.searched === 0) return;
  const { searched: all, found, first } = counts;
  console.log(`${sort.padEnd(34)}${String(all).padStart(6)}${percent(found / all)}${percent(first / all)}`);
}

function printInnocents(howMany: number): void {
  const customers = inventedCustomers(readLatinCounts(folder ?? ''), howMany, 20_260);
  const levels = [60, 65, 70, 75, 80, 85, 90];
  const alerting = levels.map(() => 0);
  let printed = 0;
  for (const { name } of customers) {
    const best = Math.max(0, ...search(name, 'person', 60).map(({ score }) => score));
    for (const [at, least] of levels.entries()) if (best >= least) alerting[at] = (alerting[at] ?? 0) + 1;
    if (best < 80 || printed >= errors) continue;
    printed += 1;
    const hit = search(name, 'person', 80).find(({ score }) => score === best);
    console.log(`    ${best}  ${name}  |  ${hit?.matchedName ?? ''}`);
  }
  console.log(`\n${howMany} innocents alerting, name only, %`);
  for (const [at, least] of levels.entries())
    console.log(`at ${least}${percent((alerting[at] ?? 0) / howMany)}`);
}

console.log(`part ${values.part}: ${searched.length} of ${entities.length} entities`);
printOwn();
printAltered('person');
printAltered('organisation');
printInnocents(Number(values.innocents));
