import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  engineSettings,
  greyFile,
  pageFile,
  pageModes,
  startSettings,
  systemLanguages,
  wordsOfTable,
} from './engine-format.ts';
import { openPageStreams } from './page-streams.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import { type ReadingLimit, watchLimit } from './reading-limit.ts';
import type { TextEngine, TextOptions } from './text-engine.ts';

/** Milliseconds of processor time. */
const readMs = 5000;
const mostOutputBytes = 4 * 1024 * 1024;

/**
 * The text engine installed with the operating system. It runs with a minimal environment and one thread, in the process group of this
 * process, so that killing the group ends it too. If pages can be stored in an in-memory directory, its processes keep running and read
 * one page after another; otherwise each picture gets its own process and is passed on standard input.
 * @param options.pagesDir the in-memory directory; `null` for none
 * @param options.latinDir directory of the network for all Latin letters; `null` for none
 * @returns `null` if the program cannot be started or lacks a language
 */
export async function openNativeEngine(
  command: string,
  { pagesDir = null, latinDir = null }: { pagesDir?: string | null; latinDir?: string | null } = {},
): Promise<TextEngine | null> {
  const version = await run(command, ['--version']).catch(() => null);
  const languages = await run(command, ['--list-langs']).catch(() => null);
  const name = /^tesseract v?(\d[\w.-]*)/m.exec(version ?? '')?.[1];
  const offered = new Set((languages ?? '').split('\n').map((line) => line.trim()));
  if (name === undefined || !systemLanguages.every((language) => offered.has(language))) return null;
  const streams = pagesDir === null ? null : openPageStreams({ command, directory: pagesDir, usedBy });
  return {
    name: `tesseract ${name}`,
    hasLatin: latinDir !== null,
    read: async (raster, options) => {
      if (raster.width === 0 || raster.height === 0) return [];
      const args = readArguments(options, latinDir);
      const { times = 1, patience = 1 } = options;
      const limit = { ms: times * readMs, patience };
      const table = await streams?.read(args, { page: pageFile(raster), limit });
      if (typeof table === 'string') return wordsOfTable(table);
      return wordsOfTable(
        await run(command, ['stdin', 'stdout', ...args], { input: greyFile(raster), limit }),
      );
    },
    close: () => Promise.resolve(streams?.close()),
  };
}

function readArguments({ languages, mode, allow }: TextOptions, latinDir: string | null): string[] {
  const where = languages.includes('latin') && latinDir !== null ? ['--tessdata-dir', latinDir] : [];
  const settings = {
    ...startSettings,
    ...engineSettings,
    tessedit_create_tsv: '1',
    ...(allow === undefined ? {} : { tessedit_char_whitelist: allow }),
  };
  const pairs = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return [...where, '-l', languages.join('+'), '--psm', pageModes[mode], ...pairs];
}

/** Processor time of the program's only thread, in milliseconds; `null` if the system does not report it. */
function usedBy(pid: number | undefined): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/** Standard input and limits of one run of the program. */
interface RunOptions {
  input?: Buffer;
  limit?: Omit<ReadingLimit, 'used'>;
}

/** Runs the program and returns its standard output. @throws TookTooLong; Error if it fails or writes too much */
function run(
  command: string,
  args: readonly string[],
  { input, limit = { ms: readMs, patience: 1 } }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { OMP_THREAD_LIMIT: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: '/',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (error: Error): void => {
      stopWatch();
      child.kill('SIGKILL');
      reject(error);
    };
    const fail = (reason: string): void => end(new Error(`the text engine ${reason}`));
    const stopWatch = watchLimit({ ...limit, used: () => usedBy(child.pid) }, (byItself) =>
      end(new TookTooLong('the text engine', { byItself })),
    );
    child.on('error', () => fail('could not be started'));
    // A program that exits early closes its input; its exit code reports the failure.
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutputBytes) fail('wrote too much');
      else chunks.push(chunk);
    });
    child.on('close', (code) => {
      stopWatch();
      if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new Error('the text engine failed'));
    });
    child.stdin.end(input);
  });
}
