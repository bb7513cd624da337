import type { Box, Raster } from '../picture/raster.ts';
import { openNativeEngine } from './native-engine.ts';
import { openScriptEngine } from './script-engine.ts';

/** Languages whose data is shipped. */
export type TextLanguage = 'eng' | 'spa' | 'por';

/** How to look at a picture. */
export interface TextOptions {
  /** At least one; each further one costs about as much time as the first. */
  languages: readonly TextLanguage[];
  /** What the picture shows: words anywhere, one block of lines, one line, one word. */
  mode: 'sparse' | 'block' | 'line' | 'word';
  /** Characters that may occur; without it all. */
  allow?: string;
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
  /**
   * @returns words in reading order, none when there is no text
   * @throws Error when the engine failed or took longer than its limit; the message holds nothing that was read
   */
  read(raster: Raster, options: TextOptions): Promise<TextWord[]>;
  /** Ends whatever the engine started. */
  close(): Promise<void>;
}

/** Which engine to open. */
export interface TextEngineOptions {
  /** The program to look for, looked up once; `null` starts no program. Default `tesseract`. */
  nativeCommand?: string | null;
  /** Each engine reads with one thread. */
  threads?: 1;
}

/**
 * Opens the program on this machine when it is there with every language that is needed, else the one that ships with the
 * package. Neither touches the network or writes to disk.
 * @throws Error when the shipped engine cannot start
 */
export async function openTextEngine({
  nativeCommand = 'tesseract',
}: TextEngineOptions = {}): Promise<TextEngine> {
  const native = nativeCommand === null ? null : await openNativeEngine(nativeCommand);
  return native ?? openScriptEngine();
}
