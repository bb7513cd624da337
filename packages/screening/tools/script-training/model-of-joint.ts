import { joinClasses, letterClasses } from '../../src/readings/latin-skeleton.ts';
import { chunkShape } from '../../src/scripts/latin-form.ts';
import type { Cost, ModelSource, UnitEntry } from '../../src/scripts/script-model.ts';
import type { Corpus } from './corpus.ts';
import { bestPath, type JointTable } from './joint-model.ts';
import type { WordPair } from './word-pairs.ts';

const highestCost = 2500;
/** How much of the reverse probability (unit given letters) enters a cost. */
const reverseShare = 0.5;
/** What an unseen chunk of a seen shape costs besides. */
const shapePenalty = 60;
const leastShapeShare = 0.004;
const leastStepShare = 0.003;
const stepSmoothing = 0.2;

function costOf(probability: number): Cost {
  return Math.min(highestCost, Math.max(0, Math.round(-100 * Math.log(probability))));
}

class Tally {
  readonly sums = new Map<string, Map<string, number>>();
  readonly totals = new Map<string, number>();

  add(outer: string, inner: string, amount: number): void {
    const row = this.sums.get(outer) ?? new Map<string, number>();
    row.set(inner, (row.get(inner) ?? 0) + amount);
    this.sums.set(outer, row);
    this.totals.set(outer, (this.totals.get(outer) ?? 0) + amount);
  }
}

function byKey<T>(entries: Iterable<readonly [string, T]>): (readonly [string, T])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Class sequences the units left in the Latin words along the best paths: letters are classed in their word. */
function tallySteps(corpus: Corpus, pairs: readonly WordPair[], table: JointTable): Tally {
  const tally = new Tally();
  for (const [at, pair] of corpus.pairs.entries()) {
    const path = bestPath(pair, (unit, chunk) => table.get(unit, chunk));
    if (!path) continue;
    const classes = letterClasses(pairs[at]?.latin ?? '');
    for (const { unit, from, to } of path) {
      tally.add(corpus.units[unit] ?? '', classes.slice(from, to).reduce(joinClasses, ''), pair.weight);
    }
  }
  return tally;
}

/** Costs of a joint model, quantised: what a model file holds, without its knots. */
export function sourceOfJoint(
  corpus: Corpus,
  pairs: readonly WordPair[],
  table: JointTable,
): Omit<ModelSource, 'knots' | 'insertion' | 'deletion' | 'keyFloor'> {
  const byUnit = new Tally();
  const byChunk = new Tally();
  const byShape = new Tally();
  const shapeOfUnit = new Tally();
  for (const { unit, chunk, value } of table.entries()) {
    const [name, letters] = [corpus.units[unit] ?? '', corpus.chunks[chunk] ?? ''];
    byUnit.add(name, letters, value);
    byChunk.add(letters, name, value);
    if (letters === '') continue;
    byShape.add(chunkShape(letters), letters, value);
    shapeOfUnit.add(name, chunkShape(letters), value);
  }
  const steps = tallySteps(corpus, pairs, table);
  const totalOf = (tally: Tally, key: string): number => tally.totals.get(key) ?? 1;
  const entries = byKey(byUnit.sums).map(([unit, row]): UnitEntry => {
    const total = totalOf(byUnit, unit);
    const reverse = (value: number, all: number): number => (value / total) * (value / all) ** reverseShare;
    const left = steps.sums.get(unit) ?? new Map<string, number>();
    const leftTotal = totalOf(steps, unit) + stepSmoothing;
    return {
      unit,
      chunks: byKey(row).map(([letters, value]) => [
        letters,
        costOf(reverse(value, totalOf(byChunk, letters))),
      ]),
      steps: byKey(left)
        .filter(([, value]) => value / leftTotal >= leastStepShare)
        .map(([classes, value]) => ({ classes, cost: costOf(value / leftTotal) })),
      shapes:
        unit.length > 1
          ? []
          : byKey(shapeOfUnit.sums.get(unit) ?? [])
              .filter(([, value]) => value / total >= leastShapeShare)
              .map(([shape, value]) => [
                shape,
                shapePenalty + costOf(reverse(value, totalOf(byShape, shape))),
              ]),
    };
  });
  const chunks = byKey(byShape.sums).flatMap(([shape, row]) =>
    byKey(row).map(([letters, value]) => [letters, costOf(value / totalOf(byShape, shape))] as const),
  );
  return { chunks, entries };
}
