import { createHash } from 'node:crypto';
import { ApiClient } from '../api-client.ts';
import type { HistoryEntry, SessionPlan } from './history.ts';

/** A client that records its requests and the responses. Every call resolves with `null` if it was not acknowledged. */
export interface Driver {
  create(n: number, key?: string): Promise<string | null>;
  /** @param context `face` by default @returns the media id */
  upload(sessionId: string, bytes: Uint8Array, context?: string): Promise<string | null>;
  submit(sessionId: string): Promise<string | null>;
  delete(sessionId: string): Promise<string | null>;
}

/** The subject of an entry, as far as it is known. */
type About = Partial<HistoryEntry>;

/** Executes a plan and appends to `history`. */
export function createDriver(history: HistoryEntry[], plan: SessionPlan): Driver {
  const client = new ApiClient(plan.access);
  const call = async (kind: HistoryEntry['kind'], about: About, work: () => Promise<About>) => {
    const entry = { plan, kind, sessionId: null, mediaId: null, sha256: null, ...about };
    try {
      const recorded = { ...entry, ...(await work()) };
      history.push({ ...recorded, outcome: 'ok' });
      return recorded;
    } catch (error) {
      // A 4xx has changed nothing. After a 503 or a broken connection the outcome is unknown. @see spec/contract.md A-119
      const refused = error instanceof Error && /^expected \d+, got 4/.test(error.message);
      history.push({ ...entry, outcome: refused ? 'refused' : 'unknown' });
      return null;
    }
  };
  return {
    async create(n, key) {
      const about = key === undefined ? {} : { key };
      const recorded = await call('create', about, async () => ({
        sessionId: await client.createSession(plan.verification(n), key),
      }));
      return recorded?.sessionId ?? null;
    },
    async upload(sessionId, bytes, context = 'face') {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const recorded = await call('upload', { sessionId, sha256 }, async () => ({
        mediaId: await client.uploadMedia(sessionId, { context, bytes }),
      }));
      return recorded?.mediaId ?? null;
    },
    submit: async (sessionId) =>
      (await call('submit', { sessionId }, () => client.submit(sessionId).then(() => ({}))))?.sessionId ??
      null,
    delete: async (sessionId) =>
      (await call('delete', { sessionId }, () => client.deleteSession(sessionId).then(() => ({}))))
        ?.sessionId ?? null,
  };
}
