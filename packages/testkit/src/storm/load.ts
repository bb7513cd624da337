import { createDriver } from './driver.ts';
import type { HistoryEntry, SessionPlan } from './history.ts';

export interface Load {
  history: HistoryEntry[];
  /** Number of acknowledged writes so far. */
  acknowledged(): number;
  /** Sends nothing more; resolves when pending requests have completed. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  /** Used in rotation. */
  plans: readonly SessionPlan[];
  /** Number of simultaneous clients. */
  clients: number;
  /** Returns the n-th picture: all are different and valid. */
  picture: (n: number) => Uint8Array;
  /** Milliseconds between two sessions of a client while the service responds. */
  pauseMs: number;
}

/** A shorter pause while the service does not respond, so as not to miss the moment when it does. */
const refusedPauseMs = 10;
/** Every n-th session of a client is created with an `Idempotency-Key`, and created again with it if the response was lost. */
const keyed = 3;

/** Clients that continuously create, upload and submit, and record the responses. */
export function startLoad({ plans, clients, picture, pauseMs }: LoadOptions): Load {
  const history: HistoryEntry[] = [];
  const state = { stopped: false, count: 0 };

  /** @returns whether the session was created */
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
