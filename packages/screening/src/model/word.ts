import type { Script } from './prepared-name.ts';

/** One way of reading a word syllable by syllable. */
export interface RomanisedReading {
  /** Canonical forms of its syllables, each followed by a full stop. */
  readonly form: string;
  /** For each syllable, the characters with that spelling, concatenated; empty if the form already determines everything. */
  readonly characters: readonly string[];
}

/** The readings of a word that consists entirely of a language's syllables. */
export interface RomanisedWord {
  /** Readings in the current romanisation. */
  readonly standard: readonly RomanisedReading[];
  /** Readings in the most common earlier romanisation. */
  readonly older: readonly RomanisedReading[];
  /** Readings in other romanisations, or in individual spellings. */
  readonly other: readonly RomanisedReading[];
}

/** A word that begins or ends like a name of several words, and what the rest of it may be. */
export interface Compound {
  readonly fixed: CompoundPart;
  /** Whether the fixed part comes first. */
  readonly leads: boolean;
  readonly rests: readonly string[];
}

/**
 * The words most often written together with another: Abd al-…, Abu …, … Allah, … al-Din; Muhammad … and … Muhammad, Ghulam …, … Reza, …
 * zada, … Khan, … Jan; al-… and Ben ….
 */
export const compoundParts = [
  'servant',
  'father',
  'god',
  'faith',
  'muhammad',
  'ghulam',
  'reza',
  'zada',
  'khan',
  'jan',
  'article',
  'son',
] as const;
export type CompoundPart = (typeof compoundParts)[number];

/** How two words agree, in ascending order of rank: an earlier relation explains better. */
export const relations = ['none', 'equal', 'equivalent', 'script', 'initial', 'edit', 'sound'] as const;
export type Relation = (typeof relations)[number];

/** The result of removing a surname's or patronymic's ending: words with the same stem and different endings are one name. */
export interface Stem {
  readonly text: string;
  readonly ending: 'masculine' | 'feminine';
}

/** A surname with different Belarusian and Russian spellings (`belarusianSurname`). */
export interface BelarusianSurname {
  readonly form: string;
  /** Spelt phonetically, as in Belarus. */
  readonly phonetic: boolean;
}

/** What a typing error in a Latin word of two to four letters leaves unchanged, and whether the word may contain one. */
export interface ShortWord {
  /** The distinct letters of the word, sorted: unchanged if a letter is doubled or two neighbours are swapped. */
  readonly letters: string;
  /** Whether the word is missing from the background of names, and so may be a mistyped word. */
  readonly unseen: boolean;
}

/** A normalised word with precomputed data for comparisons. Created once per distinct word (`wordOf`), never changed. */
export interface Word {
  readonly text: string;
  readonly script: Script;
  /** Number of code points. */
  readonly length: number;
  /** Consonant skeleton; `''` if the word has none or is too short to sound like another. */
  readonly skeleton: string;
  /** Groups of equivalent words (nicknames, variants, synonyms), sorted; words that share a group are equivalent. */
  readonly groups: readonly number[];
  /** One spelling for all common romanisations of a sound (`normalForm`); outside Latin, the text itself. */
  readonly normal: string;
  /** Normal forms under alternative readings of the letters; the first is `normal`. */
  readonly readings: readonly string[];
  /** Phonetic spellings, in case a Latin word is Greek typed with look-alike letters; empty for most words. */
  readonly typedGreek: readonly string[];
  readonly stem: Stem | null;
  /** Languages into whose syllables it may be divided, as bits (`mayBeRomanised`); 0 for nearly all words. */
  readonly romanised: number;
  /** One form for all romanisation systems of a Japanese word (`japaneseForm`); null for nearly all words. */
  readonly japanese: string | null;
  /** Null for words with other endings. */
  readonly belarusian: BelarusianSurname | null;
  /** The digits of the word in order; they identify it and never count as typing errors. */
  readonly digits: string;
  /** The consonants of `normal` in order, `''` if there are fewer than three: words that differ only in vowels share them. */
  readonly consonants: string;
  /** The text with letters of the same sound unified, letter by letter; edit distances are computed on it. */
  readonly folded: string;
  /** The set of letters in `folded`, in 32 bits. */
  readonly letters: number;
  /** Number of edits by which another word may differ, 0 to 2, if the other word allows as many. */
  readonly budget: number;
  /** Null except for Latin words of two to four letters. */
  readonly short: ShortWord | null;
  /** Ways in which the word may be a compound; empty for most words. */
  readonly compounds: readonly Compound[];
}

/** `similarity` is 0 to 10,000; 0 if and only if `relation` is `none`. Pairs below 6,000 have the relation `none`, except initials. */
export interface WordSimilarity {
  readonly similarity: number;
  readonly relation: Relation;
}
