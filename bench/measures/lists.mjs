// A change of a hundred people on a list of a million names: until it is in force, and until a running service answers with it.
import { loadBundled } from '../load-bundled.mjs';

/**
 * @param {{ quick?: boolean, count?: string }} options `count`: listed names
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
export async function lists({ quick = false, count }) {
  const bench = await loadBundled('bench-list-change', 'packages/service/bench/list-change.ts');
  const names = Number(count ?? (quick ? 100_000 : 1_000_000));
  const [whole, ...changes] = await bench.measureListChanges({ names, changes: 100, rounds: quick ? 1 : 3 });
  const middle = (of) => changes.map(of).toSorted((a, b) => a - b)[Math.floor((changes.length - 1) / 2)];
  const millions = `${(names / 1e6).toFixed(1)} M names`;
  return [
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
