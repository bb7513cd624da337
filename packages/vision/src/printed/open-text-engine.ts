import { existsSync } from 'node:fs';
import path from 'node:path';
import { latinFile } from './engine-format.ts';
import { openNativeEngine } from './native-engine.ts';
import { openScriptEngine } from './script-engine.ts';
import type { TextEngine } from './text-engine.ts';

/** Which engine to open. */
export interface TextEngineOptions {
  /** The program to look for, looked up once; `null` starts no program. Default `tesseract`. */
  nativeCommand?: string | null;
  /**
   * Directory in memory into which pages may be put, so that the program's processes stay; `null`, the default: one process for each
   * picture. Without the directory, too.
   */
  pagesDir?: string | null;
  /** Directory of the built-in models, with the network for all Latin letters; `null`, the default: that language is not read. */
  modelsDir?: string | null;
  /** Milliseconds of processor that this process has used; the shipped engine, which is one of its threads, counts them. */
  used?: () => number;
  /** Each engine reads with one thread. */
  threads?: 1;
}

/**
 * Opens the program on this machine when it is there with every language that is needed, else the one that ships with the
 * package. Neither touches the network or writes to a disk.
 * @throws Error when the shipped engine cannot start
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
