import type { PreparedKind, Token, TokenClass } from '../model/prepared-name.ts';
import { lettersInCommon, lowestSimilarity } from '../words/compare-words.ts';
import { beginsName } from '../words/compound-forms.ts';
import type { Word } from '../model/word.ts';
import { calibrate } from './calibration.ts';
import { isOrdered } from './given-order.ts';
import type { AlignedPair } from './name-comparison.ts';
import { heaviestOf, isSubstantive, rarityOf, weightOf, weightOfClass, type NameSide } from './name-side.ts';

/** Charges in per cent of a word's weight. */
export const chargePercent = {
  /** Charged on each side, so twice the weight that is unpaired on both. */
  contradiction: 100,
  /** Words of the subject that the listed name lacks. */
  queryOmission: 60,
  /** The same if a person's listed name is completely contained in the subject's: at least two words, not all of them common. */
  surplus: 40,
  /** Words of the listed name that the subject lacks. */
  listedOmission: 30,
  /** Share of the omission charged for one middle-like word in a name of three or more words of unknown roles. */
  middleWord: 50,
  /** A number that only one name of an organisation or vessel has: it singles out one of several. */
  numberOmission: 100,
  /** Different numbers, in addition to the contradiction. */
  numberContradiction: 200,
  /**
   * Different words for a trade, in addition to the contradiction: they weigh little only while they agree, and sister companies differ
   * in nothing else.
   */
  tradeContradiction: 900,
  /** Different places, in addition to the contradiction. */
  placeContradiction: 300,
  /** A name in place of the other name's *abd*, which is half of a name and weighs as little as a particle. */
  headContradiction: 200,
  /** A typed given name that is the other's family name while the family names differ. */
  roleConflict: 200,
} as const;

/** Minimum weight of a word in a personal name that contradicts a word of the other name, hundredths. */
const leastOfOppositeName = 100;
/** The same for words of other names, in which trades and places weigh little while they agree. */
const leastOfOppositeWord = 75;
/** Similarity in letters that any two unrelated words may have. */
const similarityOfStrangers = 3_000;

/** The leftover words of a side and their cost, hundredths of weight × 10,000. */
export interface Leftover {
  weight: number;
  contradiction: number;
  omission: number;
}

export interface Weighing {
  /** Weight × similarity of the pairs. */
  good: number;
  pairCharges: number;
  query: Leftover;
  listed: Leftover;
  extraCharges: { what: string; charge: number }[];
  /** Good / (good + all charges), 0 to 10,000. */
  raw: number;
  /** The same after calibration. */
  score: number;
}

/** Number of substantive words from which on one of them may be a middle name. */
export const leastWithMiddle = 3;

/**
 * Whether one middle-like word may be missing at half the charge: in a name of three or more words, nothing states which is which. A null
 * kind means unknown and is treated as a person.
 */
export function hasMiddleWords(
  kind: PreparedKind | null,
  { typed, substantive }: Pick<NameSide, 'typed' | 'substantive'>,
): boolean {
  return kind !== 'organisation' && kind !== 'vessel' && !typed && substantive >= leastWithMiddle;
}

/**
 * Number of words that may be names of their own, for `hasMiddleWords`: identifying words, and *abd*, which alone is short for a name.
 */
export function wordsOfName(tokens: readonly Token[]): number {
  let words = 0;
  for (const { class: tokenClass, text } of tokens)
    if (isSubstantive(tokenClass) || (tokenClass === 'particle' && beginsName(text))) words += 1;
  return words;
}

interface Left {
  mask: number;
  weight: number;
}

/** Charge for what only this side has: its unpaired weight in excess of the other side's. */
function omissionOf(
  side: NameSide,
  left: Left,
  { rest, percent, matched }: { rest: number; percent: number; matched: number },
): number {
  if (rest === 0) return 0;
  const cheap =
    // Two words agree, so the missing word may be a middle name rather than the distinguishing half.
    matched >= 2 &&
    hasMiddleWords(side.name.kind, { typed: side.typed, substantive: wordsOfName(side.tokens) })
      ? Math.min(rest, heaviestOf(side, left.mask & side.substantiveMask))
      : 0;
  let charge = percent * (rest * 100 - cheap * (100 - chargePercent.middleWord));
  if (side.name.kind !== 'person') {
    // In addition to the omission, so that a number is charged in full on either side.
    const numbers = Math.min(rest, weightOf(side, left.mask & side.numberMask));
    charge += numbers * (chargePercent.numberOmission - percent) * 100;
  }
  return charge;
}

function leftOf(side: NameSide, used: number): Left {
  const mask = allBits(side) & ~used & ~side.formMask;
  return { mask, weight: weightOf(side, mask) };
}

/** Weights left over on both sides with different meanings, hundredths. */
interface Conflicts {
  numbers: number;
  trades: number;
  places: number;
  heads: number;
  /** How much less common words weigh than others when they contradict each other. */
  names: number;
}

const noConflicts: Conflicts = { numbers: 0, trades: 0, places: 0, heads: 0, names: 0 };

type SideLeft = readonly [side: NameSide, left: Left];

/** Weight of the words of a class left over in both names. */
function leftOfBoth([query, atQuery]: SideLeft, [listed, atListed]: SideLeft, wanted: TokenClass): number {
  return Math.min(weightOfClass(query, atQuery.mask, wanted), weightOfClass(listed, atListed.mask, wanted));
}

/** The same scaled by how far apart they are: an abbreviation or derivation of a trade is not a different trade. */
function differing(query: SideLeft, listed: SideLeft, wanted: TokenClass): number {
  const weight = leftOfBoth(query, listed, wanted);
  if (weight === 0) return 0;
  const [ofQuery, ofListed] = [query, listed].map(([side, { mask }]): SideWords => [
    side,
    maskOfClass(side, mask, wanted),
  ]);
  return ofQuery && ofListed ? Math.round(weight * farthest(ofQuery, ofListed)) : weight;
}

/** Tokens of this class in a mask. */
function maskOfClass({ tokens }: NameSide, mask: number, wanted: TokenClass): number {
  return (
    tokens.reduce((bits, token, index) => (token.class === wanted ? bits | (1 << index) : bits), 0) & mask
  );
}

/**
 * Weight of the name that one side has in place of the first half of a compound name: its leftover weight in excess of the words left
 * over beside that half.
 */
function oppositeHead([one, atOne]: SideLeft, [other, atOther]: SideLeft): number {
  // Two spellings of it are no contradiction.
  if ((atOne.mask & one.headMask) === 0 || (atOther.mask & other.headMask) !== 0) return 0;
  const name = atOther.mask & other.substantiveMask;
  const above = weightOf(other, name) - weightOf(one, atOne.mask & one.substantiveMask);
  if (above <= 0) return 0;
  const far = farthest([one, atOne.mask & one.headMask], [other, name]);
  return Math.round(Math.min(above, heaviestOf(other, name)) * far);
}

/**
 * The weight that two leftover words lack compared with a name of medium rarity: a common one contradicts as much. Words with similar
 * letters may be the same word spelt by rules unknown to the engine, so they lack less or nothing.
 */
function oppositeNames([query, atQuery]: SideLeft, [listed, atListed]: SideLeft): number {
  const persons = isPerson(query) && isPerson(listed);
  // Different trades have their own charge.
  if (!persons && leftOfBoth([query, atQuery], [listed, atListed], 'organisation') > 0) return 0;
  const least = persons ? leastOfOppositeName : leastOfOppositeWord;
  const lacking = least - Math.min(atQuery.weight, atListed.weight);
  if (lacking <= 0) return 0;
  const ofQuery = atQuery.mask & query.substantiveMask;
  const ofListed = atListed.mask & listed.substantiveMask;
  return Math.round(lacking * farthest([query, ofQuery], [listed, ofListed]));
}

/** Words of a name, as a bit mask. */
type SideWords = readonly [side: NameSide, mask: number];

/** Index of the lowest bit. */
function lowest(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** How far apart the least similar of these words are, by `farApart`, so that leaving out a pair never brings the others closer. */
function farthest([one, ofOne]: SideWords, [other, ofOther]: SideWords): number {
  let most = 0;
  for (let a = ofOne; a !== 0; a &= a - 1)
    for (let b = ofOther; b !== 0 && most < 1; b &= b - 1)
      most = Math.max(most, farApart(one.words[lowest(a)] as Word, other.words[lowest(b)] as Word));
  return most;
}

/** Minimum letters of an abbreviation that is recognised. */
const shortestAbbreviation = 3;

/** Whether a word is the beginning of a longer one, or consists of some of its letters in order, from the first to the last. */
function isShortFor(short: string, long: string): boolean {
  if (short.length < shortestAbbreviation || short.length >= long.length) return false;
  if (long.startsWith(short)) return true;
  if (short.charAt(0) !== long.charAt(0) || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short.charAt(at)) at += 1;
  return at === short.length;
}

/** From 0 for words that nearly agree in letters, to 1 for words as different as any two. */
function farApart(a: Word, b: Word): number {
  const slot = (a.letters ^ Math.imul(b.letters, 31)) & (measured.length - 1);
  const known = measured[slot];
  if (known && known.a === a && known.b === b) return known.far;
  const far = measureApart(a, b);
  measured[slot] = { a, b, far };
  return far;
}

/** Cache of recent measurements: consecutive pairings of two names leave over the same words. The size is a power of two. */
const measured: ({ a: Word; b: Word; far: number } | undefined)[] = Array.from(
  { length: 256 },
  () => undefined,
);

function measureApart(a: Word, b: Word): number {
  if (a.script !== b.script) return 1;
  if (isShortFor(a.text, b.text) || isShortFor(b.text, a.text)) return 0;
  const similarity = lettersInCommon(a, b);
  return Math.min(
    1,
    Math.max(0, (lowestSimilarity - similarity) / (lowestSimilarity - similarityOfStrangers)),
  );
}

function conflictsOf(query: SideLeft, listed: SideLeft): Conflicts {
  return {
    numbers: leftOfBoth(query, listed, 'number'),
    trades: differing(query, listed, 'organisation'),
    places: differing(query, listed, 'place'),
    names: oppositeNames(query, listed),
    heads: Math.max(oppositeHead(query, listed), oppositeHead(listed, query)),
  };
}

function extraChargesOf(
  { numbers, trades, places, heads, names }: Conflicts,
  swapped: readonly AlignedPair[],
  both: number,
): Weighing['extraCharges'] {
  const charges: Weighing['extraCharges'] = [];
  if (numbers > 0)
    charges.push({ what: 'numbers differ', charge: numbers * chargePercent.numberContradiction * 100 });
  if (trades > 0)
    charges.push({ what: 'trades differ', charge: trades * chargePercent.tradeContradiction * 100 });
  if (places > 0)
    charges.push({ what: 'places differ', charge: places * chargePercent.placeContradiction * 100 });
  if (heads > 0)
    charges.push({ what: 'a name in place of abd', charge: heads * chargePercent.headContradiction * 100 });
  if (names > 0)
    charges.push({ what: 'words differ', charge: 2 * names * chargePercent.contradiction * 100 });
  const [only, ...more] = swapped;
  if (only && more.length === 0 && both > 0)
    charges.push({ what: 'role conflict', charge: only.weight * chargePercent.roleConflict * 100 });
  return charges;
}

/** Maximum rarity of a common word, per cent. */
const mostOfCommon = 80;

/** Whether all words in a mask are common. */
export function areCommon({ tokens }: NameSide, mask: number): boolean {
  return tokens.every((token, index) => (mask & (1 << index)) === 0 || rarityOf(token) <= mostOfCommon);
}

/** Whether both words of a pair are common. */
export function isCommonPair(
  query: NameSide,
  listed: NameSide,
  { queryMask, listedMask }: AlignedPair,
): boolean {
  return areCommon(query, queryMask) && areCommon(listed, listedMask);
}

/** Words needed for a whole name: many people share a single word. */
export const leastOfWholeName = 2;

/**
 * Whether a person's listed name is completely covered by these pairs and is enough of a name: two words without doubt, not both common.
 */
function isWholeName(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  // In names in Arabic letters, which have few and mostly common words, every word counts.
  if (!isPerson(query) || !isPerson(listed) || isOrdered(query, listed)) return false;
  const words = pairs.filter(({ substantive, doubtful }) => substantive && !doubtful);
  return words.length >= leastOfWholeName && !words.every((pair) => isCommonPair(query, listed, pair));
}

function isPerson({ name }: NameSide): boolean {
  return name.kind !== 'organisation' && name.kind !== 'vessel';
}

/** Whether a pair is the *abd* of both names: alone it is short for any name that begins with it, and agrees like one. */
function isHeadOfBoth(query: NameSide, listed: NameSide, { queryMask, listedMask }: AlignedPair): boolean {
  return (queryMask & query.headMask) !== 0 && (listedMask & listed.headMask) !== 0;
}

const noPairs: readonly AlignedPair[] = [];

/** Weighs a choice of pairs. Each bit of either side occurs in at most one pair. */
export function weigh(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): Weighing {
  let good = 0;
  let pairCharges = 0;
  let usedQuery = 0;
  let usedListed = 0;
  let matched = 0;
  let swaps = false;
  for (const pair of pairs) {
    good += pair.weight * pair.similarity;
    pairCharges += pair.charge;
    usedQuery |= pair.queryMask;
    usedListed |= pair.listedMask;
    if (pair.substantive || isHeadOfBoth(query, listed, pair)) matched += 1;
    if (pair.swapsRoles) swaps = true;
  }
  const leftQuery = leftOf(query, usedQuery);
  const leftListed = leftOf(listed, usedListed);
  // Weight left over on both sides is a contradiction, charged twice; only the excess of one side is an omission.
  const both = Math.min(leftQuery.weight, leftListed.weight);
  const contradiction = both * chargePercent.contradiction * 100;
  const isSurplus = leftListed.mask === 0 && isWholeName(query, listed, pairs);
  const queryRest = {
    rest: leftQuery.weight - both,
    percent: isSurplus ? chargePercent.surplus : chargePercent.queryOmission,
    matched,
  };
  const listedRest = { rest: leftListed.weight - both, percent: chargePercent.listedOmission, matched };
  const queryOmission = omissionOf(query, leftQuery, queryRest);
  const listedOmission = omissionOf(listed, leftListed, listedRest);
  const conflicts = both > 0 ? conflictsOf([query, leftQuery], [listed, leftListed]) : noConflicts;
  const swapped = swaps ? pairs.filter(({ swapsRoles }) => swapsRoles) : noPairs;
  const extraCharges = extraChargesOf(conflicts, swapped, both);
  const soft = pairCharges + queryOmission + listedOmission;
  let contradicted = 2 * contradiction;
  for (const { charge } of extraCharges) contradicted += charge;
  return {
    good,
    pairCharges,
    query: { weight: leftQuery.weight, contradiction, omission: queryOmission },
    listed: { weight: leftListed.weight, contradiction, omission: listedOmission },
    extraCharges,
    raw: good === 0 ? 0 : Math.floor((good * 10_000) / (good + soft + contradicted)),
    score: calibrate(good, soft, contradicted),
  };
}

/** Bit mask of all tokens of a side. */
export function allBits(side: NameSide): number {
  return (1 << side.tokens.length) - 1;
}
