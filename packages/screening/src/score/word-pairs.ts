import { hasSeveralSpellings, type Token } from '../model/prepared-name.ts';
import {
  isOlderSpelling,
  joinRomanised,
  readingsIn,
  romanisedOf,
  type RomanisedLanguage,
} from '../readings/romanisations.ts';
import { alignRun, coversRun, isReadByCharacters, unspaced } from '../scripts/runs.ts';
import {
  areShortSlips,
  compareWords,
  groupSimilarity,
  initialSimilarity,
  likeness,
  leastOfSpelling,
  lowestSimilarity,
  sharesJapanese,
} from '../words/compare-words.ts';
import { isServantOf } from '../words/compound-forms.ts';
import { writtenApart } from '../words/compounds.ts';
import { abbreviationsOf, countryGroupOf } from '../words/country-abbreviations.ts';
import { filiationGroupOf } from '../words/filiation-words.ts';
import { wordOf } from '../words/word-of.ts';
import type { Word } from '../model/word.ts';
import type { AlignedPair, PairRelation } from './name-comparison.ts';
import { japaneseSystemOf, languagesOf, rarityOf, weightOf, type NameSide } from './name-side.ts';

/** Similarity of a run of words and the same letters written as one word. */
const joinedSimilarity = 9_700;
/** The same in another romanisation. */
export const romanisedSimilarity = 9_300;
/** Loss for a run of words that an unspaced name writes in another script. */
const runLoss = 100;
/** Charge for an agreeing initial, because it leaves open which word it abbreviates; per cent of the mean weight of both words. */
export const initialCharge = 20;
/** Charge for lost similarity if both words are common names: those are more often two names than one mistyped. */
const commonEditPercent = 180;
/** The same for words of different scripts that are merely similar: there are many of those. */
export const alikePercent = 180;
/** The same for any other two words that differ in letters. */
const editPercent = 100;
/** Charge for a typed given name that meets a typed family name; per cent of the weight. */
const swapCharge = 15;
/** Minimum letters of a run written as one word: shorter runs coincide by chance. */
export const shortestJoined = 4;
/** Maximum letters of a country's abbreviation. */
const longestAbbreviation = 3;
/** Maximum number of adjacent words that one word of the other name may match. */
export const longestRun = 3;

interface Range {
  from: number;
  to: number;
}

function maskOf({ from, to }: Range): number {
  return ((1 << (to - from)) - 1) << from;
}

/** The two compared names. */
interface Two {
  query: NameSide;
  listed: NameSide;
  /** Languages whose older romanisation either name may be in. */
  languages: readonly SharedLanguage[];
}
/** The positions of a pair in both names, and how well it agrees. */
interface Agreement {
  q: Range;
  l: Range;
  relation: PairRelation;
  similarity: number;
}

function swaps(a: Token | undefined, b: Token | undefined): boolean {
  if (!a?.typed || !b?.typed) return false;
  return (a.class === 'given' && b.class === 'family') || (a.class === 'family' && b.class === 'given');
}

/** Weight × lost similarity, depending on the cause of the difference. */
function chargeOf({ relation, similarity }: Agreement, common: boolean, weight: number): number {
  if (relation === 'initial') return weight * 100 * initialCharge;
  const differs = relation === 'edit' || relation === 'sound';
  const isAlike = relation === 'script' && similarity < leastOfSpelling;
  const percent = isAlike ? alikePercent : differs && common ? commonEditPercent : editPercent;
  return Math.round((weight * (10_000 - similarity) * percent) / 100);
}

/** Maximum similarity of two forms of one name, as opposed to two spellings: that of a shared group. */
export const mostOfForms = groupSimilarity;

function isDoubtful({ relation, similarity }: Agreement, common: boolean): boolean {
  if (relation === 'script') return similarity < leastOfSpelling;
  if (similarity > mostOfForms) return false;
  return relation === 'equivalent' || relation === 'sound' || (relation === 'edit' && common);
}

/** Similarity from which two words of one group count as spellings of one name. */
const leastOfVariant = 7_500;

/**
 * Whether two words of one group are spellings of one name rather than two variants of it: Uthman and Othman, but not Tony and Antonio.
 */
function isVariant({ query, listed }: Two, { q, l, relation }: Agreement): boolean {
  if (relation !== 'equivalent') return false;
  const [a, b] = [query.words[q.from], listed.words[l.from]];
  if (a && b && isServantOf(a.text) && isServantOf(b.text)) return true;
  return a !== undefined && b !== undefined && a.script === b.script && likeness(a, b) >= leastOfVariant;
}

function pairOf(two: Two, agreement: Agreement): AlignedPair {
  const { query, listed } = two;
  const { q, l, relation, similarity } = agreement;
  const queryMask = maskOf(q);
  const listedMask = maskOf(l);
  const queryWeight = weightOf(query, queryMask & ~query.formMask);
  const listedWeight = weightOf(listed, listedMask & ~listed.formMask);
  const mean = (queryWeight + listedWeight) / 2;
  const weight = Math.min(queryWeight, listedWeight);
  const a = query.tokens[q.from];
  const b = listed.tokens[l.from];
  const single = q.to - q.from === 1 && l.to - l.from === 1;
  const swapsRoles = single && swaps(a, b);
  const common = single && a !== undefined && b !== undefined && rarityOf(a) <= 100 && rarityOf(b) <= 100;
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
    charge: chargeOf(agreement, common, mean) + (swapsRoles ? weight * swapCharge * 100 : 0),
    swapsRoles,
    doubtful: isDoubtful(agreement, common) && !isVariant(two, agreement),
    substantive:
      relation !== 'initial' &&
      ((query.substantiveMask & queryMask) !== 0 || (listed.substantiveMask & listedMask) !== 0),
  };
}

const isFirm = ({ name }: NameSide): boolean => name.kind === 'organisation' || name.kind === 'vessel';

function shareFiliation(a: Token, b: Token): boolean {
  const group = filiationGroupOf(a.text);
  return group !== null && group === filiationGroupOf(b.text);
}

/** Whether a word for *son of* can have that meaning here: Ben is also a given name if it is not a particle. */
function isFiliation(token: Token): boolean {
  return token.class === 'particle' || token.text === 'bin';
}

/** Whether the letters in which two words differ may be a typing error in these names. */
function mayBeMistyped({ query, listed }: Two, q: number, l: number): boolean {
  // In a name that has only short words, one letter makes a different name.
  if (query.short || listed.short) return false;
  if (query.tokens[q]?.class === 'particle' || listed.tokens[l]?.class === 'particle') return false;
  if (!isFirm(query) && !isFirm(listed)) return true;
  // Two or three letters in an organisation's name are often an abbreviation, which any letter changes.
  return !areShortSlips(query.words[q] as Word, listed.words[l] as Word);
}

/** A language to which both names belong, where at least one has a word outside the current romanisation. */
interface SharedLanguage {
  language: RomanisedLanguage;
  /** Whether each of them is in an older romanisation. */
  query: boolean;
  listed: boolean;
}

const noLanguages: readonly SharedLanguage[] = [];

function sharedLanguages(querySide: NameSide, listedSide: NameSide): readonly SharedLanguage[] {
  const ofQuery = languagesOf(querySide);
  if (ofQuery.size === 0) return noLanguages;
  const ofListed = languagesOf(listedSide);
  return [...ofQuery].flatMap(([language, { older: query, spelt }]) => {
    const other = ofListed.get(language);
    return other && (spelt || other.spelt) ? [{ language, query, listed: other.older }] : [];
  });
}

/** Whether both names are Japanese, and one is evidently not in Hepburn. */
function areJapanese(query: NameSide, listed: NameSide): boolean {
  const systems = [japaneseSystemOf(query), japaneseSystemOf(listed)];
  return systems.includes('kunrei') && !systems.includes('none');
}

/** Whether two words are the same in a romanisation used by either name. */
function isRomanised({ languages, query: one, listed: other }: Two, a: Word, b: Word): boolean {
  if (sharesJapanese(a, b) && areJapanese(one, other)) return true;
  return languages.some(({ language, query, listed }) =>
    isOlderSpelling(
      readingsIn(romanisedOf(a, language), query),
      readingsIn(romanisedOf(b, language), listed),
    ),
  );
}

function wordPair(two: Two, q: number, l: number): AlignedPair | null {
  const a = two.query.tokens[q];
  const b = two.listed.tokens[l];
  const wordA = two.query.words[q];
  const wordB = two.listed.words[l];
  if (!a || !b || !wordA || !wordB) return null;
  const { similarity, relation } = compareWords(wordA, wordB, () => isRomanised(two, wordA, wordB));
  if (relation === 'none') return null;
  // A short word that begins a longer one is its initial only if it is an initial in its own name.
  const initials = a.class === 'initial' || b.class === 'initial';
  if (relation === 'initial' && !initials) return null;
  // At most an initial's own similarity, so that a bound can treat it as one.
  if (relation === 'script' && initials && similarity <= initialSimilarity) return null;
  if ((relation === 'edit' || relation === 'sound') && !mayBeMistyped(two, q, l)) return null;
  if (relation === 'equivalent' && shareFiliation(a, b) && !(isFiliation(a) && isFiliation(b))) return null;
  return pairOf(two, { q: { from: q, to: q + 1 }, l: { from: l, to: l + 1 }, relation, similarity });
}

/**
 * The letters of a token as written in the word it was attached to; for legal forms and numbers, as written. `raw` is the text of the
 * token's name. The index files words under the result.
 */
export function lettersOf({ text, start, end }: Token, raw: string): string {
  if (!hasSeveralSpellings(text)) return text;
  return raw
    .slice(start, end)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function lettersAt(side: NameSide, index: number): string {
  const token = side.tokens[index];
  return token ? lettersOf(token, side.name.raw) : '';
}

/** An unspaced word, and whether its name has other words in that script. */
interface UnspacedWord {
  word: Word;
  apart: boolean;
}

function unspacedSimilarity(runs: NameSide, run: Range, { word, apart }: UnspacedWord): number {
  const parts = runs.words.slice(run.from, run.to);
  if (word.length < 2 || !coversRun(word, parts)) return 0;
  const aligned = alignRun(word, parts, apart);
  const byParts = aligned?.used === parts.length ? aligned.similarity : 0;
  if (isReadByCharacters(word)) return byParts;
  const texts = parts.map((part) => part.text);
  const last = texts.at(-1) ?? '';
  // In the written order, and with the last word, often the family name, moved to the front.
  const orders = [texts.join(''), last + texts.slice(0, -1).join('')];
  const best = Math.max(
    ...orders.map((text) => {
      const { similarity, relation } = compareWords(wordOf(text), word);
      return relation === 'script' || relation === 'equivalent' ? similarity : 0;
    }),
  );
  return Math.max(best - runLoss, byParts, 0);
}

/** Whether a run of syllables is the word in another romanisation. */
function isRomanisedRun(
  { languages }: Two,
  runsAreListed: boolean,
  { run, word }: { run: readonly Word[]; word: Word },
): boolean {
  return languages.some(({ language, query, listed }) => {
    const [isOlder, isOlderSingle] = runsAreListed ? [listed, query] : [query, listed];
    const joined = joinRomanised(run.map((one) => readingsIn(romanisedOf(one, language), isOlder)));
    return isOlderSpelling(joined, readingsIn(romanisedOf(word, language), isOlderSingle));
  });
}

/** Whether a word has other words of its script beside it in the name. */
export function isApart(words: readonly Word[], at: number): boolean {
  return words.some(({ script }, index) => index !== at && script === words[at]?.script);
}

function runPair(
  two: Two,
  runsAreListed: boolean,
  { run, at, joined }: { run: Range; at: number; joined: string },
): AlignedPair | null {
  const runs = runsAreListed ? two.listed : two.query;
  const { words } = runsAreListed ? two.query : two.listed;
  const word = words[at];
  if (!word) return null;
  const equal =
    (joined === word.text && joined.length >= shortestJoined) || abbreviationsOf(joined).includes(word.text);
  const similarity = equal
    ? joinedSimilarity
    : isRomanisedRun(two, runsAreListed, { run: runs.words.slice(run.from, run.to), word })
      ? romanisedSimilarity
      : unspaced.has(word.script)
        ? unspacedSimilarity(runs, run, { word, apart: isApart(words, at) })
        : writtenApart(word, runs.words.slice(run.from, run.to));
  if (similarity < lowestSimilarity) return null;
  const one = { from: at, to: at + 1 };
  const relation = equal || !unspaced.has(word.script) ? 'joined' : 'script';
  return pairOf(
    two,
    runsAreListed ? { q: one, l: run, relation, similarity } : { q: run, l: one, relation, similarity },
  );
}

/** Whether a word may match a run in a way other than letter by letter. */
function mayBeRun({ text, length, compounds, script }: Word): boolean {
  if (compounds.length > 0 || unspaced.has(script)) return true;
  return length <= longestAbbreviation && countryGroupOf(text) !== null;
}

function addRuns(two: Two, runsAreListed: boolean, into: AlignedPair[]): void {
  const runs = runsAreListed ? two.listed : two.query;
  const single = runsAreListed ? two.query : two.listed;
  for (let from = 0; from + 1 < runs.tokens.length; from += 1) {
    let joined = lettersAt(runs, from);
    for (let to = from + 2; to <= Math.min(from + longestRun, runs.tokens.length); to += 1) {
      joined += lettersAt(runs, to - 1);
      // Legal forms alone are not a name.
      if ((maskOf({ from, to }) & ~runs.formMask) === 0) continue;
      for (let at = 0; at < single.words.length; at += 1) {
        const word = single.words[at];
        if (!word || (single.formMask & (1 << at)) !== 0) continue;
        if (joined !== word.text && !mayBeRun(word) && two.languages.length === 0) continue;
        const pair = runPair(two, runsAreListed, { run: { from, to }, at, joined });
        if (pair) into.push(pair);
      }
    }
  }
}

/** Number of letters by which a space may have moved. */
export const mostMoved = 1;

/** Whether two adjacent words consist only of letters, whatever their role in the name. */
function isWrittenRun(side: NameSide, from: number): boolean {
  return [side.tokens[from], side.tokens[from + 1]].every(
    (token) => token !== undefined && token.class !== 'form' && !hasSeveralSpellings(token.text),
  );
}

function isMovedBlank({ query, listed }: Two, q: number, l: number): boolean {
  const a = query.tokens[q] as Token;
  const c = listed.tokens[l] as Token;
  const moved = Math.abs(a.text.length - c.text.length);
  if (moved === 0 || moved > mostMoved) return false;
  const b = query.tokens[q + 1] as Token;
  const d = listed.tokens[l + 1] as Token;
  const length = a.text.length + b.text.length;
  // Compare lengths and first letters before the texts: nearly all names differ in those.
  if (length < shortestJoined || length !== c.text.length + d.text.length) return false;
  return a.text.charCodeAt(0) === c.text.charCodeAt(0) && a.text + b.text === c.text + d.text;
}

/** Pairs two adjacent words of each side that have the same letters with the space in a different place. */
function addMovedBlanks(two: Two, into: AlignedPair[]): void {
  const { query, listed } = two;
  for (let q = 0; q + 1 < query.tokens.length; q += 1) {
    for (let l = 0; l + 1 < listed.tokens.length; l += 1) {
      if (!isMovedBlank(two, q, l) || !isWrittenRun(query, q) || !isWrittenRun(listed, l)) continue;
      into.push(
        pairOf(two, {
          q: { from: q, to: q + 2 },
          l: { from: l, to: l + 2 },
          relation: 'joined',
          similarity: joinedSimilarity,
        }),
      );
    }
  }
}

/**
 * All possible pairs of words, of runs of two or three adjacent words with one word, and of two adjacent words with two. Legal forms take
 * part only if they are attached to a word.
 */
export function possiblePairs(query: NameSide, listed: NameSide): AlignedPair[] {
  const two = { query, listed, languages: sharedLanguages(query, listed) };
  const pairs: AlignedPair[] = [];
  for (let q = 0; q < query.tokens.length; q += 1) {
    if ((query.formMask & (1 << q)) !== 0) continue;
    for (let l = 0; l < listed.tokens.length; l += 1) {
      if ((listed.formMask & (1 << l)) !== 0) continue;
      const pair = wordPair(two, q, l);
      if (pair) pairs.push(pair);
    }
  }
  addRuns(two, false, pairs);
  addRuns(two, true, pairs);
  addMovedBlanks(two, pairs);
  return pairs;
}
