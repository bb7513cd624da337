import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TookTooLong } from '../picture/took-too-long.ts';
import { blankPage, openPageStream, type PageStream, type PageToRead } from './page-stream.ts';
import { createStayPause } from './stay-pause.ts';

/** Long-running engines, one for each set of arguments in use. */
export interface PageStreams {
  /**
   * @param args languages, mode and settings of the engine
   * @returns the engine's table; `null` if no long-running engine could read the page, which then needs its own process
   * @throws TookTooLong if reading exceeds the limit
   */
  read(args: readonly string[], page: PageToRead): Promise<string | null>;
  /** Ends all engines and removes their files. */
  close(): void;
}

export interface PageStreamsOptions {
  command: string;
  /** In-memory directory that this process may write to and nothing else on the machine reads. */
  directory: string;
  usedBy: (pid: number | undefined) => number | null;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/** From GNU coreutils: makes a program flush its output line by line. */
const lineBuffer = '/usr/libexec/coreutils/libstdbuf.so';
/** Maximum number of engines, 37 to 48 MB each; the least recently used one is ended first. */
const mostStreams = 4;
/** Number of pages after which an engine is replaced. */
const mostPages = 500;
/** All engines are ended when no page was read for this long. */
const idleMs = 60_000;
/** Larger pages get their own process, because a file above the limit of the picture process would end that process. */
const mostPageBytes = 8 * 1024 * 1024;

/** @returns `null` if engines cannot keep running: the directory is missing or not writable, or the line-buffering library is missing */
export function openPageStreams(options: PageStreamsOptions): PageStreams | null {
  const directory = ownDirectory(options.directory);
  if (directory === null) return null;
  const kept = keepStreams((args) => openPageStream({ ...options, args, directory, lineBuffer }));
  let queue: Promise<unknown> = Promise.resolve();
  const pause = createStayPause(options.now);
  let timer: NodeJS.Timeout | undefined;

  const readOne = async (args: readonly string[], one: PageToRead): Promise<string | null> => {
    if (pause.isOn() || one.page.length > mostPageBytes) return null;
    clearTimeout(timer);
    try {
      const table = await kept.streamFor(args).read(one);
      pause.succeeded();
      return table;
    } catch (error) {
      if (error instanceof TookTooLong) throw error;
      pause.failed();
      return null;
    } finally {
      timer = setTimeout(kept.endAll, idleMs).unref();
    }
  };
  return {
    // Pages are read one at a time, so which engine is ended when there are too many depends only on their order.
    read: (args, page) => {
      const read = queue.then(() => readOne(args, page));
      queue = read.catch(() => {});
      return read;
    },
    close: () => {
      clearTimeout(timer);
      kept.endAll();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Engines by their arguments. A map keeps insertion order, so the first one is the least recently used. */
function keepStreams(open: (args: readonly string[]) => PageStream): {
  streamFor(args: readonly string[]): PageStream;
  endAll(): void;
} {
  const streams = new Map<string, PageStream>();
  const drop = (key: string): void => {
    streams.get(key)?.end();
    streams.delete(key);
  };
  return {
    streamFor: (args) => {
      const key = args.join(' ');
      const known = streams.get(key);
      if (known !== undefined && (!known.isOpen() || known.pages() >= mostPages)) drop(key);
      const stream = streams.get(key) ?? open(args);
      streams.delete(key);
      streams.set(key, stream);
      const [oldest] = streams.keys();
      if (streams.size > mostStreams && oldest !== undefined) drop(oldest);
      return stream;
    },
    endAll: () => {
      for (const key of streams.keys()) drop(key);
    },
  };
}

function ownDirectory(parent: string): string | null {
  if (!existsSync(lineBuffer) || !existsSync(parent)) return null;
  try {
    const directory = mkdtempSync(path.join(parent, 'reader-'));
    const white = Buffer.alloc(64, 255);
    writeFileSync(path.join(directory, blankPage), Buffer.concat([Buffer.from('P5\n8 8\n255\n'), white]));
    return directory;
  } catch {
    return null;
  }
}
