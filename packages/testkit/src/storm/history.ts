import type { Access } from '../api-client.ts';

/** One kind of verification, of which the storm makes many sessions. */
export interface SessionPlan {
  name: string;
  access: Access;
  /** Body of POST /sessions; the n-th session's. */
  verification: (n: number) => Record<string, unknown>;
  /** Whether the session may end in approval; it may always end otherwise, where its registry was called twice without result. */
  approves: boolean;
}

/**
 * What the storm's clients record: each intent, and how it ended. `ok` must have happened; `refused` must not; `unknown` (the
 * connection broke, the service was killed) may have.
 */
export interface HistoryEntry {
  kind: 'create' | 'upload' | 'submit' | 'delete';
  plan: SessionPlan;
  outcome: 'ok' | 'refused' | 'unknown';
  sessionId: string | null;
  mediaId: string | null;
  /** SHA-256 of the uploaded bytes, hex. */
  sha256: string | null;
  /** `Idempotency-Key` of a creation; absent without one. */
  key?: string;
}

/** One webhook as the receiver got it. */
export interface Receipt {
  id: string;
  type: 'decision' | 'event' | 'watchlist' | 'unreadable';
  sessionId: string;
  /** SHA-256 of the body, hex. */
  sha256: string;
  verified: boolean;
}

/** A row of `decision`. */
export interface StoredDecision {
  attemptId: string;
  /** From 1, per attempt. */
  ordinal: number;
  kind: string;
  status: string;
  final: boolean;
}

/** A row of `session` with its decisions. */
export interface StoredSession {
  id: string;
  integrationId: string;
  status: string;
  erased: boolean;
  /** In the order of their recording. */
  decisions: StoredDecision[];
}

/** A watchlist screening with its current hits. */
export interface StoredScreening {
  sessionId: string;
  status: string;
  hasUnacknowledgedChanges: boolean;
  hits: string[];
}

/** Rows of the database and names in the blob store after the storm, as far as the checker needs them. */
export interface Remains {
  sessions: StoredSession[];
  /** Attempts that wait for a decision. */
  undecided: number;
  /** Of these, older than 15 minutes and not shown to the operator. */
  hidden: number;
  jobs: number;
  webhooks: { id: string; type: string; sessionId: string; state: string }[];
  /** Media rows whose blob is missing. */
  brokenMedia: number;
  /** Blobs without a row, and unfinished files, where the sweep had its turn; 0 where it had not. */
  orphans: number;
  /** Every check of a deciding registry. */
  checks: { sessionId: string; registry: 'br' | 'mx' | 'co'; starts: number; ended: boolean }[];
  /** State changes per session, in order, from the audit rows. */
  moves: { sessionId: string; from: string | null; to: string | null }[];
  /** Shared secrets per integration. */
  keys: { integrationId: string; masters: number; count: number }[];
  screenings: StoredScreening[];
  /** Everything that is stored or was logged, as text, by place; empty where nothing is to be looked for. */
  stored: { place: string; text: string }[];
}

/** What the simulator of the registries counted, by route. */
export type Counters = Readonly<
  Record<string, { calls: number; duplicates: number; outcomes: Readonly<Record<string, number>> }>
>;

/** What the API answers after the storm, and what it answered before. */
export interface Answers {
  /** SHA-256 of the GET decision body per session, hex; `null` while undecided. Absent: the session is gone. */
  decisions: Map<string, string | null>;
  /** SHA-256 of every GET decision body that was ever seen of a session, before or after a restart. */
  shown: Map<string, ReadonlySet<string>>;
  /** SHA-256 of the downloaded bytes per media id, hex. Absent: gone. */
  media: Map<string, string>;
  /** Bodies by the API key they were given to; sampled. */
  bodies: { apiKey: string; text: string }[];
}

/** A value that may be sent to no integration but the one it belongs to. */
export interface Canary {
  apiKey: string;
  text: string;
}

/** Requests of an integration with a limit. */
export interface LimitedRequests {
  perSecond: number;
  /** When each accepted request was answered, in milliseconds. */
  acceptedAt: readonly number[];
}

/** What the processes use, summed over them. */
export interface Usage {
  rssBytes: number;
  descriptors: number;
}

/** Everything the checker judges. Optional parts are judged where they were collected. */
export interface Evidence {
  history: readonly HistoryEntry[];
  receipts: readonly Receipt[];
  remains: Remains;
  answers: Answers;
  counters: Counters;
  /** Values of erased sessions, which must not occur in `remains.stored`. */
  erased?: readonly string[];
  canaries?: readonly Canary[];
  limited?: readonly LimitedRequests[];
  usage?: { before: Usage; after: Usage };
}

/** Name of an invariant of the durability promise, and what breaks it. */
export interface Violation {
  invariant: string;
  detail: string;
}

/** Acknowledged writes of one kind. */
export const acknowledged = (
  history: readonly HistoryEntry[],
  kind: HistoryEntry['kind'],
): readonly HistoryEntry[] => history.filter((entry) => entry.kind === kind && entry.outcome === 'ok');
