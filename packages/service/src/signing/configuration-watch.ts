/** How settings and keys that are remembered are kept in step with the database. */
export interface ConfigurationWatch {
  /** What is remembered was in force at most 1.5 s ago; counts as use. */
  isCurrent(): boolean;
  /** Resolves when that is so again. @throws what `readVersion` throws */
  becomeCurrent(): Promise<void>;
  /** Looks now. @throws what `readVersion` throws */
  look(): Promise<void>;
  close(): void;
}

export interface WatchedConfiguration {
  /** Reads a text that changes with every change of the configuration. */
  readVersion(): Promise<string>;
  /** Forgets what was read before. */
  onChange(): void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
}

/** Milliseconds between looks while there are requests. */
const everyMs = 1_000;
/** Milliseconds that a look vouches for; with the time a request takes this stays below the 2 s of contract A-116. */
const goodForMs = 1_500;
/** Milliseconds without a request after which the looks stop. */
const idleMs = 60_000;

/**
 * Looks at the configuration's version once a second while requests come in, so that none of them waits for it; the first one
 * after a minute of silence does. A look counts from the moment it was begun. While the version cannot be read, requests fail.
 * @see spec/contract.md A-116
 */
export function watchConfiguration({ readVersion, onChange, now }: WatchedConfiguration): ConfigurationWatch {
  let version: string | null = null;
  let currentAt = -Infinity;
  let usedAt = -Infinity;
  let running: Promise<void> | null = null;
  const begin = async () => {
    const begunAt = now();
    const read = await readVersion();
    if (read !== version) {
      version = read;
      onChange();
    }
    currentAt = begunAt;
  };
  /** One look at a time, for however many wait. */
  const lookOnce = () => (running ??= begin().finally(() => (running = null)));
  /**
   * A look under way may have been begun too early, or on a connection that is silent by now; the next one is not. So whoever
   * joined one that fails looks once more, and only once: of many callers at the same time nearly all join one.
   */
  const lookSince = async (since: number) => {
    let mayLookAgain = running !== null;
    while (currentAt < since) {
      try {
        await lookOnce();
      } catch (error) {
        if (!mayLookAgain) throw error;
        mayLookAgain = false;
      }
    }
  };
  const timer = setInterval(() => {
    if (usedAt > now() - idleMs) lookOnce().catch(() => {}); // The requests that need it try again, and fail by it.
  }, everyMs).unref();
  const isCurrent = () => {
    usedAt = now();
    return currentAt >= usedAt - goodForMs;
  };
  return {
    isCurrent,
    becomeCurrent: () => lookSince(now() - goodForMs),
    look: () => lookSince(now()),
    close: () => clearInterval(timer),
  };
}
