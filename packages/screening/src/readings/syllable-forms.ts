/** The romanisation of today, the most usual one before it, and another one. */
export type System = 'standard' | 'older' | 'other';

/** A syllable in a romanisation, and its form. */
export interface SyllableForms {
  readonly text: string;
  readonly system: System;
  readonly form: string;
  /** What is spelt so, where the form is coarser than that. */
  readonly character?: string;
}
