import type { Phrase } from './phrases.ts';
import { factsOf } from './word-facts.ts';

const listed = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Titles that are taken off whatever else is in the name. */
const bareTitles = listed(`
  mr mrs ms mx miss mister madam madame monsieur mme mlle sir dr dra drs doctor prof profa professor sr sra srta
  frau herr hrh phd`);

/** Titles that are taken off whatever tables of names have for the word. */
const titlesOnly = listed(`
  mr mrs ms mx miss mister madam madame monsieur mme mlle sir lady lord hon rev revd reverend msgr mgr
  dr dra drs doctor prof profa professor eng engr arq avv adv atty lic dipl dott judr mudr phdr rndr
  gen general col colonel capt captain lt lieutenant maj sgt adm admiral brig brigadier cdr cmdr cpl cpt commander
  frau herr frhr sr sra srta senor senora president pres gov governor minister senator ambassador
  sheikh shaykh sheik sheykh shaikh cheikh cheik hajji haji hadji hajj alhaj alhaji mullah mulla maulvi maulavi mawlawi
  maulana mawlana ayatollah ayatullah shri smt dato datuk hrh`);

/** Titles and post-nominals that are as often a name, beside those of the tables. */
const alsoNames = listed(`
  said sayed syed count graf noble page knight donna selvi bayan nkosi frate barone marchese cardinale morena reina princesa
  kumari sergeant private provost constable speaker emperor chief hodja bakan molla father brother sister mother late
  corporal marchesa barao visconde gospel metropolitan patriarch abbess prophet martyr comrade filho neto fils junior senior
  سيد السيد الملك شيخ الشهيد`);

/** Post-nominals that are no names. Others of up to two letters, or of up to four with a vowel, may be names. */
const suffixesOnly = listed('jr jnr junr snr mp qc kc phd obe mbe cbe kbe esq retd dphil');

const longestTitleLikeName = 4;
/** Whether a title is taken off a name of two words as well, where any other may be one of the two. */
export function isBareTitle(phrase: Phrase): boolean {
  return phrase.words.every((word) => bareTitles.has(word));
}

const vowel = /[aeiouy]/u;
const latin = /^[a-z]+$/u;

/** Whether a phrase of a title or suffix may as well be the name itself, so that it is not taken off. */
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

/** Titles that nothing else is mistaken for. */
export function unmistakableTitles(): ReadonlySet<string> {
  return titlesOnly;
}

/** Whether a phrase is one such title. */
export function isUnmistakable({ words }: Phrase): boolean {
  return words.length === 1 && titlesOnly.has(words[0] ?? '');
}
