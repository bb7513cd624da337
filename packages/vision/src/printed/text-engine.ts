import type { Box, Raster } from '../picture/raster.ts';

/** Languages whose data is shipped; `latin` is every language in Latin letters, with all their marks. */
export type TextLanguage = 'eng' | 'spa' | 'por' | 'latin';

/** How to look at a picture. */
export interface TextOptions {
  /** At least one; each further one costs about as much time as the first. */
  languages: readonly TextLanguage[];
  /** What the picture shows: words anywhere, one block of lines, one line, one word. */
  mode: 'sparse' | 'block' | 'line' | 'word';
  /** Characters that may occur; without it all. */
  allow?: string;
  /** So many times the usual time on a processor; 1, the default, or more, and less where the end by it is what is tried. */
  times?: number;
  /** How many times as long as usual it may take by the clock, from 1, the default. */
  patience?: number;
}

/** A word as an engine read it. */
export interface TextWord {
  /** Never empty, without white space. */
  text: string;
  /** 0–1, the engine's own estimate. */
  confidence: number;
  /** Pixels of the picture that was read. */
  box: Box;
}

/** Reads printed text, one picture at a time. */
export interface TextEngine {
  /** Name and version: `tesseract 5.3.0`, `tesseract.js 7.0.0`. */
  name: string;
  /** Whether it reads `latin`. */
  hasLatin: boolean;
  /**
   * @returns words in reading order, none when there is no text
   * @throws TookTooLong when it took longer than its limit; Error when the engine failed. The message holds nothing that was read
   */
  read(raster: Raster, options: TextOptions): Promise<TextWord[]>;
  /** Ends whatever the engine started. */
  close(): Promise<void>;
}
