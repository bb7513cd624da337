import type { PreparedName } from '../model/prepared-name.ts';
import type { Relation } from '../model/word.ts';

/** How the words of a pair agree: a relation of two words, or of a run of words with one word. */
export type PairRelation = Exclude<Relation, 'none'> | 'joined' | 'acronym';

/** A word, or a run of neighbouring words, of the subject's name that matches one of the listed name. */
export interface AlignedPair {
  /** First token and the one after the last, of the subject's name. */
  queryFrom: number;
  queryTo: number;
  listedFrom: number;
  listedTo: number;
  /** Bits of the tokens that are used on either side. */
  queryMask: number;
  listedMask: number;
  relation: PairRelation;
  /** 0 to 10,000. */
  similarity: number;
  /** Lesser weight of both sides, hundredths: what the agreement counts. */
  weight: number;
  /** Weight × similarity that is charged for what does not agree. */
  charge: number;
  /** Both words have a known role in the name, and one is given where the other is family name. */
  swapsRoles: boolean;
  /** The words are two forms of one name, or sound alike, or differ by letters though both are common names. */
  doubtful: boolean;
  /** One of a word that identifies: no particle, form or initial. */
  substantive: boolean;
}

/** What became of the legal forms of two names. */
export type FormRelation = 'none' | 'same' | 'missing' | 'different';

/** One rule that moved the score, in order of application. Scores 0 to 10,000. */
export interface ScoreStep {
  what: string;
  before: number;
  after: number;
}

/** How far two names agree, and what a trace needs to explain it. */
export interface NameComparison {
  query: PreparedName;
  listed: PreparedName;
  /** 0 to 10,000; 0 exactly when the names share nothing. */
  nameScore: number;
  /** Good / (good + charges), 0 to 10,000, before calibration and caps. */
  raw: number;
  /** Same words one to one, in any order, with no role conflict; legal forms aside. */
  exact: boolean;
  /** Extra charges of the whole name: role conflict, numbers that differ. */
  extraCharges: { what: string; charge: number }[];
  pairs: readonly AlignedPair[];
  forms: FormRelation;
  steps: readonly ScoreStep[];
}
