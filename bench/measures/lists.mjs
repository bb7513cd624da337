// Loading a large export and building an index of a million names; changing a hundred people on a list of a million names, until the
// change is in force and until a running service uses it.
import { at } from '../../tools/project.mjs';
import { loadBundled } from '../load-bundled.mjs';

/** Measures the loading of an export in megabytes per second and a build in seconds, each beside its floor. */
async function loading({ names, megabytes, rounds }) {
  const bench = await loadBundled('bench-loading', 'packages/screening/bench/loading.ts');
  const { fillerNames, measureBuild } = await loadBundled(
    'bench-screening',
    'packages/screening/bench/screening.ts',
  );
  const folder = at('dist');
  const ftm = await bench.measureFtm({ megabytes, rounds, folder });
  const { listed } = fillerNames({ listed: names, customers: 1 });
  const words = { name: 'JSON and words of the names', value: bench.measureWords(listed), unit: 's' };
  const alone = measureBuild(listed);
  const threaded = await bench.measureThreadedBuild(listed, folder);
  if (threaded.snapshot.manifest.id !== alone.snapshot.manifest.id)
    throw new Error('a build on two threads: must give the bytes of one on one thread');
  const lines = { name: 'JSON.parse of the lines', value: ftm.parsed, unit: 'MB/s' };
  const millions = `${(names / 1e6).toFixed(1)} M names`;
  return [
    {
      figure: `FollowTheMoney, ${megabytes} MB, a core`,
      value: ftm.alone,
      unit: 'MB/s',
      floor: lines,
      goal: { least: 25 },
      note: `${(ftm.alone / ftm.parsed).toFixed(2)} of the floor`,
    },
    {
      figure: 'the same on two threads, by the processor time of both',
      value: ftm.threaded,
      unit: 'MB/s',
      floor: lines,
      goal: { least: 25 },
      note: `${(ftm.threaded / ftm.parsed).toFixed(2)} of the floor; two cores give twice as much at most`,
    },
    {
      figure: `build of ${millions}, processor time`,
      value: alone.cpuMs.build / 1000,
      unit: 's',
      floor: words,
      goal: { most: 12 },
      note: `${(alone.cpuMs.build / 1000 / words.value).toFixed(1)} floors`,
    },
    {
      figure: 'the same on two threads, processor time of both',
      value: threaded.seconds,
      unit: 's',
      floor: words,
      goal: { most: 12 },
      note: `${(threaded.seconds / words.value).toFixed(1)} floors; two cores take half as long at least`,
    },
  ];
}

/**
 * @param {{ quick?: boolean, count?: string }} options `count`: number of listed names
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
export async function lists({ quick = false, count }) {
  const bench = await loadBundled('bench-list-change', 'packages/service/bench/list-change.ts');
  const names = Number(count ?? (quick ? 100_000 : 1_000_000));
  const [whole, ...changes] = await bench.measureListChanges({ names, changes: 100, rounds: quick ? 1 : 3 });
  const middle = (of) => changes.map(of).toSorted((a, b) => a - b)[Math.floor((changes.length - 1) / 2)];
  const millions = `${(names / 1e6).toFixed(1)} M names`;
  return [
    ...(await loading({ names, megabytes: quick ? 30 : 100, rounds: quick ? 1 : 3 })),
    {
      figure: `load of a list of ${millions}, processor time`,
      value: whole.load.processor,
      unit: 's',
      goal: {},
      note: `${whole.load.elapsed.toFixed(1)} s elapsed`,
    },
    {
      figure: 'load after 100 changes, processor time',
      value: middle(({ load }) => load.processor),
      unit: 's',
      floor: { name: 'the whole list', value: whole.load.processor, unit: 's' },
      goal: {},
      note: `${middle(({ load }) => load.elapsed).toFixed(1)} s elapsed`,
    },
    {
      figure: 'a running service takes the changes over, processor time',
      value: middle(({ takeOver }) => takeOver.processor),
      unit: 's',
      floor: { name: 'the whole list', value: whole.takeOver.processor, unit: 's' },
      goal: { most: 1 },
      note: `${middle(({ takeOver }) => takeOver.elapsed).toFixed(1)} s elapsed`,
    },
  ];
}
