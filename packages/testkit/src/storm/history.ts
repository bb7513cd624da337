import type { Access } from '../api-client.ts';

/** One way of verifying somebody, of which the storm makes many sessions. */
export interface SessionPlan {
  name: string;
  access: Access;
  /** Body of POST /sessions; the n-th session's. */
  verification: (n: number) => Record<string, unknown>;
  /** Whether the session may end in approval; it may always end otherwise, where its registry was asked twice in vain. */
  approves: boolean;
}

/**
 * What the storm's clients know: each intent, and how it ended. `ok` must have happened; `refused` must not; `unknown` (the
 * connection broke, the service was killed) may have.
 */
export interface HistoryEntry {
  kind: 'create' | 'upload' | 'submit';
  plan: SessionPlan;
  outcome: 'ok' | 'refused' | 'unknown';
  sessionId: string | null;
  mediaId: string | null;
  /** SHA-256 of the uploaded bytes, hex. */
  sha256: string | null;
}

/** One webhook as the receiver got it. */
export interface Receipt {
  id: string;
  type: string;
  sessionId: string;
  /** SHA-256 of the body, hex. */
  sha256: string;
  verified: boolean;
}

/** Rows of the database after the storm, as far as the checker needs them. */
export interface Remains {
  sessions: { id: string; status: string; decisions: { kind: string; status: string; final: boolean }[] }[];
  /** Attempts that wait for a decision. */
  undecided: number;
  jobs: number;
  webhooksDue: number;
  /** Media rows whose blob is missing or differs. */
  brokenMedia: number;
  /** Every check of a deciding registry. */
  checks: { sessionId: string; registry: 'br' | 'mx' | 'co'; starts: number; ended: boolean }[];
  /** State changes per session, in order, from the audit rows. */
  moves: { sessionId: string; from: string | null; to: string | null }[];
}

/** What the simulator of the registries counted, by route. */
export type Counters = Readonly<
  Record<string, { calls: number; duplicates: number; outcomes: Readonly<Record<string, number>> }>
>;

/** What the API answers after the storm. */
export interface Answers {
  /** SHA-256 of the GET decision body per session, hex; `null` while undecided. Absent: the session is gone. */
  decisions: Map<string, string | null>;
  /** SHA-256 of the downloaded bytes per media id, hex. Absent: gone. */
  media: Map<string, string>;
}
