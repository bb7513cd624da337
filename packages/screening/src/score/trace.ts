import type { PreparedName, Token } from '../model/prepared-name.ts';
import type { NameKind, Trace, WordOp } from '../model/screening-types.ts';
import type { AlignedPair, NameComparison, ScoreStep } from './name-comparison.ts';
import { listedSide, querySide, type NameSide } from './name-side.ts';
import { allBits, weigh, type Leftover } from './weigh.ts';

/** The first step of a hit under `exactMatch`. */
export const exactStep = 'exact match asked for';

/** A prepared name that has only its text. */
export function emptyName(raw: string): PreparedName {
  return { raw, kind: 'unknown', tokens: [], removed: [] };
}

const ops: Readonly<Record<AlignedPair['relation'], WordOp>> = {
  equal: 'exact_match',
  equivalent: 'equivalent_name',
  script: 'equivalent_name',
  initial: 'word_to_initial',
  edit: 'edit_distance',
  sound: 'phonetic',
  joined: 'joined_words',
  acronym: 'joined_words',
};

function points(hundredths: number): number {
  return hundredths / 100;
}

/** Converts charges, weights × 10,000 hundredths of a per cent, to weights for display. */
function shownCharge(charge: number): number {
  return Math.round(charge / 10_000) / 100;
}

function written(side: NameSide, from: number, to: number): string {
  return side.tokens
    .slice(from, to)
    .map((token) => writtenToken(side, token))
    .join(' ');
}

function writtenToken(side: NameSide, token: Token): string {
  const text = side.name.raw.slice(token.start, token.end).trim();
  return text === '' ? token.text : text;
}

/** Leftover words: contradictions first, the rest are omissions, each by weight. */
function leftWords(side: NameSide, used: number, left: Leftover): Trace['leftQuery'] {
  const rows: Trace['leftQuery'] = [];
  const mask = allBits(side) & ~used & ~side.formMask;
  for (const [index, token] of side.tokens.entries()) {
    if ((mask & (1 << index)) === 0) continue;
    const word = writtenToken(side, token);
    const contradiction = Math.floor((left.contradiction * token.weight) / left.weight);
    const omission = Math.floor((left.omission * token.weight) / left.weight);
    if (contradiction > 0) rows.push({ word, charge: shownCharge(contradiction), as: 'contradiction' });
    if (omission > 0 || contradiction === 0)
      rows.push({ word, charge: shownCharge(omission), as: 'omission' });
  }
  return rows;
}

/**
 * A comparison in reviewer-readable form. The raw score, `before` in the first step, is the sum of similarity × weight over the pairs,
 * divided by that sum plus all charges.
 */
export function traceOf(
  comparison: NameComparison,
  about: {
    engine: string;
    listedKind: NameKind;
    /** Steps after those of the name score. */
    steps: readonly ScoreStep[];
    runnerUp: Trace['runnerUp'] | null;
    score: number;
  },
): Trace {
  const query = querySide(comparison.query);
  const listed = listedSide(comparison.listed);
  const weighing = weigh(query, listed, comparison.pairs);
  let usedQuery = 0;
  let usedListed = 0;
  for (const pair of comparison.pairs) {
    usedQuery |= pair.queryMask;
    usedListed |= pair.listedMask;
  }
  const removed: Trace['removed'] = [];
  for (const side of ['query', 'listed'] as const)
    for (const { text, kind } of comparison[side].removed) removed.push({ side, text, kind });
  return {
    engine: about.engine,
    subjectName: comparison.query.raw,
    listedName: comparison.listed.raw,
    listedKind: about.listedKind,
    pairs: [...comparison.pairs]
      .sort((a, b) => a.queryFrom - b.queryFrom)
      .map((pair) => ({
        query: written(query, pair.queryFrom, pair.queryTo),
        listed: written(listed, pair.listedFrom, pair.listedTo),
        op: ops[pair.relation],
        similarity: pair.similarity / 10_000,
        weight: points(pair.weight),
        charge: shownCharge(pair.charge),
      })),
    leftQuery: leftWords(query, usedQuery, weighing.query),
    leftListed: leftWords(listed, usedListed, weighing.listed),
    removed,
    charges: comparison.extraCharges.map(({ what, charge }) => ({ what, charge: shownCharge(charge) })),
    steps: [...comparison.steps, ...about.steps].map(({ what, before, after }) => ({
      what,
      before: points(before),
      after: points(after),
    })),
    ...(about.runnerUp && { runnerUp: about.runnerUp }),
    score: points(about.score),
  };
}
