import type { TextWord } from '../printed/text-engine.ts';

/** An expected value found on the page. */
export interface Sighting {
  /** How exactly it matches the expected value, 0–1. */
  confidence: number;
  /** The words that contain it. */
  words: readonly TextWord[];
}
