import type { Box, Raster } from '../picture/raster.ts';

/** Languages whose data is shipped; `latin` covers every language in Latin letters, with all diacritics. */
export type TextLanguage = 'eng' | 'spa' | 'por' | 'latin';

/** How to read a picture. */
export interface TextOptions {
  /** At least one; each additional language takes about as much time as the first. */
  languages: readonly TextLanguage[];
  /** What the picture shows: words anywhere, one block of lines, one line, one word. */
  mode: 'sparse' | 'block' | 'line' | 'word';
  /** Characters that may occur; default: all. */
  allow?: string;
  /** Factor for the limit of processor time: 1 (the default) or more; less only to test what happens when it is exceeded. */
  times?: number;
  /** Factor for the limit of elapsed time, at least 1 (the default). */
  patience?: number;
}

/** A word read by an engine. */
export interface TextWord {
  /** Never empty; contains no white space. */
  text: string;
  /** 0–1, the engine's own estimate. */
  confidence: number;
  /** In pixels of the picture that was read. */
  box: Box;
}

/** Reads printed text, one picture at a time. */
export interface TextEngine {
  /** Name and version: `tesseract 5.3.0`, `tesseract.js 7.0.0`. */
  name: string;
  /** Whether it reads `latin`. */
  hasLatin: boolean;
  /**
   * @returns words in reading order; empty if there is no text
   * @throws TookTooLong if it exceeded its limit; Error if the engine failed. The message contains nothing that was read
   */
  read(raster: Raster, options: TextOptions): Promise<TextWord[]>;
  /** Ends all processes and threads of the engine. */
  close(): Promise<void>;
}
