import type { Phrase } from './phrases.ts';
import { factsOf } from './word-facts.ts';

const listed = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Titles that are always removed, whatever else is in the name. */
const bareTitles = listed(`
  mr mrs ms mx miss mister madam madame monsieur mme mlle sir dr dra drs doctor prof profa professor sr sra srta
  frau herr hrh phd`);

/** Titles that are removed even if the word is in the tables of names. */
const titlesOnly = listed(`
  mr mrs ms mx miss mister madam madame monsieur mme mlle sir lady lord hon rev revd reverend msgr mgr
  dr dra drs doctor prof profa professor eng engr arq avv adv atty lic dipl dott judr mudr phdr rndr
  gen general col colonel capt captain lt lieutenant maj sgt adm admiral brig brigadier cdr cmdr cpl cpt commander
  frau herr frhr sr sra srta senor senora president pres gov governor minister senator ambassador
  sheikh shaykh sheik sheykh shaikh cheikh cheik hajji haji hadji hajj alhaj alhaji mullah mulla maulvi maulavi mawlawi
  maulana mawlana ayatollah ayatullah shri smt dato datuk hrh`);

/** Titles and post-nominals that are just as often names, in addition to those in the tables. */
const alsoNames = listed(`
  said sayed syed count graf noble page knight donna selvi bayan nkosi frate barone marchese cardinale morena reina princesa
  kumari sergeant private provost constable speaker emperor chief hodja bakan molla father brother sister mother late
  corporal marchesa barao visconde gospel metropolitan patriarch abbess prophet martyr comrade filho neto fils junior senior
  سيد السيد الملك شيخ الشهيد`);

/** Post-nominals that are not names. Others of up to two letters, or of up to four with a vowel, may be names. */
const suffixesOnly = listed('jr jnr junr snr mp qc kc phd obe mbe cbe kbe esq retd dphil');

const longestTitleLikeName = 4;
/** Whether a title is removed even from a name of two words, where any other title may be one of the two. */
export function isBareTitle(phrase: Phrase): boolean {
  return phrase.words.every((word) => bareTitles.has(word));
}

const vowel = /[aeiouy]/u;
const latin = /^[a-z]+$/u;

/** Whether the phrase of a title or suffix may be the name itself, so that it is not removed. */
export function mayBeName(phrase: Phrase): boolean {
  const [word = ''] = phrase.words;
  if (phrase.words.length > 1) return false;
  if (phrase.what === 'suffix') return suffixMayBeName(word);
  if ((phrase.what !== 'title' && phrase.what !== 'name_title') || titlesOnly.has(word)) return false;
  if (phrase.what === 'name_title' || isName(word)) return true;
  return word.length <= longestTitleLikeName && latin.test(word);
}

function suffixMayBeName(word: string): boolean {
  const { regnal, digits } = factsOf(word);
  if (suffixesOnly.has(word) || regnal || digits !== null) return false;
  if (isName(word) || word.length <= 2) return true;
  return word.length <= longestTitleLikeName && vowel.test(word);
}

const knownInPeople = 2;

function isName(word: string): boolean {
  const facts = factsOf(word);
  return alsoNames.has(word) || facts.name || (latin.test(word) && facts.personRarity <= knownInPeople);
}

/** Titles that cannot be confused with anything else. */
export function unmistakableTitles(): ReadonlySet<string> {
  return titlesOnly;
}

/** Whether a phrase is such a title. */
export function isUnmistakable({ words }: Phrase): boolean {
  return words.length === 1 && titlesOnly.has(words[0] ?? '');
}
