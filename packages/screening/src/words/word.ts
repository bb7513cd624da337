import type { Script } from '../names/prepared-name.ts';

/** How two words agree. Order is rank: a lower one explains better. */
export const relations = ['none', 'equal', 'equivalent', 'script', 'initial', 'edit', 'sound'] as const;
export type Relation = (typeof relations)[number];

/** A normalised word with what comparing it needs. Made once per distinct word (`wordOf`), never changed. */
export type Word = {
  text: string;
  script: Script;
  /** Code points. */
  length: number;
  /** Consonant skeleton, `''` when the word has none or is too short to sound like another. */
  skeleton: string;
  /** Groups of equivalent words (nicknames, variants, synonyms), sorted; shared group = equivalent. */
  groups: readonly number[];
};

/** `similarity` 0 to 10,000; 0 exactly when `relation` is `none`. Pairs below 6,000 are none, initials excepted. */
export type WordSimilarity = { similarity: number; relation: Relation };
