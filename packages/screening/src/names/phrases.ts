import { referenceTables } from '../tables/reference-tables.ts';
import { cutName, foldWord } from './cut-name.ts';

/** A sequence of words with a meaning other than a name. */
export interface Phrase {
  words: readonly string[];
  what:
    | 'title'
    | 'name_title'
    | 'suffix'
    | 'clerical'
    | 'alternative'
    | 'form'
    | 'place'
    | 'vessel_title'
    | 'firm_title';
  /** For legal forms: their group. */
  group: string;
}

/** Notes that precede the surname a person was born with. */
const birthNames = [
  'nee',
  'geb',
  'geborene',
  'geborener',
  'geboren',
  'maiden name',
  'born as',
  'nacida',
  'de soltera',
  'nascida',
  'nata',
  'z domu',
  'rozena',
  'rodena',
  'rodj',
  'fodd',
  'fodt',
  'szuletett',
  'kizlik soyadi',
  'урожденная',
  'урожденный',
  'урожд',
  'в девичестве',
  'уроджена',
  'у дівоцтві',
  'народжена',
] as const;

/** Notes that precede the surname a person was born with. */
export const birthNameMarkers: ReadonlySet<string> = new Set(birthNames);
/** The same at the beginning of a bracket; elsewhere these words are names. */
export const markersInBrackets: ReadonlySet<string> = new Set(['born', 'nato', 'родилась']);

/** Notes that precede another name of the same person or organisation. */
const alternativeMarkers = [
  ...birthNames,
  'formerly',
  'previously',
  'ранее',
  'aka',
  'a k a',
  'fka',
  'f k a',
  'nka',
  'n k a',
  'dba',
  'd b a',
  'alias',
  'also known as',
  'also called',
  'also spelled',
  'also written',
  'better known as',
  'known as',
  'formerly known as',
  'formerly called',
  'previously known as',
  'now known as',
  'doing business as',
  'trading as',
  'also spelt',
  'p k a',
  'pka',
  'operating as',
  'zwany',
  'zwana',
  'conocido como',
  'conhecido como',
  'conosciuto come',
  'noto come',
  'bekannt als',
  'auch bekannt als',
  'ook bekend als',
  'kand som',
  'kendt som',
  'kjent som',
  'nama lain',
  'takma adi',
  'nam i diger',
  'good quality aka',
  'low quality aka',
  'real name',
  'alias dictus',
  'genannt',
  'tambien conocido como',
  'tambem conhecido como',
  'dit',
  'connu sous le nom de',
  'он же',
  'она же',
  'также известный как',
  'известный как',
  'известен как',
  'المعروف ب',
  'المعروف باسم',
  'الملقب',
  '又名',
  '化名',
  '通称',
  '일명',
  '별명',
  '가명',
  '又称',
  '别名',
  '曾用名',
  '原名',
];

/** In addition to the prefixes in the tables. */
const vesselTitles = [
  'hsc',
  'motor vessel',
  'motor tanker',
  'motor ship',
  'motor yacht',
  'steamship',
  'т х',
  'теплоход',
];

/** Prefixes that are also words, so that only their spelling with a slash counts. */
const vesselWords = new Set(['my', 'tb']);

const firmTitles = ['m s', 'messrs', 'firma', 'мс'];

/** Markers that are also surnames. */
export const surnameMarkers: ReadonlySet<string> = new Set([
  'nee',
  'dit',
  'geb',
  'formerly',
  'previously',
  'ранее',
  'genannt',
  'zwany',
  'rozena',
  'rodena',
  'nata',
]);

let index: ReadonlyMap<string, readonly Phrase[]> | undefined;

/** Phrases that begin with this folded word, longest first; null if there are none. */
export function phrasesFrom(word: string): readonly Phrase[] | null {
  index ??= indexPhrases();
  return index.get(word) ?? null;
}

function indexPhrases(): ReadonlyMap<string, readonly Phrase[]> {
  const tables = referenceTables();
  const phrases = new Map<string, Phrase[]>();
  const add = (key: string, what: Phrase['what'], group = ''): void => {
    const words = cutName(key).map((piece) => piece.text);
    const first = words[0];
    if (first === undefined) return;
    const known = phrases.get(first) ?? [];
    if (known.some((other) => other.what === what && other.words.join(' ') === words.join(' '))) return;
    known.push({ words, what, group });
    phrases.set(first, known);
  };
  for (const key of alternativeMarkers) add(key, 'alternative');
  for (const key of tables.clericalMarks) add(key, 'clerical');
  for (const key of tables.titles) add(key, 'title');
  for (const key of tables.nameTitles) add(key, 'name_title');
  for (const key of tables.suffixes) add(key, 'suffix');
  for (const [key, form] of tables.legalForms) add(key, 'form', form.group);
  for (const key of tables.places) add(key, 'place');
  for (const key of vesselTitles) add(key, 'vessel_title');
  for (const key of tables.vesselPrefixes) if (!vesselWords.has(key)) add(key, 'vessel_title');
  for (const key of firmTitles) add(key, 'firm_title');
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return phrases;
}

/** Forms in scripts without spaces, longest first, and Latin and Cyrillic ones with which no word begins or ends. */
interface GluedForms {
  dense: readonly string[];
  front: readonly string[];
  end: readonly string[];
}

let glued: GluedForms | undefined;

const denseForm = /^[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2,}$/u;

/** Legal forms that may be attached to a name without a space. */
export function gluedForms(): GluedForms {
  if (glued !== undefined) return glued;
  const { legalForms } = referenceTables();
  const known = (forms: readonly string[]): string[] => forms.filter((form) => legalForms.has(form));
  const dense = [...new Set([...legalForms.keys()].map(foldWord))].filter((form) => denseForm.test(form));
  dense.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return (glued = {
    dense,
    front: known(['pjsc', 'ojsc', 'cjsc', 'jsc', 'llc', 'ооо', 'оао', 'пао', 'зао']),
    end: known([
      'gmbh',
      'pjsc',
      'ojsc',
      'cjsc',
      'jsc',
      'llc',
      'llp',
      'ltd',
      'limited',
      'company',
      'corporation',
      'incorporated',
      'limitada',
    ]),
  });
}
