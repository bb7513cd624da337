import { calibrate } from './calibration.ts';
import type { AlignedPair } from './name-comparison.ts';
import type { NameSide } from './name-side.ts';
import { weigh } from './weigh.ts';

/** Step limit of the exact search for one name; reached only when many words all resemble each other. */
const mostSteps = 20_000;
/** Maximum number of words per side for which every choice is tried. */
const exactWords = 8;

function overlap(a: AlignedPair, b: AlignedPair): boolean {
  return (a.queryMask & b.queryMask) !== 0 || (a.listedMask & b.listedMask) !== 0;
}

function gain(pair: AlignedPair): number {
  return pair.weight * pair.similarity - pair.charge;
}

/** Orders pairs so that ties are deterministic: largest gain first, then by position. */
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
 * State: the best pairs with their score and crossings, the number of steps taken, and for each position among the open pairs the
 * agreement that is still possible (`#goodAhead`).
 *
 * Invariants: pairs of a choice do not overlap; `best` never gets worse; of choices with equal scores the one with fewer crossings wins,
 * then the one tried first, in the order of `byGain`: ties depend on the two names alone.
 *
 * Cost: one `weigh` for each complete choice. In the worst case their number is exponential in the contested pairs, so the search stops
 * after 20,000 steps and keeps the best choice so far. Most names have no contested pair and need no search.
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
    // A choice with the same score may still have fewer crossings.
    if (score < this.#score) return false;
    const crossed = inversions(pairs);
    if (score === this.#score && crossed >= this.#inversions) return false;
    this.#score = score;
    this.#inversions = crossed;
    this.best = [...pairs];
    return true;
  }

  /** Searches all choices among the open pairs, in addition to the fixed ones, that may beat the best so far. */
  searchAll(fixed: readonly AlignedPair[], open: readonly AlignedPair[]): void {
    let sum = 0;
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const pair = open[index] as AlignedPair;
      sum += pair.weight * pair.similarity;
      this.#goodAhead[index] = sum;
    }
    this.#search(open, 0, [...fixed]);
  }

  /**
   * Tries with and without each open pair, in order. A pair is left out only in favour of another that overlaps it, or because it swaps
   * roles.
   */
  #search(open: readonly AlignedPair[], at: number, taken: AlignedPair[]): void {
    this.#steps += 1;
    if (this.#steps > mostSteps) return;
    const pair = open[at];
    if (!pair) {
      this.offer(taken);
      return;
    }
    // A branch that can only tie is still searched: it may have fewer crossings.
    if (this.#score >= 0 && this.#bestPossible(taken, this.#goodAhead[at] ?? 0) < this.#score) return;
    const blocked = taken.some((other) => overlap(other, pair));
    if (!blocked) {
      taken.push(pair);
      this.#search(open, at + 1, taken);
      taken.pop();
    }
    // An uncontested pair always adds to the score, unless it conflicts in its role and the charge exceeds its agreement.
    if (blocked || pair.swapsRoles || open.some((other, place) => place > at && overlap(other, pair)))
      this.#search(open, at + 1, taken);
  }

  /** Upper bound: the score if all open pairs agreed without any charge. */
  #bestPossible(taken: readonly AlignedPair[], ahead: number): number {
    let good = ahead;
    let bad = 0;
    for (const pair of taken) {
      good += pair.weight * pair.similarity;
      bad += pair.charge;
    }
    // Ignores the leftover words of either side, which only lower the score: never below the true score.
    return calibrate(good, bad);
  }
}

function contested(pairs: readonly AlignedPair[]): AlignedPair[] {
  return pairs.filter(
    (pair) => pair.swapsRoles || pairs.some((other) => other !== pair && overlap(pair, other)),
  );
}

/**
 * Finds the pairing with the best score, using each word at most once per side. Exact if at most eight words per side are contested;
 * otherwise greedy, improved by exchanges.
 */
export function align(query: NameSide, listed: NameSide, possible: readonly AlignedPair[]): AlignedPair[] {
  const open = contested(possible);
  if (open.length === 0) return [...possible];
  const fixed = possible.filter((pair) => !open.includes(pair));
  open.sort(byGain);
  const choice = new Choice(query, listed);
  // Exchanges first find a good choice, so that the bound of the exact search prunes early.
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

/** Takes the best pairs first, then tries each omitted pair in place of those it overlaps, for as long as the score improves. */
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
      // Insert the pair, remove those it overlaps, then fill the freed words again.
      const kept = choice.best.filter((other) => !overlap(other, pair));
      if (choice.offer(fill([...kept, pair]))) better = true;
    }
    if (!better) return;
  }
}
