import { loadArabicSpellings } from './arabic-spellings.ts';
import { loadCountries, type Countries } from './countries.ts';
import { loadFrequencies, type RarityStep } from './frequencies.ts';
import { loadHan, loadHanCharacters, type HanCharacter } from './han.ts';
import { tableLines } from './table-file.ts';
import {
  loadKeys,
  loadLegalForms,
  loadLookAlikes,
  loadNumerals,
  loadParticles,
  loadReadings,
  loadWordGroups,
  type LegalForm,
} from './word-tables.ts';

/** Facts about words that do not depend on any list. Keys are folded by `foldKey`; several words are joined by a space. */
export interface ReferenceTables {
  legalForms: ReadonlyMap<string, LegalForm>;
  /** Maps an organisation word to the number of its synonym group, starting at 1. */
  organisationWords: ReadonlyMap<string, number>;
  /** Titles and honorifics that are hardly ever part of a name. */
  titles: ReadonlySet<string>;
  /** Titles that are just as often part of a name: king, sayyid, mir. To be removed only if they are certainly titles. */
  nameTitles: ReadonlySet<string>;
  /** Prefixes of ships' names: `mv`, `m t`, `ss`. */
  vesselPrefixes: ReadonlySet<string>;
  suffixes: ReadonlySet<string>;
  clericalMarks: ReadonlySet<string>;
  /** `joins`: often written as one word with what follows (al-, abd, van der). */
  particles: ReadonlyMap<string, 'apart' | 'joins'>;
  /**
   * Maps a word to its groups of variants of given names and surnames, sorted, starting at 1. Two words that share a group are
   * equivalent.
   */
  nameGroups: ReadonlyMap<string, readonly number[]>;
  /** Groups up to this number contain one given name in several languages: Carlos and Karl, but not Tony and Antonio. */
  lastTranslation: number;
  numerals: ReadonlyMap<string, number>;
  /** Place and nationality words as written in names of organisations. */
  places: ReadonlySet<string>;
  /** Background frequency of a folded word in names of people, 0 to 4. */
  personRarity(word: string): RarityStep;
  /** The same for names of organisations. */
  organisationRarity(word: string): RarityStep;
  /** The usual role of a word in personal names; null if it varies or is unknown. */
  usualRole(word: string): 'given' | 'family' | null;
  countries: Countries;
  /** Maps a traditional or Japanese character to the simplified one. */
  hanSimplified: ReadonlyMap<string, string>;
  /**
   * Maps a simplified character, or a surname of two characters, to its folded Latin readings in all languages: pinyin, older Mandarin
   * spellings, Cantonese, Hokkien, Korean, Japanese.
   */
  hanReadings: ReadonlyMap<string, readonly string[]>;
  /** Readings of a simplified character by language; null if it is not in everyday use. */
  hanCharacters(character: string): HanCharacter | null;
  /** The Hangul syllables that are readings of Han characters, and therefore syllables of names. Computed on each call. */
  koreanReadings(): ReadonlySet<string>;
  /** Maps a Hangul surname to its usual Latin spellings, folded. */
  hangulSurnames: ReadonlyMap<string, readonly string[]>;
  /** Maps a word in Arabic letters to its usual Latin spellings, most common first. */
  arabicSpellings: ReadonlyMap<string, readonly string[]>;
  /** Maps a Latin word to the words in Arabic letters that it usually spells. */
  arabicWords: ReadonlyMap<string, ReadonlySet<string>>;
  /** Maps a letter of another script to the lower-case Latin letter it imitates. */
  lookAlikes: ReadonlyMap<string, string>;
}

const han = /[\u3400-\u9fff]/u;

let loaded: ReferenceTables | undefined;
let countries: Countries | undefined;

/** The tables shipped with the package, read once and cached. @throws BrokenTable if a file is missing or malformed */
export function referenceTables(): ReferenceTables {
  loaded ??= load();
  return loaded;
}

/**
 * Only the table of countries, for loading lists: reading all tables takes a fifth of a second of processor time.
 * @throws BrokenTable if its file is missing or malformed
 */
export function countryTable(): Countries {
  countries ??= loadCountries();
  return countries;
}

function load(): ReferenceTables {
  const { hanSimplified, hanReadings } = loadHan();
  const simplify = (text: string): string =>
    han.test(text) ? Array.from(text, (c) => hanSimplified.get(c) ?? c).join('') : text;
  const organisationWords = loadWordGroups(['organisation-words'], simplify).single;
  const nameGroups = loadWordGroups(['name-groups', 'short-forms', 'surname-groups'], simplify).all;
  return {
    legalForms: loadLegalForms(simplify),
    organisationWords,
    titles: loadKeys('titles', simplify),
    nameTitles: loadKeys('titles-ambiguous', simplify),
    vesselPrefixes: loadKeys('vessel-prefixes', simplify),
    suffixes: loadKeys('suffixes', simplify),
    clericalMarks: loadKeys('clerical-marks', simplify),
    particles: loadParticles(),
    nameGroups,
    lastTranslation: tableLines('name-groups').length,
    numerals: loadNumerals(),
    places: loadKeys('places', simplify),
    ...loadFrequencies(organisationWords),
    countries: countryTable(),
    hanSimplified,
    hanReadings,
    ...loadHanCharacters(),
    hangulSurnames: loadReadings('hangul-surnames'),
    ...loadArabicSpellings(nameGroups),
    lookAlikes: loadLookAlikes(),
  };
}
