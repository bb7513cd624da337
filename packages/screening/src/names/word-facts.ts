import type { TokenClass } from '../model/prepared-name.ts';
import type { RarityStep } from '../tables/frequencies.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { announcesNumber, digitsOf, isRegnal, numeralValue, romanValue } from './numbers.ts';
import { gluedForms, phrasesFrom, type Phrase } from './phrases.ts';
import { patronymicOf } from './patronymics.ts';

/** Facts about one folded word, from the tables and from its form, independent of the name. */
export interface WordFacts {
  /** The word; the same string object everywhere, which makes later look-ups fast. */
  text: string;
  phrases: readonly Phrase[] | null;
  /** Whether one of the phrases may be removed from a name: all except legal forms and places. */
  removable: boolean;
  /** A legal form attached to the word; null if there is none, or the word is a form itself. */
  glued: { form: string; at: 'front' | 'end' } | null;
  /** Whether it is a single letter of an alphabet. */
  single: boolean;
  /** Whether it may be one syllable of a Chinese or Vietnamese name. */
  short: boolean;
  particle: boolean;
  role: 'given' | 'family' | null;
  /** Whether the tables have it as a personal name. */
  name: boolean;
  organisation: boolean;
  personRarity: RarityStep;
  organisationRarity: RarityStep;
  patronymic: 'certain' | 'possible' | null;
  /** The number in digits, without leading zeros. */
  digits: string | null;
  roman: number | null;
  regnal: boolean;
  numeral: number | null;
  announcesNumber: boolean;
  /** The known word that is one typing error away, by set of tables; undefined until looked up. */
  slips: { firm: string | null | undefined; person: string | null | undefined };
  /** `plainToken` of the word; undefined until looked up. */
  plain: PlainToken | null | undefined;
}

/** What a word is in any personal name that is a plain sequence of words. */
export interface PlainToken {
  class: TokenClass;
  /** Hundredths. */
  weight: number;
}

const mostRemembered = 200_000;
let young = new Map<string, WordFacts>();
let old = new Map<string, WordFacts>();

/** Facts about a folded word, cached for recent words. */
export function factsOf(word: string): WordFacts {
  let facts = young.get(word);
  if (facts !== undefined) return facts;
  facts = old.get(word) ?? findFacts(word);
  if (young.size >= mostRemembered) {
    old = young;
    young = new Map();
  }
  young.set(facts.text, facts);
  return facts;
}

const singleLetter = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Georgian}]$/u;
const latin = /^[a-z]/u;
const shortEnding = /n[gh]$|^nguyen$/u;

function findFacts(word: string): WordFacts {
  const tables = referenceTables();
  const role = tables.usualRole(word);
  const phrases = phrasesFrom(word);
  return {
    text: word,
    phrases,
    removable: phrases?.some(({ what }) => what !== 'form' && what !== 'place') ?? false,
    glued: gluedForm(word, phrases),
    single: word.length <= 2 && singleLetter.test(word),
    short: word.length <= 5 || (word.length === 6 && shortEnding.test(word)),
    particle: tables.particles.has(word),
    role,
    name: role !== null || tables.nameGroups.has(word),
    organisation: tables.organisationWords.has(word),
    personRarity: rarityIn(tables.personRarity, word),
    organisationRarity: rarityIn(tables.organisationRarity, word),
    patronymic: patronymicOf(word, tables.usualRole),
    digits: digitsOf(word),
    roman: romanValue(word),
    regnal: isRegnal(word),
    numeral: numeralValue(word),
    announcesNumber: announcesNumber(word),
    slips: { firm: undefined, person: undefined },
    plain: undefined,
  };
}

/**
 * The background tables contain only Latin words. A surname in Han characters or Hangul is as common as its most common spelling; any
 * other missing word of another script has medium rarity.
 */
function rarityIn(rarity: (word: string) => RarityStep, word: string): RarityStep {
  const step = rarity(word);
  if (step !== 4 || latin.test(word)) return step;
  const { hanReadings, hangulSurnames } = referenceTables();
  const spellings = hangulSurnames.get(word) ?? hanReadings.get(word) ?? [];
  return spellings.map(rarity).reduce<RarityStep>((least, one) => (one < least ? one : least), 2);
}

const ascii = /^[a-z0-9]+$/u;
const denseScript = /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

const shortestRest = 4;

function gluedForm(word: string, phrases: readonly Phrase[] | null): WordFacts['glued'] {
  if (phrases?.some(({ what }) => what === 'form') === true) return null;
  const { front, end, dense } = gluedForms();
  const isDense = !ascii.test(word) && denseScript.test(word);
  const fits = (form: string): boolean => word.length >= form.length + (isDense ? 1 : shortestRest);
  const head = (isDense ? dense : front).find((form) => fits(form) && word.startsWith(form));
  if (head !== undefined) return { form: head, at: 'front' };
  const tail = (isDense ? dense : end).find((form) => fits(form) && word.endsWith(form));
  return tail === undefined ? null : { form: tail, at: 'end' };
}
