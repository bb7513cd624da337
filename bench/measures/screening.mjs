// Screening against a million names: build, load, and queries per second compared with a full-text library and PostgreSQL's trigrams.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadBundled } from '../load-bundled.mjs';
import { screeningOverHttp } from '../screening-http.mjs';
import { miniSearchFloor, trigramFloor } from '../screening-floors.mjs';
import { at } from '../../tools/project.mjs';

/** Words of the engine's frequency table, weighted by frequency: a word of step 0 is drawn about a hundred times as often as one of step 3. */
function naturalWords() {
  const share = [300, 60, 12, 2];
  const words = [];
  let step = 0;
  for (const line of readFileSync(at('packages/screening/tables/frequencies-person.txt'), 'utf8').split(
    '\n',
  )) {
    if (line.startsWith('[')) step = Number(line.slice(1, -1));
    else if (line !== '' && !line.startsWith('#')) words.push({ text: line, step });
  }
  // Within a step the frequency of the k-th word falls with k, so that the words of a step are not equally frequent.
  const places = [0, 0, 0, 0];
  const mixed = words.toSorted((a, b) => a.step - b.step || hash(a.text) - hash(b.text));
  return mixed.map(({ text, step: of }) => ({
    text,
    count: share[of] * (1 + 20 / (1 + (places[of]++ % 400))),
  }));
}

const hash = (text) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)) | 0, 7);

/**
 * @param {{ database: { url: string }, quick?: boolean, count?: string }} options `count`: number of listed names
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
export async function screening({ database, quick = false, count }) {
  const bench = await loadBundled('bench-screening', 'packages/screening/bench/screening.ts');
  const listed = Number(count ?? (quick ? 100_000 : 1_000_000));
  const [asking, monitored] = quick ? [1_000, 2_000] : [4_000, 10_000];
  const drawn = bench.fillerNames({ listed, customers: asking + monitored }, naturalWords());
  const names = { listed: drawn.listed, customers: drawn.customers.slice(0, asking) };
  const millions = `${(listed / 1e6).toFixed(1)} M names`;
  const built = bench.measureBuild(names.listed);
  const directory = mkdtempSync(path.join(tmpdir(), 'countersign-bench-'));
  const file = path.join(directory, 'filler.snapshot');
  const { loadMs } = bench.measureLoad(built.snapshot, file);
  const rounds = bench.measureScreening(built.snapshot, names.customers, { rounds: 4 });
  const [cold, ...warmRounds] = rounds;
  const warm = warmRounds.toSorted((a, b) => a.perSecondOfProcessor - b.perSecondOfProcessor)[1];
  // Other subjects and a search of its own, whose words are as new to it; the code is compiled by now.
  const [running] = bench.measureScreening(built.snapshot, drawn.customers.slice(asking, 2 * asking), {
    rounds: 1,
  });
  const evidence = bench.measureScreening(built.snapshot, names.customers, { rounds: 2, evidence: true })[1];
  const batch = drawn.customers.slice(asking);
  const memory = bench.measureMemory(file, batch);
  const rescreened = await bench.measureRescreening(built.snapshot, batch, {
    threads: 2,
    folder: at('dist'),
  });
  const native = nativeRounds(bench, built.snapshot, quick ? 200 : 600);
  const requested = names.customers.slice(0, 400);
  const library = await miniSearchFloor(names.listed, requested, { seconds: quick ? 4 : 10 });
  const trigrams = await trigramFloor(database, names.listed, requested, { seconds: quick ? 4 : 10 });
  const http = await screeningOverHttp(directory, names, { seconds: quick ? 3 : 6 });
  rmSync(directory, { recursive: true });
  const perSecond = { value: warm.perSecondOfProcessor, unit: '/s' };
  const byWords = Object.entries(warm.byWords)
    .map(([words, us]) => `${words} words ${us}`)
    .join(', ');
  return [
    {
      figure: `build, ${millions}, processor time`,
      value: built.cpuMs.build / 1000,
      unit: 's',
      goal: { most: 5 },
    },
    { figure: 'load, verified', value: loadMs / 1000, unit: 's', goal: { most: 2 } },
    {
      figure: 'index per name',
      value: built.bytesPerName,
      unit: 'bytes',
      goal: { most: 100 },
      note: `and ${Math.round(built.payloadPerName)} of payload, read for hits only`,
    },
    {
      figure: 'memory of a process that has screened so many, per name',
      value: memory.screened / listed,
      unit: 'bytes',
      goal: {},
      note: `${Math.round(memory.read / listed)} of it once the snapshot is read, payload included; ${batch.length.toLocaleString('en')} subjects`,
    },
    {
      figure: `screenings a core, ${millions}, warm`,
      ...perSecond,
      floor: { name: 'MiniSearch, fuzzy 0.2', value: library.perSecond, unit: '/s' },
      goal: { ratio: 100, least: 10_000 },
      note: `${warm.hits.toFixed(1)} hits each; the library took ${(library.buildMs / 1000).toFixed(0)} s to build`,
    },
    {
      figure: 'the same beside trigrams',
      ...perSecond,
      floor: { name: 'PostgreSQL pg_trgm', value: trigrams.perSecond, unit: '/s' },
      goal: { ratio: 100 },
    },
    { figure: 'p50, warm, processor time', value: warm.p50, unit: 'µs', goal: { most: 50 }, note: byWords },
    { figure: 'p99, warm, processor time', value: warm.p99, unit: 'µs', goal: { most: 1000 } },
    {
      figure: 'with birth date and country, warm',
      value: evidence.perSecondOfProcessor,
      unit: '/s',
      goal: {},
      note: `p50 ${evidence.p50} µs, p99 ${evidence.p99} µs`,
    },
    {
      figure: 'first round, words not seen before',
      value: cold.perSecondOfProcessor,
      unit: '/s',
      goal: {},
      note: 'compiling the code included',
    },
    {
      figure: 'the same in a process that has screened others',
      value: running.perSecondOfProcessor,
      unit: '/s',
      goal: { least: 2_500 },
      note: `p50 ${running.p50} µs, p99 ${running.p99} µs`,
    },
    {
      figure: `${batch.length.toLocaleString('en')} subjects screened anew on two threads, ${millions}, elapsed`,
      value: rescreened.elapsed,
      unit: 's',
      goal: { most: 5 },
      note: `processor time of all ${rescreened.processor.toFixed(1)} s, start of the threads included; ${(rescreened.hits / batch.length).toFixed(1)} hits each`,
    },
    ...native,
    http,
  ];
}

const warmingNames = 100;

/** Screens names without spaces, first new and then repeated. The longest times show whether one name can delay the others. */
function nativeRounds(bench, snapshot, amount) {
  const tables = at('packages/screening/tables');
  return bench.nativeScripts.flatMap((script) => {
    const drawn = bench.nativeNames(script, warmingNames + amount, { tables });
    // Separate names warm up the models and the compiled code.
    bench.measureScreening(snapshot, drawn.slice(0, warmingNames), { rounds: 1 });
    const [cold, warm] = bench.measureScreening(snapshot, drawn.slice(warmingNames), { rounds: 2 });
    return [
      {
        figure: `${script} names without spaces, new, p99`,
        value: cold.p99 / 1000,
        unit: 'ms',
        goal: { most: 5 },
        note: `p50 ${(cold.p50 / 1000).toFixed(1)} ms; ${cold.hits.toFixed(1)} hits each`,
      },
      {
        figure: `${script}, seen before, p99`,
        value: warm.p99 / 1000,
        unit: 'ms',
        goal: { most: 5 },
        note: `p50 ${(warm.p50 / 1000).toFixed(1)} ms`,
      },
    ];
  });
}
