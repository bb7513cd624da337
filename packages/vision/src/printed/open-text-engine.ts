import { existsSync } from 'node:fs';
import path from 'node:path';
import { latinFile } from './engine-format.ts';
import { openNativeEngine } from './native-engine.ts';
import { openScriptEngine } from './script-engine.ts';
import type { TextEngine } from './text-engine.ts';

/** Which engine to open. */
export interface TextEngineOptions {
  /** Program to look up, once; `null` starts no program. Default `tesseract`. */
  nativeCommand?: string | null;
  /**
   * In-memory directory for pages, which allows the program's processes to keep running. If it is `null` (the default) or does not
   * exist, each picture gets its own process.
   */
  pagesDir?: string | null;
  /** Directory of the built-in models, which contains the network for all Latin letters; `null` (the default) disables that language. */
  modelsDir?: string | null;
  /** Processor time of this process in milliseconds; used to limit the shipped engine, which runs as one of its threads. */
  used?: () => number;
  /** Number of threads of an engine; always one. */
  threads?: 1;
}

/**
 * Opens the engine installed on this machine if it has every language needed, otherwise the one shipped with the package. Neither uses
 * the network or writes to disk.
 * @throws Error if the shipped engine cannot start
 */
export async function openTextEngine({
  nativeCommand = 'tesseract',
  pagesDir = null,
  modelsDir = null,
  used,
}: TextEngineOptions = {}): Promise<TextEngine> {
  const latinDir =
    modelsDir !== null && existsSync(path.join(modelsDir, latinFile)) ? path.resolve(modelsDir) : null;
  const native =
    nativeCommand === null ? null : await openNativeEngine(nativeCommand, { pagesDir, latinDir });
  return native ?? openScriptEngine({ latinDir, ...(used ? { used } : {}) });
}
