import type { Token } from '../model/prepared-name.ts';
import type { AlignedPair, PairRelation } from './name-comparison.ts';
import { countOf, rarityOf, type NameSide } from './name-side.ts';
import {
  isByNameOfOther,
  isFamilyOfGiven,
  isNameOfForebear,
  isOrdered,
  type ChosenPairs,
} from './given-order.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { haveSwappedParents } from './parents.ts';
import { haveOtherLengths } from './syllabic-names.ts';
import { areCommon, isCommonPair } from './weigh.ts';
import { mostOfForms } from './word-pairs.ts';

/** Maximum score of a one-word subject against a longer name, up to each rarity of the word in per cent. */
const oneWordSubject: readonly (readonly [rarity: number, most: number])[] = [
  [80, 6_000],
  [100, 7_000],
  [120, 7_900],
  [Infinity, 8_400],
];
/** Share of the score that a one-word listed name keeps against a longer subject, per cent. */
const oneWordListed = 80;

/** Share of the score kept by single words that agree only by sound, per cent. */
const soundAlone = 80;

/** Reduction if at most two words agree, one of them doubtfully, while others are missing. */
const doubtfulAndMissing = 800;
/** Reduction if no word agrees without doubt. */
const doubtfulThroughout = 400;
/** The same if all agreeing words are merely similar words of two scripts. */
export const alikeThroughout = 800;
const fewWords = 2;
/** Different initials distinguish two people of the same name. */
const mostWithOtherInitials = 6_900;
/** Halim bin Taruq and Taruq bin Halim are two people, usually father and son. */
const mostWithSwappedParents = 7_900;
/** Every syllable of a Chinese or Korean name is significant: Kim Min-su is not Kim Min. */
const mostWithOtherLength = 7_900;
/** Reduction if a word is the man's own name in one name, and his child's in the other. */
const byName = 800;
/** A family named after Ali is not Ali; applies if at most two words agree. */
const mostOfFamily = 7_900;
/** Mahmud Uthman and Umar Mahmud Uthman are father and son. */
const mostOfForebear = 7_900;
/** Reduction if two common words agree while others are missing. */
const commonAndMissing = 600;
/** The same if the missing words are the subject's: many people have a listed name of two common words. */
const commonAndSurplus = 900;
/** The same for names in Arabic letters, which mostly consist of common words. */
const commonAndMissingOrdered = 300;
/** Additional reduction if one of the two words agrees only doubtfully. */
const commonInDoubt = 500;
/** Two common words that both agree only doubtfully merely justify a review. */
const mostOfDoubt = 7_900;

/** Maximum score of a subject whose only substantive word this is, against a name with distinctive words left over, 0 to 10,000. */
export function mostOfOneWord(word: Token): number {
  const rarity = rarityOf(word);
  return oneWordSubject.find(([upTo]) => rarity <= upTo)?.[1] ?? 0;
}

export interface Cap {
  what: string;
  apply: (score: number) => number;
}

function leftDistinctive(side: NameSide, used: number): number {
  return countOf(side.distinctiveMask & ~used);
}

/** The caps that apply to a choice of pairs. */
export function capsOf(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): Cap[] {
  let usedQuery = 0;
  let usedListed = 0;
  for (const pair of pairs) {
    usedQuery |= pair.queryMask;
    usedListed |= pair.listedMask;
  }
  const caps: Cap[] = [];
  if (query.substantive === 1 && leftDistinctive(listed, usedListed) > 0) {
    const word = query.tokens.find((_, index) => (query.substantiveMask & (1 << index)) !== 0);
    const most = word ? mostOfOneWord(word) : 0;
    caps.push({ what: 'subject of one word', apply: (score) => Math.min(score, most) });
  }
  if (listed.substantive === 1 && query.substantive > 1 && leftDistinctive(query, usedQuery) > 0)
    caps.push({
      what: 'listed name of one word',
      apply: (score) => Math.floor((score * oneWordListed) / 100),
    });
  if (
    pairs.some(({ relation }) => relation === 'sound') &&
    pairs.every(({ relation, substantive }) => relation === 'sound' || !substantive)
  )
    caps.push({ what: 'sound alone', apply: (score) => Math.floor((score * soundAlone) / 100) });
  if ((query.initialMask & ~usedQuery) !== 0 && (listed.initialMask & ~usedListed) !== 0)
    caps.push({ what: 'initials differ', apply: (score) => Math.min(score, mostWithOtherInitials) });
  if (haveSwappedParents(query, listed, pairs))
    caps.push({
      what: 'child and parent swapped',
      apply: (score) => Math.min(score, mostWithSwappedParents),
    });
  if (haveOtherLengths(query, listed, pairs))
    caps.push({ what: 'a syllable more', apply: (score) => Math.min(score, mostWithOtherLength) });
  const chosen = { pairs, usedQuery, usedListed };
  caps.push(...orderedCaps(query, listed, chosen));
  const few = fewCommonOf(query, listed, chosen);
  if (few !== null) caps.push(few);
  const doubt = doubtOf(query, listed, chosen);
  if (doubt !== null) caps.push(doubt);
  return caps;
}

/** Caps for names in Arabic letters, which have a fixed word order and include the article. */
function orderedCaps(query: NameSide, listed: NameSide, chosen: ChosenPairs): Cap[] {
  const caps: Cap[] = [];
  if (!isOrdered(query, listed)) return caps;
  if (isByNameOfOther(query, listed, chosen))
    caps.push({ what: 'a name behind abu', apply: (score) => score - byName });
  if (haveFamilyOfGiven(query, listed, chosen.pairs))
    caps.push({ what: 'a given name behind the article', apply: (score) => Math.min(score, mostOfFamily) });
  if (isNameOfForebear(query, listed, chosen))
    caps.push({ what: 'the name of a forebear', apply: (score) => Math.min(score, mostOfForebear) });
  return caps;
}

/** Whether little more agrees than a given name with a family name that is the same word preceded by the article. */
function haveFamilyOfGiven(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  const words = pairs.filter(({ substantive }) => substantive);
  return words.length <= fewWords && words.some((pair) => isFamilyOfGiven(query, listed, pair));
}

/** Caps personal names in which hardly anything agrees for certain: two strangers may share that much. */
function doubtOf(
  query: NameSide,
  listed: NameSide,
  { pairs, usedQuery, usedListed }: ChosenPairs,
): Cap | null {
  if (query.name.kind === 'organisation' || query.name.kind === 'vessel')
    return brandOf(query, listed, pairs);
  const words = pairs.filter(({ substantive }) => substantive);
  if (words.length <= fewWords && words.length > 0 && words.every(isAlike))
    return { what: 'alike in another script, no more', apply: (score) => score - alikeThroughout };
  if (words.length !== fewWords || !words.some(({ doubtful }) => doubtful)) return null;
  const missing = leftDistinctive(query, usedQuery) + leftDistinctive(listed, usedListed) > 0;
  // Above the similarity of variant forms: the same word, or nearly so.
  const certain = words.some(({ similarity }) => similarity > mostOfForms);
  const common = words.every((pair) => isOfCommonName(query, listed, pair));
  if (common && words.every(({ doubtful }) => doubtful))
    return { what: 'two common words agree in doubt', apply: (score) => Math.min(score, mostOfDoubt) };
  const loss =
    (missing ? doubtfulAndMissing + (common ? commonInDoubt : 0) : 0) + (certain ? 0 : doubtfulThroughout);
  if (common && words.some((pair) => isTranslated(query, listed, pair)))
    return {
      what: 'two common words, one in another language',
      apply: (score) => Math.min(score - loss, mostOfDoubt),
    };
  return loss === 0 ? null : { what: 'little agrees for certain', apply: (score) => score - loss };
}

/** Relations in which two words may be two different names rather than one misspelt. */
const formRelations: ReadonlySet<PairRelation> = new Set(['equivalent', 'script']);

/** Caps names of firms and ships in which no distinguishing word agrees without doubt: Nico is not a spelling of Nicolas. */
function brandOf(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): Cap | null {
  const brands = pairs.filter(
    ({ queryMask, listedMask }) =>
      (queryMask & query.distinctiveMask) !== 0 || (listedMask & listed.distinctiveMask) !== 0,
  );
  const areForms = brands.every(({ doubtful, relation }) => doubtful && formRelations.has(relation));
  if (brands.length === 0 || !areForms) return null;
  if (brands.every(isAlike))
    return { what: 'alike in another script, no more', apply: (score) => score - alikeThroughout };
  return { what: 'another form of a given name', apply: (score) => Math.min(score, mostOfDoubt) };
}

/** Caps personal names in which only two common words agree: many people have both. */
function fewCommonOf(
  query: NameSide,
  listed: NameSide,
  { pairs, usedQuery, usedListed }: ChosenPairs,
): Cap | null {
  if (query.name.kind === 'organisation' || query.name.kind === 'vessel') return null;
  const words = pairs.filter(({ substantive }) => substantive);
  if (words.length !== fewWords || words.some(({ doubtful }) => doubtful)) return null;
  if (leftDistinctive(query, usedQuery) + leftDistinctive(listed, usedListed) === 0) return null;
  const ordered = isOrdered(query, listed);
  const isCommon = ordered ? isCommonPair : isOfCommonName;
  if (!words.every((pair) => isCommon(query, listed, pair))) return null;
  const ofQuery = leftDistinctive(query, usedQuery) > 0 ? commonAndSurplus : commonAndMissing;
  const loss = ordered ? commonAndMissingOrdered : ofQuery;
  return { what: 'two common words agree', apply: (score) => score - loss };
}

/** Whether the words of a pair are common, or one is a form of a common word. */
function isOfCommonName(query: NameSide, listed: NameSide, pair: AlignedPair): boolean {
  // Forms of one name in two scripts are often the same word.
  if (query.words[pair.queryFrom]?.script !== listed.words[pair.listedFrom]?.script) return false;
  if (pair.relation === 'equal') return isCommonPair(query, listed, pair);
  return areCommon(query, pair.queryMask) || areCommon(listed, pair.listedMask);
}

/** Whether two words are one name in two languages, neither a spelling nor a short form of the other: Karl and Carlos. */
function isTranslated(
  query: NameSide,
  listed: NameSide,
  { doubtful, relation, queryFrom, listedFrom }: AlignedPair,
): boolean {
  if (!doubtful || relation !== 'equivalent') return false;
  const { lastTranslation, nameGroups } = referenceTables();
  const [a, b] = [query.words[queryFrom], listed.words[listedFrom]];
  if (!a || !b) return false;
  // Table entries for the words as written take precedence over entries for other spellings.
  const asWritten = sharedOf(nameGroups.get(a.text) ?? [], nameGroups.get(b.text) ?? []);
  const shared = asWritten.length > 0 ? asWritten : sharedOf(a.groups, b.groups);
  return shared.length > 0 && shared.every((group) => group <= lastTranslation);
}

function sharedOf(groups: readonly number[], others: readonly number[]): number[] {
  return groups.filter((group) => others.includes(group));
}

function isAlike({ relation, doubtful }: AlignedPair): boolean {
  return relation === 'script' && doubtful;
}
