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

/** Facts about words that do not depend on any list. Keys are folded by `foldKey`, several words joined by a blank. */
export interface ReferenceTables {
  legalForms: ReadonlyMap<string, LegalForm>;
  /** Organisation word to the number of its synonym group, 1 and up. */
  organisationWords: ReadonlyMap<string, number>;
  /** Titles and honorifics that are hardly ever part of a name. */
  titles: ReadonlySet<string>;
  /** Titles that are as often part of a name: king, sayyid, mir. Take them off only where a title is certain. */
  nameTitles: ReadonlySet<string>;
  /** Prefixes of ships' names: `mv`, `m t`, `ss`. */
  vesselPrefixes: ReadonlySet<string>;
  suffixes: ReadonlySet<string>;
  clericalMarks: ReadonlySet<string>;
  /** `joins`: is often written as one word with what follows it (al-, abd, van der). */
  particles: ReadonlyMap<string, 'apart' | 'joins'>;
  /** Word to its groups of variants of given names and surnames, sorted, 1 and up. Two words that share a group are equivalent. */
  nameGroups: ReadonlyMap<string, readonly number[]>;
  /** Groups up to this number are one given name in many languages: Carlos and Karl, not Tony and Antonio. */
  lastTranslation: number;
  numerals: ReadonlyMap<string, number>;
  /** Place and nationality words as written in names of organisations. */
  places: ReadonlySet<string>;
  /** Background frequency of a folded word in names of people, 0 to 4. */
  personRarity(word: string): RarityStep;
  /** The same for names of organisations. */
  organisationRarity(word: string): RarityStep;
  /** What a word nearly always is in the name of a person; null when it is either or unknown. */
  usualRole(word: string): 'given' | 'family' | null;
  countries: Countries;
  /** Traditional or Japanese character to the simplified one. */
  hanSimplified: ReadonlyMap<string, string>;
  /**
   * Simplified character, or surname of two characters, to its Latin readings in all languages, folded: pinyin, older
   * Mandarin spellings, Cantonese, Hokkien, Korean, Japanese.
   */
  hanReadings: ReadonlyMap<string, readonly string[]>;
  /** Readings of a simplified character by language; null for one that is not in everyday use. */
  hanCharacters(character: string): HanCharacter | null;
  /** The Hangul syllables that Han characters have as readings: those of names. Made anew each time. */
  koreanReadings(): ReadonlySet<string>;
  /** Hangul surname to its usual Latin spellings, folded. */
  hangulSurnames: ReadonlyMap<string, readonly string[]>;
  /** Word in Arabic letters to its usual Latin spellings, the most usual first. */
  arabicSpellings: ReadonlyMap<string, readonly string[]>;
  /** Latin word to the words in Arabic letters that it usually spells. */
  arabicWords: ReadonlyMap<string, ReadonlySet<string>>;
  /** Letter of another script to the lower-case Latin letter it imitates. */
  lookAlikes: ReadonlyMap<string, string>;
}

const han = /[\u3400-\u9fff]/u;

let loaded: ReferenceTables | undefined;
let countries: Countries | undefined;

/**
 * The tables beside the package, read once and kept.
 * @throws BrokenTable when a file is missing or malformed
 */
export function referenceTables(): ReferenceTables {
  loaded ??= load();
  return loaded;
}

/**
 * The table of countries alone, of which loading a list has need: reading all of them takes a fifth of a second of a processor.
 * @throws BrokenTable when its file is missing or malformed
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
