import { createDriver } from './driver.ts';
import type { HistoryEntry, SessionPlan } from './history.ts';

export interface Load {
  history: HistoryEntry[];
  /** Acknowledged writes so far. */
  acknowledged(): number;
  /** Sends nothing more; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** Taken in turn. */
  plans: readonly SessionPlan[];
  /** Simultaneous clients. */
  clients: number;
  /** Gives the n-th picture: all different, all valid. */
  picture: (n: number) => Uint8Array;
  /** Milliseconds between two sessions of a client that is served. */
  pauseMs: number;
}

/** Shorter while the service does not answer, or the moment in which it does would pass. */
const refusedPauseMs = 10;
/** Every so many sessions of a client are made under an `Idempotency-Key`, and made again with it when the answer was lost. */
const keyed = 3;

/** Clients that create, upload and submit without end, and record the responses. */
export function startLoad({ plans, clients, picture, pauseMs }: LoadOptions): Load {
  const history: HistoryEntry[] = [];
  const state = { stopped: false, count: 0 };

  /** @returns whether the session came into being */
  const one = async (plan: SessionPlan) => {
    const driver = createDriver(history, plan);
    const n = state.count++;
    const key = n % keyed === 0 ? `storm-${n}` : undefined;
    let sessionId = await driver.create(n, key);
    if (sessionId === null && key !== undefined) {
      await sleep(refusedPauseMs);
      sessionId = await driver.create(n, key);
    }
    if (sessionId === null) return false;
    await driver.upload(sessionId, picture(n));
    await driver.submit(sessionId);
    return true;
  };

  const turns = (function* () {
    for (;;) yield* plans;
  })();
  const loops = Array.from({ length: clients }, async () => {
    while (!state.stopped) {
      const { value: plan } = turns.next();
      const served = plan ? await one(plan) : false;
      await sleep(served ? pauseMs : refusedPauseMs);
    }
  });
  return {
    history,
    acknowledged: () => history.filter(({ outcome }) => outcome === 'ok').length,
    async stop() {
      state.stopped = true;
      await Promise.all(loops);
    },
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
