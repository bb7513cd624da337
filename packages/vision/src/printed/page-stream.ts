import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Socket } from 'node:net';
import { TookTooLong } from '../picture/took-too-long.ts';
import { type ReadingLimit, watchLimit } from './reading-limit.ts';

/**
 * A process of the text engine that keeps running and reads one page after another, because loading its networks takes longer than
 * reading most pages.
 *
 * State: at most one page is being read. The engine takes file names of pages from its standard input, one per line, and writes a table
 * for each to its standard output, line by line, without an end mark. Two names are therefore passed per page: its own and that of a
 * blank page, whose first line marks the end of the preceding table. Pages are numbered from 1; the even ones are blank.
 *
 * Invariant: a stream that failed, or whose page took too long, has ended and reads no further page. The file of a page exists only
 * while the page is being read.
 */
export interface PageStream {
  /**
   * @returns the engine's table
   * @throws TookTooLong if reading exceeds the limit; Error if the engine ended. The message contains nothing that was read
   */
  read(page: PageToRead): Promise<string>;
  /** Ends the process; reading the current page fails. */
  end(): void;
  /** False once it has ended. */
  isOpen(): boolean;
  /** Pages read so far. */
  pages(): number;
}

/** A page and its time limit. */
export interface PageToRead {
  /** The picture in a file format that the engine supports. */
  page: Uint8Array;
  limit: Omit<ReadingLimit, 'used'>;
}

export interface PageStreamOptions {
  command: string;
  /** Arguments for languages, mode and settings. */
  args: readonly string[];
  /** In-memory directory for pages; must contain the blank page. */
  directory: string;
  /** Path of the preloaded library that makes the C library flush every line to a pipe. */
  lineBuffer: string;
  /** Processor time of a process in milliseconds; `null` if the system does not report it. */
  usedBy: (pid: number | undefined) => number | null;
}

/** File name of the blank page. */
export const blankPage = 'blank.pgm';

const mostTableBytes = 4 * 1024 * 1024;
let streams = 0;

/** Starts the engine. Failures to start are reported when the first page is read. */
export function openPageStream(options: PageStreamOptions): PageStream {
  const child = startEngine(options);
  streams += 1;
  const file = path.join(options.directory, `page-${streams}.tif`);
  const blank = path.join(options.directory, blankPage);
  let pages = 0;
  const tables = readTables(child);
  child.stdin?.on('error', tables.end);
  stayIdle(child);
  return {
    isOpen: tables.isOpen,
    pages: () => pages,
    end: tables.end,
    read: async ({ page, limit }) => {
      if (!tables.isOpen()) throw new Error('the text engine failed');
      const stopWatch = watchLimit({ ...limit, used: () => options.usedBy(child.pid) }, (byItself) =>
        tables.end(new TookTooLong('the text engine', { byItself })),
      );
      beBusy(child);
      try {
        // A page that does not fit into memory leaves no file behind, and must not count because the engine never numbers it.
        writeFileSync(file, page, { mode: 0o600 });
        pages += 1;
        const table = tables.before(`\n1\t${2 * pages}\t`);
        child.stdin?.write(`${file}\n${blank}\n`);
        return await table;
      } finally {
        stopWatch();
        stayIdle(child);
        rmSync(file, { force: true });
      }
    },
  };
}

/** The output of the engine, split at marks. */
interface Tables {
  isOpen(): boolean;
  /** The output up to the mark. Only one call may be pending. @throws Error if the engine ends first */
  before(mark: string): Promise<string>;
  /** Ends the engine and rejects the pending call: with `reason` if it is a `TookTooLong`, otherwise with a general error. */
  end(reason?: unknown): void;
}

function readTables(child: ChildProcess): Tables {
  let isOpen = true;
  let output = '';
  let waiting: { mark: string; resolve: (table: string) => void; reject: (error: Error) => void } | null =
    null;
  const end = (reason?: unknown): void => {
    isOpen = false;
    child.kill('SIGKILL');
    waiting?.reject(reason instanceof TookTooLong ? reason : new Error('the text engine failed'));
    waiting = null;
  };
  child.on('error', end).on('close', end);
  child.stdout?.on('end', end);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > mostTableBytes) return end();
    const at = waiting === null ? -1 : output.indexOf(waiting.mark);
    if (at < 0) return;
    waiting?.resolve(output.slice(0, at));
    waiting = null;
    output = output.slice(at);
  });
  return {
    isOpen: () => isOpen,
    end,
    before: (mark) =>
      new Promise((resolve, reject) => {
        waiting = { mark, resolve, reject };
      }),
  };
}

function startEngine({ command, args, lineBuffer }: PageStreamOptions): ChildProcess {
  return spawn(command, ['-', 'stdout', ...args, '-c', 'stream_filelist=1'], {
    env: { OMP_THREAD_LIMIT: '1', LD_PRELOAD: lineBuffer, _STDBUF_O: 'L' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
  });
}

/** Keeps an idle engine from keeping this process alive; a busy one does. */
function stayIdle(child: ChildProcess): void {
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket | null)?.unref();
}

function beBusy(child: ChildProcess): void {
  child.ref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket | null)?.ref();
}
