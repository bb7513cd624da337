/** The current romanisation, the most common earlier one, and any other. */
export type System = 'standard' | 'older' | 'other';

/** A syllable in a romanisation, and its form. */
export interface SyllableForms {
  readonly text: string;
  readonly system: System;
  readonly form: string;
  /** The character spelt this way, if the form is coarser than that. */
  readonly character?: string;
}
