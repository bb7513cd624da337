import type { RarityStep } from '../tables/frequencies.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { announcesNumber, digitsOf, isRegnal, numeralValue, romanValue } from './numbers.ts';
import { gluedForms, phrasesFrom, type Phrase } from './phrases.ts';
import { patronymicOf } from './patronymics.ts';

/** Facts from the tables and from the shape of one folded word, whatever name it is in. */
export interface WordFacts {
  /** The word: one string for all its places, so that looking it up again is quick. */
  text: string;
  phrases: readonly Phrase[] | null;
  /** One of the phrases may be taken off a name: all but legal forms and places. */
  removable: boolean;
  /** A legal form that is written on to it; null when there is none, or the word is a form itself. */
  glued: { form: string; at: 'front' | 'end' } | null;
  /** One letter of an alphabet. */
  single: boolean;
  /** May be one syllable of a Chinese or Vietnamese name. */
  short: boolean;
  particle: boolean;
  role: 'given' | 'family' | null;
  /** The tables have it as a name of people. */
  name: boolean;
  organisation: boolean;
  personRarity: RarityStep;
  organisationRarity: RarityStep;
  patronymic: 'certain' | 'possible' | null;
  /** Number in digits, without leading zeros. */
  digits: string | null;
  roman: number | null;
  regnal: boolean;
  numeral: number | null;
  announcesNumber: boolean;
  /** The known word it is one slip away from, by the tables in question, once looked up. */
  slips: { firm: string | null | undefined; person: string | null | undefined };
}

const mostRemembered = 200_000;
let young = new Map<string, WordFacts>();
let old = new Map<string, WordFacts>();

/** Facts of a folded word, remembered for the words met last. */
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
  };
}

/**
 * The background tables hold Latin words. A surname in Han characters or Hangul is as common as its commonest spelling; any other word
 * of another script that they lack is neither common nor rare.
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
