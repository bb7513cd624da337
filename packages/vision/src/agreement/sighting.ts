import type { TextWord } from '../printed/text-engine.ts';

/** An expected value that is on the page. */
export interface Sighting {
  /** 0–1: how exactly it is the value expected. */
  confidence: number;
  /** The words that hold it. */
  words: readonly TextWord[];
}
