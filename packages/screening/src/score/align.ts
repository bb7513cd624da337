import { calibrate } from './calibration.ts';
import type { AlignedPair } from './name-comparison.ts';
import type { NameSide } from './name-side.ts';
import { weigh } from './weigh.ts';

/** Steps of the exact search for one name; more happens only when many words resemble each other all at once. */
const mostSteps = 20_000;
/** Words on a side up to which every choice is tried. */
const exactWords = 8;

function overlap(a: AlignedPair, b: AlignedPair): boolean {
  return (a.queryMask & b.queryMask) !== 0 || (a.listedMask & b.listedMask) !== 0;
}

function gain(pair: AlignedPair): number {
  return pair.weight * pair.similarity - pair.charge;
}

/** Order words keep when several choices weigh the same: best first, then in their order. */
function byGain(a: AlignedPair, b: AlignedPair): number {
  return (
    gain(b) - gain(a) ||
    Math.abs(a.queryFrom - a.listedFrom) - Math.abs(b.queryFrom - b.listedFrom) ||
    a.queryFrom - b.queryFrom ||
    a.listedFrom - b.listedFrom
  );
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function inversions(pairs: readonly AlignedPair[]): number {
  let count = 0;
  for (const a of pairs)
    for (const b of pairs) if (a.queryFrom < b.queryFrom && a.listedFrom > b.listedFrom) count += 1;
  return count;
}

/**
 * The best choice of pairs so far, and the search for a better one: branch and bound over the contested pairs.
 *
 * State: the best pairs with their score and crossings, the steps taken, and for each place among the open pairs the
 * agreement that is still ahead (`#goodAhead`).
 *
 * Invariants: pairs of a choice do not overlap; `best` never gets worse; of choices that score the same the one with fewer
 * crossings wins, and of those the one tried first, best pairs by `byGain` in front: ties go by the two names alone.
 *
 * Cost: one `weigh` for each complete choice, which are exponentially many in the contested pairs at worst; so the search
 * stops after 20,000 steps and keeps the best until then. Most names have no contested pair and are not searched at all.
 */
class Choice {
  best: AlignedPair[] = [];
  #score = -1;
  #inversions = 0;
  #steps = 0;
  readonly #goodAhead: number[] = [];
  readonly #query: NameSide;
  readonly #listed: NameSide;

  constructor(query: NameSide, listed: NameSide) {
    this.#query = query;
    this.#listed = listed;
  }

  offer(pairs: readonly AlignedPair[]): boolean {
    const { score } = weigh(this.#query, this.#listed, pairs);
    // The same score may still have fewer crossings.
    if (score < this.#score) return false;
    const crossed = inversions(pairs);
    if (score === this.#score && crossed >= this.#inversions) return false;
    this.#score = score;
    this.#inversions = crossed;
    this.best = [...pairs];
    return true;
  }

  /** Every choice among open pairs on top of fixed ones, as far as it may beat the best so far. */
  searchAll(fixed: readonly AlignedPair[], open: readonly AlignedPair[]): void {
    let sum = 0;
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const pair = open[index] as AlignedPair;
      sum += pair.weight * pair.similarity;
      this.#goodAhead[index] = sum;
    }
    this.#search(open, 0, [...fixed]);
  }

  /** Tries to take or leave each open pair, in order. A pair is left only for another that overlaps it, or as it swaps roles. */
  #search(open: readonly AlignedPair[], at: number, taken: AlignedPair[]): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) return;
    const pair = open[at];
    if (!pair) {
      this.offer(taken);
      return;
    }
    // Equal to the best is carried on: it may cross less.
    if (this.#score >= 0 && this.#bestPossible(taken, this.#goodAhead[at] ?? 0) < this.#score) return;
    const blocked = taken.some((other) => overlap(other, pair));
    if (!blocked) {
      taken.push(pair);
      this.#search(open, at + 1, taken);
      taken.pop();
    }
    // A pair that nothing contests always adds to the score, unless its roles conflict and cost more than it agrees.
    if (blocked || pair.swapsRoles || open.some((other, place) => place > at && overlap(other, pair)))
      this.#search(open, at + 1, taken);
  }

  /** Score if all that is still open agreed at no charge. */
  #bestPossible(taken: readonly AlignedPair[], ahead: number): number {
    let good = ahead;
    let bad = 0;
    for (const pair of taken) {
      good += pair.weight * pair.similarity;
      bad += pair.charge;
    }
    // Without what is left over on either side, which only takes off: never below the true score.
    return calibrate(good, bad);
  }
}

function contested(pairs: readonly AlignedPair[]): AlignedPair[] {
  return pairs.filter(
    (pair) => pair.swapsRoles || pairs.some((other) => other !== pair && overlap(pair, other)),
  );
}

/**
 * The pairing with the best score, each word used once on either side. Exact when at most eight words a side are
 * contested; beyond that the best pairs first, improved by exchanges.
 */
export function align(query: NameSide, listed: NameSide, possible: readonly AlignedPair[]): AlignedPair[] {
  const open = contested(possible);
  if (open.length === 0) return [...possible];
  const fixed = possible.filter((pair) => !open.includes(pair));
  open.sort(byGain);
  const choice = new Choice(query, listed);
  // First a good choice by exchanges, so that the bound of the exact search cuts early.
  repair(choice, fixed, open);
  if (isSmall(open)) choice.searchAll(fixed, open);
  return choice.best;
}

function isSmall(open: readonly AlignedPair[]): boolean {
  let query = 0;
  let listed = 0;
  for (const pair of open) {
    query |= pair.queryMask;
    listed |= pair.listedMask;
  }
  return bitsOf(query) <= exactWords && bitsOf(listed) <= exactWords;
}

/** Best pairs first; then every pair left out is put in, in place of those it overlaps, as long as that helps. */
function repair(choice: Choice, fixed: readonly AlignedPair[], open: readonly AlignedPair[]): void {
  const fill = (start: readonly AlignedPair[]): AlignedPair[] => {
    const taken = [...start];
    for (const pair of open) if (!taken.some((other) => overlap(other, pair))) taken.push(pair);
    return taken;
  };
  choice.offer(fill(fixed));
  for (let round = 0; round < 4; round += 1) {
    let better = false;
    for (const pair of open) {
      if (choice.best.includes(pair)) continue;
      // The pair goes in, those it overlaps go out, and whatever is free then is filled up again.
      const kept = choice.best.filter((other) => !overlap(other, pair));
      if (choice.offer(fill([...kept, pair]))) better = true;
    }
    if (!better) return;
  }
}
