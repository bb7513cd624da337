import { createHash } from 'node:crypto';
import type { Access } from '../api-client.ts';
import { ApiClient } from '../api-client.ts';
import type { HistoryEntry } from './history.ts';

export interface Load {
  history: HistoryEntry[];
  /** Sends nothing more; resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  access: Access;
  /** Simultaneous clients. */
  clients: number;
  /** Gives the n-th picture: all different, all valid. */
  picture: (n: number) => Uint8Array;
}

/** Between two sessions of a client: what is asked about afterwards grows with every session. */
const pauseMs = 40;

/** Clients that create, upload and submit without end, and note what they were told. */
export function startLoad({ access, clients, picture }: LoadOptions): Load {
  const history: HistoryEntry[] = [];
  const state = { stopped: false, count: 0 };
  const client = new ApiClient(access);
  const note = (entry: Partial<HistoryEntry> & Pick<HistoryEntry, 'kind' | 'outcome'>) =>
    history.push({ sessionId: null, mediaId: null, sha256: null, ...entry });

  const call = async <T>(
    kind: HistoryEntry['kind'],
    about: Partial<HistoryEntry>,
    work: () => Promise<T>,
  ) => {
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

  const one = async () => {
    const person = { firstName: 'Approve', lastName: `Number${state.count++}` };
    const sessionId = await call('create', {}, () => client.createSession({ person, vendorData: 'storm' }));
    if (!sessionId) return;
    note({ kind: 'create', outcome: 'ok', sessionId });
    const bytes = picture(state.count++);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const mediaId = await call('upload', { sessionId, sha256 }, () =>
      client.uploadMedia(sessionId, { context: 'face', bytes }),
    );
    if (mediaId) note({ kind: 'upload', outcome: 'ok', sessionId, mediaId, sha256 });
    const submitted = await call('submit', { sessionId }, () => client.submit(sessionId));
    if (submitted) note({ kind: 'submit', outcome: 'ok', sessionId });
  };

  const loops = Array.from({ length: clients }, async () => {
    while (!state.stopped) {
      await one();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
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
