import { createHash } from 'node:crypto';
import { ApiClient } from '../api-client.ts';
import type { HistoryEntry, SessionPlan } from './history.ts';

export interface Load {
  history: HistoryEntry[];
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
}

/** What an entry is about, as far as it is known. */
type About = Pick<HistoryEntry, 'plan'> & Partial<HistoryEntry>;

/**
 * Between two sessions of a client: what is asked about afterwards grows with every session, and a process that starts needs the
 * machine. Shorter while the service does not answer, or the moment in which it does would pass.
 */
const pauseMs = { served: 150, refused: 10 };

/** Clients that create, upload and submit without end, and note what they were told. */
export function startLoad({ plans, clients, picture }: LoadOptions): Load {
  const history: HistoryEntry[] = [];
  const state = { stopped: false, count: 0 };
  const note = (entry: About & Pick<HistoryEntry, 'kind' | 'outcome'>) =>
    history.push({ sessionId: null, mediaId: null, sha256: null, ...entry });

  const call = async <T>(kind: HistoryEntry['kind'], about: About, work: () => Promise<T>) => {
    try {
      return await work();
    } catch (error) {
      // A service that answers "not now" has done nothing; a broken connection says nothing.
      const refused = error instanceof Error && error.message.startsWith('expected ');
      note({ kind, outcome: refused ? 'refused' : 'unknown', ...about });
      await new Promise((resolve) => setTimeout(resolve, 30));
      return null;
    }
  };

  /** @returns whether the session came into being */
  const one = async (plan: SessionPlan) => {
    const client = new ApiClient(plan.access);
    const verification = { ...plan.verification(state.count++), vendorData: 'storm' };
    const sessionId = await call('create', { plan }, () => client.createSession(verification));
    if (!sessionId) return false;
    note({ plan, kind: 'create', outcome: 'ok', sessionId });
    const bytes = picture(state.count++);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const mediaId = await call('upload', { plan, sessionId, sha256 }, () =>
      client.uploadMedia(sessionId, { context: 'face', bytes }),
    );
    if (mediaId) note({ plan, kind: 'upload', outcome: 'ok', sessionId, mediaId, sha256 });
    const submitted = await call('submit', { plan, sessionId }, () => client.submit(sessionId));
    if (submitted) note({ plan, kind: 'submit', outcome: 'ok', sessionId });
    return true;
  };

  const turns = (function* () {
    for (;;) yield* plans;
  })();
  const loops = Array.from({ length: clients }, async () => {
    while (!state.stopped) {
      const { value: plan } = turns.next();
      const served = plan ? await one(plan) : false;
      await new Promise((resolve) => setTimeout(resolve, served ? pauseMs.served : pauseMs.refused));
    }
  });
  return {
    history,
    async stop() {
      state.stopped = true;
      await Promise.all(loops);
    },
  };
}
