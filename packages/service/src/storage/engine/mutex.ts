import { setImmediate } from 'node:timers/promises';
import { Unavailable } from '../../runtime/unavailable.ts';

/** First come, first served use of a single connection, with a bounded wait (R15). */
export interface Mutex {
  /** @throws Unavailable when the turn does not come in time, when 1,000 are already waiting, or after `end` */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects new callers and resolves when everyone already waiting has finished. */
  end(): Promise<void>;
}

/**
 * The embedded database answers without ever leaving the microtask queue: a loop over statements would block timers, sockets
 * and other requests forever. After this many milliseconds the event loop gets a turn.
 */
const yieldAfterMs = 5;

/** Maximum waiting callers. One more could not be served in time, and each holds a request's memory. */
const longestQueue = 1_000;

export function createMutex(waitMs: number): Mutex {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;
  let lastYield = performance.now();
  const letOthersRun = async () => {
    if (performance.now() - lastYield < yieldAfterMs) return;
    await setImmediate();
    lastYield = performance.now();
  };
  return {
    async take(work) {
      if (ended) throw new Unavailable('the database is closing');
      if (waiting >= longestQueue) throw new Unavailable('too many requests wait for the database');
      const before = last;
      let finish = () => {};
      const turn = new Promise<void>((resolve) => (finish = resolve));
      last = before.then(() => turn);
      waiting += 1;
      try {
        await within(before, waitMs).finally(() => (waiting -= 1));
        await letOthersRun();
        return await work();
      } finally {
        finish();
      }
    },
    async end() {
      ended = true;
      await last;
    },
  };
}

async function within(turn: Promise<unknown>, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable('the database is busy')), waitMs);
  });
  try {
    await Promise.race([turn, late]);
  } finally {
    clearTimeout(timer);
  }
}
