import type { Script } from './prepared-name.ts';

/** A way to read a word syllable by syllable. */
export interface RomanisedReading {
  /** Forms of its syllables, each with a full stop behind it. */
  readonly form: string;
  /** By syllable the characters that are spelt so, in a row; empty where the form says it all. */
  readonly characters: readonly string[];
}

/** The readings of a word whose every syllable is one of a language. */
export interface RomanisedWord {
  /** In the romanisation of today. */
  readonly standard: readonly RomanisedReading[];
  /** In the most usual one before it. */
  readonly older: readonly RomanisedReading[];
  /** In another one, or as people spell their names. */
  readonly other: readonly RomanisedReading[];
}

/** A word that ends or begins like a name of several words, and what the rest of it may be. */
export interface Compound {
  readonly fixed: CompoundPart;
  /** Whether the fixed part is in front of the rest. */
  readonly leads: boolean;
  readonly rests: readonly string[];
}

/**
 * The words that most often are written together with another: Abd al-…, Abu …, … Allah, … al-Din; Muhammad … and … Muhammad, Ghulam …,
 * … Reza, … zada, … Khan, … Jan; al-… and Ben ….
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

/** How two words agree. Order is rank: a lower one explains better. */
export const relations = ['none', 'equal', 'equivalent', 'script', 'initial', 'edit', 'sound'] as const;
export type Relation = (typeof relations)[number];

/** A surname's or patronymic's ending taken off: words of one stem and different endings are one name. */
export interface Stem {
  readonly text: string;
  readonly ending: 'masculine' | 'feminine';
}

/** A surname that Belarus and Russia spell in two ways (`belarusianSurname`). */
export interface BelarusianSurname {
  readonly form: string;
  /** Written by its sounds, as in Belarus. */
  readonly phonetic: boolean;
}

/** What a slip in a Latin word of two to four letters leaves unchanged, and whether it can be one. */
export interface ShortWord {
  /** The different letters of the word, sorted: the same with a letter doubled or two neighbours swapped. */
  readonly letters: string;
  /** The background of names does not have the word, so it may be another one mistyped. */
  readonly unseen: boolean;
}

/** A normalised word with what comparing it needs. Made once per distinct word (`wordOf`), never changed. */
export interface Word {
  readonly text: string;
  readonly script: Script;
  /** Code points. */
  readonly length: number;
  /** Consonant skeleton, `''` when the word has none or is too short to sound like another. */
  readonly skeleton: string;
  /** Groups of equivalent words (nicknames, variants, synonyms), sorted; shared group = equivalent. */
  readonly groups: readonly number[];
  /** One spelling for all usual romanisations of a sound (`normalForm`); the text itself outside Latin. */
  readonly normal: string;
  /** Normal forms under other readings of the letters; the first is `normal`. */
  readonly readings: readonly string[];
  /** As it is spelt by its sounds if a Latin word is Greek typed by the looks of its letters; empty for most words. */
  readonly typedGreek: readonly string[];
  readonly stem: Stem | null;
  /** Languages that it may be cut into syllables of, as bits (`mayBeRomanised`); 0 for nearly all words. */
  readonly romanised: number;
  /** One form for the systems that write a Japanese word (`japaneseForm`); null for nearly all words. */
  readonly japanese: string | null;
  /** Null for words of other endings. */
  readonly belarusian: BelarusianSurname | null;
  /** Digits of the word in order: identity, never edited. */
  readonly digits: string;
  /** Consonants of `normal` in order, `''` when there are fewer than three: words that differ in vowels alone share them. */
  readonly consonants: string;
  /** The text with letters of one sound written alike, letter by letter; edits are counted on it. */
  readonly folded: string;
  /** Which letters `folded` has, in 32 bits. */
  readonly letters: number;
  /** Edits that another word may differ by, 0 to 2, if it allows as many. */
  readonly budget: number;
  /** Null for all but Latin words of two to four letters. */
  readonly short: ShortWord | null;
  /** What the word may be written together of; empty for most. */
  readonly compounds: readonly Compound[];
}

/** `similarity` 0 to 10,000; 0 exactly when `relation` is `none`. Pairs below 6,000 are none, initials excepted. */
export interface WordSimilarity {
  readonly similarity: number;
  readonly relation: Relation;
}
