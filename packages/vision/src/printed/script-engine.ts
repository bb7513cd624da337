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
/** Only the network that reads lines, the older one is neither loaded nor in the data. */
const linesOnly = 1;

/** The worker thread of the engine that ships with the package. */
interface Running {
  worker: Tesseract.Worker;
  /** Languages whose data lies in the worker's memory. */
  loaded: TextLanguage[];
  /** What it is set to read, `spa+eng`. */
  active: string;
  /** @returns the data of a language, ready to read */
  dataOf(language: TextLanguage): Promise<Uint8Array>;
}

/**
 * The text engine that ships with the package, in a worker thread of its own. Program and data are local files; its cache is
 * off. A reading that takes too long ends the thread; the next one starts another.
 * @param options.used milliseconds of processor that this process has used; without it only the clock ends a reading
 * @param options.latinDir directory of the network for all Latin letters; `null` for none
 * @throws Error when it cannot start
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
    // Without one it throws where no caller can catch it; the promise of the call is rejected as well.
    errorHandler: () => {},
  };
  const worker = await createWorker(loaded, linesOnly, options, startSettings);
  await worker.setParameters(engineSettings);
  threadOf(worker).unref();
  return { worker, loaded, active: first, dataOf };
}

/** The worker's thread; the declared type is the browser's. */
function threadOf(worker: Tesseract.Worker): { ref(): void; unref(): void } {
  return (worker as unknown as { worker: { ref(): void; unref(): void } }).worker;
}

/** An idle engine must not keep the process alive, a busy one must. */
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
 * The engine looks for the data of all languages in one folder, and ours lie in several places; so each is put into the
 * worker's memory by hand. The list given at the start is the one by which it finds what is there.
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
