import type { EvidenceRow } from '../../model/explanation.ts';
import type { Trace } from '../../model/screening-types.ts';
import type { NameComparison } from '../name-comparison.ts';
import { exactStep } from '../trace.ts';
import { relationOfPair } from './word-relation.ts';

/** A name row before its points are computed: its charge determines its share of the points missing from the raw score. */
interface ChargedRow {
  row: Omit<EvidenceRow, 'points'>;
  charge: number;
}

/** Converts the wording of a trace to a relation code: `order of words` becomes `order_of_words`. */
export function codeOf(words: string): string {
  return words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
}

function nameRow(
  relation: string,
  subject: string | null,
  listed: string | null,
): Omit<EvidenceRow, 'points'> {
  return { field: 'name', subject, listed, relation };
}

function pairRows({ pairs }: Trace, comparison: NameComparison): ChargedRow[] {
  // In the order of the trace, from which wording and charges are taken.
  const aligned = [...comparison.pairs].sort((a, b) => a.queryFrom - b.queryFrom);
  return aligned.flatMap((pair, index) => {
    const shown = pairs[index];
    if (!shown) return [];
    const relation = relationOfPair(pair, comparison);
    return [{ row: nameRow(relation, shown.query, shown.listed), charge: shown.charge }];
  });
}

function leftRows(left: Trace['leftQuery'], side: 'subject' | 'listed'): ChargedRow[] {
  return left.map(({ word, charge, as }) => {
    const relation = as === 'contradiction' ? 'contradicts' : `only_in_${side}`;
    return {
      row: side === 'subject' ? nameRow(relation, word, null) : nameRow(relation, null, word),
      charge,
    };
  });
}

/**
 * Distributes a loss over the charges in proportion, in hundredths of points that add up exactly: the rounding difference goes to the
 * largest remainders. A loss without any charge comes from rounding and goes to the first row.
 */
function shares(charges: readonly number[], loss: number): number[] {
  const total = charges.reduce((sum, charge) => sum + charge, 0);
  if (total === 0) return charges.map((_, index) => (index === 0 ? loss : 0));
  const exact = charges.map((charge) => (charge * loss) / total);
  const points = exact.map(Math.floor);
  const order = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  let missing = loss - points.reduce((sum, value) => sum + value, 0);
  for (const { index } of order) {
    if (missing <= 0) break;
    points[index] = (points[index] ?? 0) + 1;
    missing -= 1;
  }
  return points;
}

const hundredths = (points: number): number => Math.round(points * 100);

/**
 * The rows of a name comparison. The whole name has 100 points. Disagreement costs the points missing from the raw score, shared among
 * the words in proportion to their charges; then every rule that moved the score has a row, calibration first.
 * @param isOfFact whether a step of the trace is about something other than the name
 */
export function nameRows(
  trace: Trace,
  comparison: NameComparison,
  isOfFact: (what: string) => boolean,
): EvidenceRow[] {
  const whole = { subject: trace.subjectName || null, listed: trace.listedName };
  const steps = trace.steps.filter(({ what }) => !isOfFact(what));
  const [first] = steps;
  if (first?.what === exactStep)
    return [{ field: 'name', ...whole, relation: 'same_text', points: first.after }];
  if (comparison.nameScore === 0)
    return [{ field: 'name', ...whole, relation: 'nothing_in_common', points: 0 }];
  const raw = hundredths(first?.before ?? 100);
  const charged = [
    ...pairRows(trace, comparison),
    ...leftRows(trace.leftQuery, 'subject'),
    ...leftRows(trace.leftListed, 'listed'),
    ...trace.charges.map(({ what, charge }) => ({ row: nameRow(codeOf(what), null, null), charge })),
  ];
  const losses = shares(
    charged.map(({ charge }) => charge),
    10_000 - raw,
  );
  return [
    { field: 'name', ...whole, relation: 'compared', points: 100 },
    ...charged.map(({ row }, index) => ({ ...row, points: pointsOf(-(losses[index] ?? 0)) })),
    ...steps.map(({ what, before, after }) => ({
      ...nameRow(codeOf(what), null, null),
      points: pointsOf(hundredths(after) - hundredths(before)),
    })),
  ];
}

/** Converts hundredths to points; never returns negative zero. */
export function pointsOf(value: number): number {
  return value === 0 ? 0 : value / 100;
}
