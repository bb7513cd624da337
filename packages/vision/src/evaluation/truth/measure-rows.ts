import {
  equalErrorRate,
  pointAtFmr,
  rateOf,
  reportedRates,
  type LabelledDistances,
  type Rate,
} from '../pair-statistics.ts';
import { grouped } from './grouped.ts';
import type { FieldOutcome, FilmOutcome, Outcomes, PairOutcome, Reading } from './outcomes.ts';

/** One count and its share of the cases. */
export interface MeasureRow {
  part: 'documents' | 'faces' | 'liveness';
  /** The field, or what the pictures show. */
  measure: string;
  outcome: string;
  /** `null` if there are too few cases to determine it. */
  count: number | null;
  cases: number;
  /** 0–1 with its 95 % limits, rounded to four digits; `null` like `count`. */
  rate: number | null;
  low: number | null;
  high: number | null;
}

/** The possible outcomes of a field, in table order. */
export const readings: readonly Reading[] = ['right', 'wrong', 'not read'];

/** Scores from which two faces count as the same person with the settings of a new integration. @see docs/guides/accuracy.md */
export const acceptedFrom = 85;
/** Scores from which a person decides. */
export const reviewedFrom = 80;

/** The possible outcomes of a pair, in table order. */
const pairResults = [
  {
    outcome: `score ${acceptedFrom} and above`,
    holds: ({ score }: PairOutcome) => score !== null && score >= acceptedFrom,
  },
  {
    outcome: `score ${reviewedFrom} to ${acceptedFrom}`,
    holds: ({ score }: PairOutcome) => score !== null && score >= reviewedFrom && score < acceptedFrom,
  },
  {
    outcome: `score below ${reviewedFrom}`,
    holds: ({ score }: PairOutcome) => score !== null && score < reviewedFrom,
  },
  { outcome: 'not compared', holds: ({ score }: PairOutcome) => score === null },
] as const;

/** All counts of an evaluation: document fields by name, then faces, then selfies and films. */
export function measureRows({ fields, pairs, films }: Outcomes): MeasureRow[] {
  return [...fieldRows(fields), ...pairRows(pairs), ...filmRows(films)];
}

/** Outcomes of each field, in the order in which documents first name them. */
export function fieldRows(fields: readonly FieldOutcome[]): MeasureRow[] {
  return [...grouped(fields, ({ field }) => field)].flatMap(([name, own]) =>
    readings.map((reading) =>
      counted(own, {
        part: 'documents',
        measure: name,
        outcome: reading,
        holds: (each) => each.reading === reading,
      }),
    ),
  );
}

/** Outcomes of pairs, and the rates for other thresholds. */
export function pairRows(pairs: readonly PairOutcome[]): MeasureRow[] {
  const groups = [
    ['same person', pairs.filter(({ pair }) => pair.same)],
    ['different people', pairs.filter(({ pair }) => !pair.same)],
  ] as const;
  const scored = groups.flatMap(([measure, own]) =>
    own.length === 0 ? [] : pairResults.map((result) => counted(own, { part: 'faces', measure, ...result })),
  );
  return [...scored, ...curveRows(labelledDistances(pairs))];
}

/** Distances of the compared pairs. */
export function labelledDistances(pairs: readonly PairOutcome[]): LabelledDistances {
  const of = (same: boolean) =>
    pairs.flatMap(({ pair, distance }) => (pair.same === same && distance !== null ? [distance] : []));
  return { same: of(true), other: of(false) };
}

function curveRows(distances: LabelledDistances): MeasureRow[] {
  if (distances.same.length === 0 || distances.other.length === 0) return [];
  return [
    rated('equal error rate', 'wrong either way', equalErrorRate(distances)),
    ...reportedRates.map((fmr) => {
      const point = pointAtFmr(distances, fmr);
      const outcome = `accepted at false-match rate ${fmr}`;
      return point === null
        ? unknown(outcome, distances.same.length)
        : rated('same person', outcome, point.tpr);
    }),
  ];
}

/** Outcomes of selfies and films, genuine ones and others. */
export function filmRows(films: readonly FilmOutcome[]): MeasureRow[] {
  return [true, false].flatMap((genuine) => {
    const own = films.filter(({ film }) => film.genuine === genuine);
    const challenged = own.filter(({ film }) => film.steps.length > 0);
    const kind = genuine ? 'genuine' : 'copy or attack';
    return [
      ...outcomesOf(own, kind, [
        ['no sign of a copy', ({ examined, signs }) => examined && signs.length === 0],
        ['sign of a copy', ({ examined, signs }) => examined && signs.length > 0],
        ['not examined', ({ examined }) => !examined],
      ]),
      ...outcomesOf(challenged, `${kind}, film`, [
        ['steps followed', ({ followed }) => followed === true],
        ['steps not followed', ({ followed }) => followed !== true],
      ]),
    ];
  });
}

function outcomesOf(
  films: readonly FilmOutcome[],
  measure: string,
  outcomes: readonly [string, (film: FilmOutcome) => boolean][],
): MeasureRow[] {
  if (films.length === 0) return [];
  return outcomes.map(([outcome, holds]) => counted(films, { part: 'liveness', measure, outcome, holds }));
}

function counted<Case>(
  cases: readonly Case[],
  { holds, ...row }: Pick<MeasureRow, 'part' | 'measure' | 'outcome'> & { holds: (each: Case) => boolean },
): MeasureRow {
  const count = cases.filter(holds).length;
  return { ...row, count, cases: cases.length, ...limitsOf(rateOf(count, cases.length)) };
}

function rated(measure: string, outcome: string, rate: Rate): MeasureRow {
  const count = Math.round(rate.value * rate.cases);
  return { part: 'faces', measure, outcome, count, cases: rate.cases, ...limitsOf(rate) };
}

function unknown(outcome: string, cases: number): MeasureRow {
  const nothing = { count: null, rate: null, low: null, high: null };
  return { part: 'faces', measure: 'same person', outcome, cases, ...nothing };
}

function limitsOf({ value, low, high }: Rate): Pick<MeasureRow, 'rate' | 'low' | 'high'> {
  const rounded = (share: number) => Math.round(share * 10_000) / 10_000;
  return { rate: rounded(value), low: rounded(low), high: rounded(high) };
}
