import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Socket } from 'node:net';
import { TookTooLong } from '../picture/took-too-long.ts';
import { type ReadingLimit, watchLimit } from './reading-limit.ts';

/**
 * One process of the text engine that stays and reads one page after the other: loading its networks takes longer than most pages.
 *
 * State: at most one page is being read. The engine takes the names of pages from its standard input, one a line, and writes the
 * table of each to its standard output, line by line, without a mark at the end. So two names go in for each page: its own and that
 * of a blank one, whose first line ends the table before it. Pages are numbered from 1, blank ones are the even ones.
 *
 * Invariant: a stream that failed, or whose page took too long, has ended and reads no further page. A page's file is there only
 * while it is read.
 */
export interface PageStream {
  /**
   * @returns the engine's table
   * @throws TookTooLong when it takes longer than the limit; Error when the engine ended. Nothing that was read is in the message
   */
  read(page: PageToRead): Promise<string>;
  /** Ends it; a page that is being read fails. */
  end(): void;
  /** False once it has ended. */
  isOpen(): boolean;
  /** Pages read so far. */
  pages(): number;
}

/** A page, and how long it may take. */
export interface PageToRead {
  /** The picture as a file that the engine reads. */
  page: Uint8Array;
  limit: Omit<ReadingLimit, 'used'>;
}

export interface PageStreamOptions {
  command: string;
  /** Languages, mode and settings. */
  args: readonly string[];
  /** Where pages are put, a directory in memory with the blank page in it. */
  directory: string;
  /** The library by which the C library writes line by line into a pipe. */
  lineBuffer: string;
  /** Milliseconds that the process had a processor; `null` where the system does not report it. */
  usedBy: (pid: number | undefined) => number | null;
}

/** Name of the blank page. */
export const blankPage = 'blank.pgm';

const mostTableBytes = 4 * 1024 * 1024;
let streams = 0;

/** Starts the engine; whether it works shows with the first page. */
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
        // A page that does not fit into memory leaves nothing behind, and is not one of the engine's.
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

/** What the engine writes, cut where a text begins. */
interface Tables {
  isOpen(): boolean;
  /** All up to that text; one wait at a time. @throws Error when the engine ends first */
  before(mark: string): Promise<string>;
  /** Ends the engine, and the wait with this reason, or with that it failed. */
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

/** An idle engine does not keep this process alive, a busy one does. */
function stayIdle(child: ChildProcess): void {
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket | null)?.unref();
}

function beBusy(child: ChildProcess): void {
  child.ref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket | null)?.ref();
}
