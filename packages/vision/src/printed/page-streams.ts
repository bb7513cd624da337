import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TookTooLong } from '../picture/took-too-long.ts';
import { blankPage, openPageStream, type PageStream, type PageToRead } from './page-stream.ts';
import { createStayPause } from './stay-pause.ts';

/** Engines that stay, one for each way of reading that is in use. */
export interface PageStreams {
  /**
   * @param args languages, mode and settings of the engine
   * @returns the engine's table; `null` when no engine that stays could read the page, and one of its own has to
   * @throws TookTooLong when it takes longer than the limit
   */
  read(args: readonly string[], page: PageToRead): Promise<string | null>;
  /** Ends all and removes what they left. */
  close(): void;
}

export interface PageStreamsOptions {
  command: string;
  /** A directory in memory into which this process may write; nothing else of the machine reads it. */
  directory: string;
  usedBy: (pid: number | undefined) => number | null;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

/** Of GNU's coreutils: makes a program write line by line. */
const lineBuffer = '/usr/libexec/coreutils/libstdbuf.so';
/** Engines at a time, 37 to 48 MB each; the one that has not read for longest goes first. */
const mostStreams = 4;
/** Pages after which an engine is replaced by a fresh one. */
const mostPages = 500;
/** An engine that has not read for so long is ended. */
const idleMs = 60_000;
/** Larger pages get a process of their own; no file may pass the limit of the picture process, which would end it. */
const mostPageBytes = 8 * 1024 * 1024;

/** @returns `null` where engines cannot stay: no such directory, nothing may be written there, or no library to write line by line */
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
    // One page after the other: which engine goes when there are too many then depends on nothing but the order.
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

/** Engines by their arguments; a map keeps the order, so the first is the one that has not read for longest. */
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
