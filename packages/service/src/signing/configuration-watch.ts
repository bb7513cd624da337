/** Keeps cached settings and keys in step with the database. */
export interface ConfigurationWatch {
  /** Whether the cache was valid at most 1.5 s ago; counts as use. */
  isCurrent(): boolean;
  /** Resolves when the cache is valid again. @throws what `readVersion` throws */
  becomeCurrent(): Promise<void>;
  /** Checks now. @throws what `readVersion` throws */
  look(): Promise<void>;
  close(): void;
}

export interface WatchedConfiguration {
  /** Reads a text that changes with every change of the configuration. */
  readVersion(): Promise<string>;
  /** Clears the cache. */
  onChange(): void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
}

/** Milliseconds between checks while there are requests. */
const everyMs = 1_000;
/** Milliseconds a check is valid; including the duration of a request, this stays below the 2 s of contract A-116. */
const goodForMs = 1_500;
/** Milliseconds without a request after which checks stop. */
const idleMs = 60_000;

/**
 * Checks the configuration's version once a second while requests come in, so that no request waits for it, except the first
 * after a minute of inactivity. A check counts from the moment it began. While the version cannot be read, requests fail.
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
  /** One check at a time, for any number of callers. */
  const lookOnce = () => (running ??= begin().finally(() => (running = null)));
  /**
   * A running check may have begun too early, or on a connection that has since stalled; the next one has not. So a caller that
   * joined a failed check retries, but only once: of many concurrent callers, nearly all join one.
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
    if (usedAt > now() - idleMs) lookOnce().catch(() => {}); // Requests that need it will retry and report the failure.
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
