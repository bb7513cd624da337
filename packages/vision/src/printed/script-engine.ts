import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type Tesseract from 'tesseract.js';
import {
  engineSettings,
  greyFile,
  latinFile,
  pageModes,
  startSettings,
  wordsOfTable,
} from './engine-format.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import { watchLimit, type ReadingLimit } from './reading-limit.ts';
import type { TextEngine, TextLanguage, TextOptions, TextWord } from './text-engine.ts';
import type { Raster } from '../picture/raster.ts';

const require = createRequire(import.meta.url);
const readMs = 8000;
/** Use only the network that reads lines; the older engine is neither loaded nor part of the data. */
const linesOnly = 1;

/** The worker thread of the engine that ships with the package. */
interface Running {
  worker: Tesseract.Worker;
  /** Languages whose data is in the worker's memory. */
  loaded: TextLanguage[];
  /** Languages currently set, such as `spa+eng`. */
  active: string;
  /** @returns the data of a language, ready to use */
  dataOf(language: TextLanguage): Promise<Uint8Array>;
}

/**
 * The text engine shipped with the package, in its own worker thread. Program and data are local files, and its cache is disabled. A
 * reading that takes too long ends the thread; the next one starts a new thread.
 * @param options.used processor time of this process in milliseconds; without it only elapsed time ends a reading
 * @param options.latinDir directory of the network for all Latin letters; `null` for none
 * @throws Error if it cannot start
 */
export async function openScriptEngine({
  used = () => null,
  latinDir = null,
}: { used?: () => number | null; latinDir?: string | null } = {}): Promise<TextEngine> {
  const { version } = require('tesseract.js/package.json') as { version: string };
  const dataOf = async (language: TextLanguage): Promise<Uint8Array> =>
    language === 'latin' && latinDir !== null
      ? readFile(path.join(latinDir, latinFile))
      : gunzipSync(await readFile(dataFile(language)));
  let running: Running | null = await startWorker(dataOf);
  return {
    name: `tesseract.js ${version}`,
    hasLatin: latinDir !== null,
    read: async (raster, options) => {
      if (raster.width === 0 || raster.height === 0) return [];
      running ??= await startWorker(dataOf);
      const current = running;
      return whileReferenced(current, async () => {
        try {
          const { times = 1, patience = 1 } = options;
          return await withinLimit(readOnce(current, raster, options), {
            ms: times * readMs,
            used,
            patience,
          });
        } catch (error) {
          running = null;
          await current.worker.terminate();
          throw error instanceof TookTooLong ? error : new Error('the text engine failed');
        }
      });
    },
    close: async () => {
      await running?.worker.terminate();
      running = null;
    },
  };
}

function dataFile(language: TextLanguage): string {
  const folder = path.dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
  return path.join(folder, '4.0.0_best_int', `${language}.traineddata.gz`);
}

async function startWorker(dataOf: Running['dataOf']): Promise<Running> {
  const { createWorker } = require('tesseract.js') as typeof Tesseract;
  const first: TextLanguage = 'eng';
  const loaded = [first];
  const options = {
    langPath: path.dirname(dataFile(first)),
    cacheMethod: 'none',
    gzip: true,
    // Without a handler, errors are also thrown where no caller can catch them. The promise of the call is rejected in any case.
    errorHandler: () => {},
  };
  const worker = await createWorker(loaded, linesOnly, options, startSettings);
  await worker.setParameters(engineSettings);
  threadOf(worker).unref();
  return { worker, loaded, active: first, dataOf };
}

/** The worker's thread; its declared type is that of browsers. */
function threadOf(worker: Tesseract.Worker): { ref(): void; unref(): void } {
  return (worker as unknown as { worker: { ref(): void; unref(): void } }).worker;
}

/** Keeps the process alive only while the engine is busy. */
async function whileReferenced<Result>({ worker }: Running, work: () => Promise<Result>): Promise<Result> {
  threadOf(worker).ref();
  try {
    return await work();
  } finally {
    threadOf(worker).unref();
  }
}

async function withinLimit<Result>(work: Promise<Result>, limit: ReadingLimit): Promise<Result> {
  let stop = (): void => {};
  const late = new Promise<never>((_, reject) => {
    stop = watchLimit(limit, (byItself) => reject(new TookTooLong('the text engine', { byItself })));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    stop();
  }
}

async function readOnce(running: Running, raster: Raster, options: TextOptions): Promise<TextWord[]> {
  await useLanguages(running, options.languages);
  await running.worker.setParameters({
    tessedit_pageseg_mode: pageModes[options.mode] as never,
    tessedit_char_whitelist: options.allow ?? '',
  });
  const { data } = await running.worker.recognize(greyFile(raster), {}, { text: false, tsv: true });
  return wordsOfTable(data.tsv ?? '');
}

/**
 * Sets the languages. The engine expects the data of all languages in one folder, but ours is in several places, so each file is written
 * to the worker's memory by hand. The engine then finds it by the list of languages passed at initialisation.
 */
async function useLanguages(running: Running, languages: readonly TextLanguage[]): Promise<void> {
  const wanted = languages.join('+');
  if (wanted === running.active) return;
  for (const language of languages.filter((each) => !running.loaded.includes(each))) {
    const data = await running.dataOf(language);
    await running.worker.FS('writeFile', [`./${language}.traineddata`, new Uint8Array(data)]);
    running.loaded.push(language);
  }
  await running.worker.reinitialize(wanted, linesOnly, startSettings);
  await running.worker.setParameters(engineSettings);
  running.active = wanted;
}
