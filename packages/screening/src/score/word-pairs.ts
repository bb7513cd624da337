import { compareWords } from '../words/compare-words.ts';
import { wordOf } from '../words/word-of.ts';
import type { Word } from '../words/word.ts';
import type { AlignedPair, PairRelation } from './name-comparison.ts';
import { rarityOf, weightOf, type NameSide } from './name-side.ts';

/** A run of words written as one, letters equal. */
const joinedSimilarity = 9_700;
/** A run of words as a name without spaces writes it in another script. */
const runLoss = 100;
/** Charge of an agreeing initial: it leaves open which word it stands for. Per cent of the weight. */
const initialCharge = 20;
/** Lost similarity of two words that both are common names: they are two names more often than one mistyped. */
const commonEditPercent = 150;
/** Typed given name that meets a typed family name; per cent of the weight. */
const swapCharge = 15;
/** Shorter runs meet by chance. */
const shortestJoined = 4;
const formSign = 61;
const numberSign = 35;
const unspaced: ReadonlySet<string> = new Set(['han', 'kana', 'hangul', 'thai']);

type Range = { from: number; to: number };

function maskOf({ from, to }: Range): number {
  return ((1 << (to - from)) - 1) << from;
}

function swaps(query: NameSide, listed: NameSide, q: number, l: number): boolean {
  const a = query.tokens[q];
  const b = listed.tokens[l];
  if (!a?.typed || !b?.typed) return false;
  return (a.class === 'given' && b.class === 'family') || (a.class === 'family' && b.class === 'given');
}

function chargeOf(relation: PairRelation, similarity: number, common: boolean, weight: number): number {
  if (relation === 'initial') return weight * 100 * initialCharge;
  const percent = common && relation === 'edit' ? commonEditPercent : 100;
  return Math.round((weight * (10_000 - similarity) * percent) / 100);
}

function pairOf(
  query: NameSide,
  listed: NameSide,
  [q, l]: readonly [Range, Range],
  [relation, similarity]: readonly [PairRelation, number],
): AlignedPair {
  const queryMask = maskOf(q);
  const listedMask = maskOf(l);
  const queryWeight = weightOf(query, queryMask);
  const listedWeight = weightOf(listed, listedMask);
  const mean = (queryWeight + listedWeight) / 2;
  const weight = Math.min(queryWeight, listedWeight);
  const single = q.to - q.from === 1 && l.to - l.from === 1;
  const swapsRoles = single && swaps(query, listed, q.from, l.from);
  const common =
    single && [query.tokens[q.from], listed.tokens[l.from]].every((token) => token && rarityOf(token) <= 100);
  return {
    queryFrom: q.from,
    queryTo: q.to,
    listedFrom: l.from,
    listedTo: l.to,
    queryMask,
    listedMask,
    relation,
    similarity,
    weight,
    charge: chargeOf(relation, similarity, common, mean) + (swapsRoles ? weight * swapCharge * 100 : 0),
    swapsRoles,
    substantive:
      relation !== 'initial' &&
      ((query.substantiveMask & queryMask) !== 0 || (listed.substantiveMask & listedMask) !== 0),
  };
}

function wordPair(query: NameSide, listed: NameSide, q: number, l: number): AlignedPair | null {
  const a = query.tokens[q];
  const b = listed.tokens[l];
  const wordA = query.words[q];
  const wordB = listed.words[l];
  if (!a || !b || !wordA || !wordB) return null;
  const { similarity, relation } = compareWords(wordA, wordB);
  if (relation === 'none') return null;
  if (relation === 'initial' && a.class !== 'initial' && b.class !== 'initial') return null;
  if (relation === 'edit' || relation === 'sound') {
    if (query.short || listed.short) return null;
    if (a.class === 'particle' || b.class === 'particle') return null;
  }
  const ranges = [
    { from: q, to: q + 1 },
    { from: l, to: l + 1 },
  ] as const;
  return pairOf(query, listed, ranges, [relation, similarity]);
}

/** Letters of a token as it is written joined: of a legal form or a number those in the raw name. */
function lettersOf(side: NameSide, index: number): string {
  const token = side.tokens[index];
  if (!token) return '';
  const sign = token.text.charCodeAt(0);
  if (sign !== formSign && sign !== numberSign) return token.text;
  return side.name.raw
    .slice(token.start, token.end)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** How far a run written as one word would be the single word; 0 when it is not. */
function runSimilarity(runs: NameSide, run: Range, joined: string, word: Word): number {
  if (joined.length === word.text.length && joined.length >= shortestJoined && joined === word.text)
    return joinedSimilarity;
  return unspaced.has(word.script) ? unspacedSimilarity(runs, run, word) : 0;
}

function unspacedSimilarity(runs: NameSide, run: Range, word: Word): number {
  const parts = runs.words.slice(run.from, run.to);
  if (word.length < 2 || parts.some((part) => part.script === word.script)) return 0;
  const texts = parts.map((part) => part.text);
  const last = texts.at(-1) ?? '';
  const orders = [texts.join(''), last + texts.slice(0, -1).join('')];
  const best = Math.max(
    ...orders.map((text) => {
      const { similarity, relation } = compareWords(wordOf(text), word);
      return relation === 'script' || relation === 'equivalent' ? similarity : 0;
    }),
  );
  return best === 0 ? 0 : best - runLoss;
}

function addRuns(query: NameSide, listed: NameSide, runsAreListed: boolean, into: AlignedPair[]): void {
  const runs = runsAreListed ? listed : query;
  const single = runsAreListed ? query : listed;
  for (let from = 0; from + 1 < runs.tokens.length; from += 1) {
    let joined = lettersOf(runs, from);
    for (let to = from + 2; to <= Math.min(from + 3, runs.tokens.length); to += 1) {
      joined += lettersOf(runs, to - 1);
      for (let at = 0; at < single.words.length; at += 1) {
        const word = single.words[at];
        if (!word || (single.formMask & (1 << at)) !== 0) continue;
        if (joined !== word.text && !unspaced.has(word.script)) continue;
        const run = { from, to };
        const similarity = runSimilarity(runs, run, joined, word);
        if (similarity < 6_000) continue;
        const one = { from: at, to: at + 1 };
        const relation = similarity === joinedSimilarity ? 'joined' : 'script';
        into.push(pairOf(query, listed, runsAreListed ? [one, run] : [run, one], [relation, similarity]));
      }
    }
  }
}

/**
 * Every pair of words, and of runs of two or three neighbours with one word, that may stand for each other. Legal forms
 * take part only where they are glued to a word.
 */
export function possiblePairs(query: NameSide, listed: NameSide): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  for (let q = 0; q < query.tokens.length; q += 1) {
    if ((query.formMask & (1 << q)) !== 0) continue;
    for (let l = 0; l < listed.tokens.length; l += 1) {
      if ((listed.formMask & (1 << l)) !== 0) continue;
      const pair = wordPair(query, listed, q, l);
      if (pair) pairs.push(pair);
    }
  }
  addRuns(query, listed, false, pairs);
  addRuns(query, listed, true, pairs);
  return pairs;
}
