/**
 * Cost of monitoring: `node tools/run-ts.mjs packages/screening/bench/measure-monitoring.ts [customers] [changed] [words directory]`.
 * Prints the CPU seconds for building the index of customers, finding the customers whom changed entities concern, and comparing two
 * snapshots.
 */
import type { ListedEntity } from '../src/model/listed-entity.ts';
import { changesBetween } from '../src/monitor/changes-between.ts';
import { createCustomerIndex } from '../src/monitor/customer-index.ts';
import { defaultOptions } from '../src/model/screener.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { inventedWords, NameSource, wordsOfPairs } from './filler-names.ts';

const amount = Number(process.argv[2] ?? 1_000_000);
const changed = Number(process.argv[3] ?? 10_000);
const words = process.argv[4] ? wordsOfPairs(process.argv[4]) : inventedWords(100_000);

function measured<T>(what: string, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${what}: ${((user + system) / 1e6).toFixed(2)} s CPU\n`);
  return result;
}

const drawn = new NameSource(words, 1);
const customers = Array.from({ length: amount }, (_, number) => ({
  key: `customer-${number}`,
  subject: { name: drawn.customer(), birthDate: `19${50 + (number % 50)}-0${1 + (number % 9)}-11` },
  options: defaultOptions,
}));
const listed = new NameSource(words, 2);
const entityOf = (id: string, state: number): ListedEntity => ({
  id,
  formerIds: [],
  schema: 'Person',
  names: [
    { text: listed.listed(), kind: 'primary' },
    { text: listed.listed(), kind: 'alias' },
  ],
  birth: [],
  death: null,
  deceased: false,
  gender: null,
  countries: [],
  identifiers: [],
  listings: [
    {
      list: 'SANCTIONS',
      source: 'invented',
      sourceName: 'Invented List',
      url: null,
      date: null,
      programme: null,
      title: null,
      snippet: null,
    },
  ],
  associates: [],
  positions: [],
  contentHash: `${id}-${state}`,
});

const index = createCustomerIndex();
measured(`add ${amount} customers`, () => {
  for (const customer of customers) index.add(customer);
});
measured('first question (builds segments)', () => index.concernedBy(entityOf('first', 0)));
const added = Array.from({ length: changed }, (_, number) => entityOf(`n${number}`, 0));
let pairs = 0;
for (const pass of ['cold', 'again'])
  measured(`whom ${changed} entities of two names concern, ${pass}`, () => {
    pairs = 0;
    for (const entity of added) pairs += index.concernedBy(entity).length;
  });
process.stdout.write(
  `pairs: ${pairs}; heap ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB resident\n`,
);

const states = Array.from({ length: Math.min(amount, 500_000) }, (_, number) => entityOf(`e${number}`, 0));
const before = buildSnapshot(states, { engine: 'bench', sources: [] });
const after = buildSnapshot(
  states.map((entity, number) => (number % 50 === 0 ? { ...entity, contentHash: 'other' } : entity)),
  { engine: 'bench', sources: [] },
);
measured(`changes between snapshots of ${states.length} entities`, () => {
  let changes = 0;
  for (const change of changesBetween(before, after)) if (change) changes += 1;
  process.stdout.write(`changes: ${changes}\n`);
});
const screener = createIndexScreener(before);
const sample = customers.slice(0, 5_000);
measured(`screen ${sample.length} customers forwards, one thread`, () => {
  for (const { subject, options } of sample) screener.screen(subject, options);
});
