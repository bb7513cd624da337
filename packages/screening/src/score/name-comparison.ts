import type { PreparedName } from '../model/prepared-name.ts';
import type { Relation } from '../model/word.ts';

/** How a pair agrees: the relation of two words, or of a run of words and one word. */
export type PairRelation = Exclude<Relation, 'none'> | 'joined' | 'acronym';

/** A word, or a run of adjacent words, of the subject's name that matches one in the listed name. */
export interface AlignedPair {
  /** Index of the first token, and of the token after the last, in the subject's name. */
  queryFrom: number;
  queryTo: number;
  listedFrom: number;
  listedTo: number;
  /** Bit masks of the tokens used on each side. */
  queryMask: number;
  listedMask: number;
  relation: PairRelation;
  /** 0 to 10,000. */
  similarity: number;
  /** The smaller weight of the two sides, in hundredths, which is what the agreement counts. */
  weight: number;
  /** Weight × similarity charged for disagreement. */
  charge: number;
  /** Whether both words have a known role, and one is a given name while the other is a family name. */
  swapsRoles: boolean;
  /** Whether the words are two forms of one name, sound alike, or are common names that differ in letters. */
  doubtful: boolean;
  /** Whether a word of the pair identifies: it is not a particle, legal form or initial. */
  substantive: boolean;
}

/** How the legal forms of two names compare. */
export type FormRelation = 'none' | 'same' | 'missing' | 'different';

/** A rule that changed the score, in order of application. Scores are 0 to 10,000. */
export interface ScoreStep {
  what: string;
  before: number;
  after: number;
}

/** How well two names agree, and what a trace needs to explain it. */
export interface NameComparison {
  query: PreparedName;
  listed: PreparedName;
  /** 0 to 10,000; 0 if and only if the names share nothing. */
  nameScore: number;
  /** Good / (good + charges), 0 to 10,000, before calibration and caps. */
  raw: number;
  /** The same words one to one, in any order, without a role conflict; legal forms are ignored. */
  exact: boolean;
  /** Additional charges on the whole name: role conflict, different numbers. */
  extraCharges: { what: string; charge: number }[];
  pairs: readonly AlignedPair[];
  forms: FormRelation;
  steps: readonly ScoreStep[];
}
