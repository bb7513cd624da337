import type { Access } from '../api-client.ts';

/** A kind of verification, of which the storm creates many sessions. */
export interface SessionPlan {
  name: string;
  access: Access;
  /** Body of POST /sessions for the n-th session. */
  verification: (n: number) => Record<string, unknown>;
  /**
   * Whether the session may end in an approval. It may always end otherwise, if its registry was called twice without a result.
   */
  approves: boolean;
}

/**
 * A record of a client's request and its outcome. `ok`: must have happened; `refused`: must not; `unknown` (the connection broke,
 * the service was killed): may have.
 */
export interface HistoryEntry {
  kind: 'create' | 'upload' | 'submit' | 'delete';
  plan: SessionPlan;
  outcome: 'ok' | 'refused' | 'unknown';
  sessionId: string | null;
  mediaId: string | null;
  /** SHA-256 of the uploaded bytes in hex. */
  sha256: string | null;
  /** `Idempotency-Key` of a creation, if it had one. */
  key?: string;
}

/** A webhook as received. */
export interface Receipt {
  id: string;
  type: 'decision' | 'event' | 'watchlist' | 'unreadable';
  sessionId: string;
  /** SHA-256 of the body in hex. */
  sha256: string;
  verified: boolean;
}

/** A row of `decision`. */
export interface StoredDecision {
  attemptId: string;
  /** Counted from 1 within the attempt. */
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
  /** In the order in which they were recorded. */
  decisions: StoredDecision[];
}

/** A watchlist screening with its current hits. */
export interface StoredScreening {
  sessionId: string;
  status: string;
  hasUnacknowledgedChanges: boolean;
  hits: string[];
}

/** Rows of the database and names in the blob store after the storm, as far as the checks need them. */
export interface Remains {
  sessions: StoredSession[];
  /** Number of attempts that await a decision. */
  undecided: number;
  /** Of these, the number older than 15 minutes and not shown to the operator. */
  hidden: number;
  jobs: number;
  webhooks: { id: string; type: string; sessionId: string; state: string }[];
  /** Number of media rows whose blob is missing. */
  brokenMedia: number;
  /** Number of blobs without a row and unfinished files after the sweep; 0 if it has not run. */
  orphans: number;
  /** All checks of decisive registries. */
  checks: { sessionId: string; registry: 'br' | 'mx' | 'co'; starts: number; ended: boolean }[];
  /** State transitions per session, in order, from the audit rows. */
  moves: { sessionId: string; from: string | null; to: string | null }[];
  /** Number of shared secrets per integration. */
  keys: { integrationId: string; masters: number; count: number }[];
  screenings: StoredScreening[];
  /** All stored and logged text, by location; empty if no search is required. */
  stored: { place: string; text: string }[];
}

/** Counters of the registry simulator, by route. */
export type Counters = Readonly<
  Record<string, { calls: number; duplicates: number; outcomes: Readonly<Record<string, number>> }>
>;

/** The API's responses after the storm, and those before. */
export interface Answers {
  /** SHA-256 of the GET decision body per session in hex; `null` while undecided. Absent: the session no longer exists. */
  decisions: Map<string, string | null>;
  /** SHA-256 of every GET decision body ever seen for a session, before or after a restart. */
  shown: Map<string, ReadonlySet<string>>;
  /** SHA-256 of the downloaded bytes per media id in hex. Absent: the medium no longer exists. */
  media: Map<string, string>;
  /** A sample of bodies, by the API key that they were returned to. */
  bodies: { apiKey: string; text: string }[];
}

/** A value that only its own integration may receive. */
export interface Canary {
  apiKey: string;
  text: string;
}

/** Requests of an integration with a rate limit. */
export interface LimitedRequests {
  perSecond: number;
  /** Time of the response to each accepted request, in milliseconds. */
  acceptedAt: readonly number[];
}

/** Resource usage of the processes in total. */
export interface Usage {
  rssBytes: number;
  descriptors: number;
}

/** Input of the checks. Optional parts are checked only if they were collected. */
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

/** An invariant of the durability promise, and how it was violated. */
export interface Violation {
  invariant: string;
  detail: string;
}

/** Acknowledged writes of one kind. */
export const acknowledged = (
  history: readonly HistoryEntry[],
  kind: HistoryEntry['kind'],
): readonly HistoryEntry[] => history.filter((entry) => entry.kind === kind && entry.outcome === 'ok');
