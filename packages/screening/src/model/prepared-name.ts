/** The class of a word in its name. Determines its weight; kept in four bits of the index. */
export const tokenClasses = [
  'unknown',
  'given',
  'family',
  'second',
  'patronymic',
  'particle',
  'initial',
  'distinctive',
  'organisation',
  'place',
  'number',
  'form',
  'surname_of_two',
] as const;
export type TokenClass = (typeof tokenClasses)[number];

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'armenian'
  | 'georgian'
  | 'arabic'
  | 'hebrew'
  | 'han'
  | 'kana'
  | 'hangul'
  | 'thai'
  | 'indic'
  | 'other';

/** One word of a name after normalisation. */
export interface Token {
  /**
   * Folded text; words are equal if their texts are equal. Numbers are `#3`, legal forms `=` and their group (`=llc`), single letters that
   * abbreviate a word have class `initial`.
   */
  text: string;
  class: TokenClass;
  /** True if the source or the spelling ("LAST, First", separate fields) shows whether the word is a given or a family name. */
  typed: boolean;
  /** Class weight × rarity step, hundredths; 10 to 170. */
  weight: number;
  /** Offset in the raw text, in UTF-16 units. */
  start: number;
  end: number;
}

/**
 * Whether a token's text represents many spellings: a number (`#3`) or a legal form (`=llc`). Such texts are equal or different,
 * never similar.
 */
export function hasSeveralSpellings(text: string): boolean {
  const first = text.charCodeAt(0);
  return first === numberSign || first === formSign;
}

const numberSign = 0x23;
const formSign = 0x3d;

export type RemovedKind =
  | 'title'
  | 'suffix'
  | 'clerical_mark'
  | 'organisation_prefix'
  | 'organisation_suffix';

/**
 * The kind of entity that has the name, `unknown` if the source does not state it; it determines which tables are used. Stored in two bits
 * of the index.
 */
export const preparedKinds = ['person', 'organisation', 'vessel', 'unknown'] as const;
export type PreparedKind = (typeof preparedKinds)[number];

/** A raw name prepared for comparison. `kind` determined which tables were used. */
export interface PreparedName {
  raw: string;
  kind: PreparedKind;
  /** In the order written, with family-first forms ("LAST, First") turned to natural order. At most 24. */
  tokens: Token[];
  /** Parts that were removed. Legal forms remain as tokens of class `form` and are not listed here. */
  removed: { text: string; kind: RemovedKind }[];
}
