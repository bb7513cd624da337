import { type Static, Type } from 'typebox';
import { fraudCategories, fraudReportVerdicts } from '../feedback.ts';
import { sessionStatuses } from '../session.ts';
import { PortalScreening } from './screening.ts';
import { PortalAttemptStatus } from './statuses.ts';
import { closed, instant, oneOf, orNull, page, paging, uuid, words } from './form.ts';

const status = oneOf(sessionStatuses);
const text = Type.String();

const row = {
  id: uuid,
  integrationId: uuid,
  status,
  /** Code of the newest decision, as in GET decision; `null` if there is none. */
  code: orNull(Type.Integer()),
  reasonCode: orNull(Type.Integer()),
  /** The reason in words; `null` if there is none. */
  reason: orNull(text),
  createdAt: instant,
  changedAt: instant,
  attempts: Type.Integer(),
  /** What the client set at creation; masked unless revealed. */
  vendorData: orNull(text),
  /** A registry did not answer and will be called again. */
  awaitsRegistry: Type.Boolean(),
};

/** A session as lists show it. */
export const PortalSessionRow = closed(row);
export type PortalSessionRow = Static<typeof PortalSessionRow>;
/** Answer to `GET /sessions`. */
export const PortalSessions = page(PortalSessionRow);
export type PortalSessions = Static<typeof PortalSessions>;

/** Query of `GET /sessions`. */
export const PortalSessionQuery = closed({
  integration: Type.Optional(uuid),
  /** One status, or several separated by commas. */
  status: Type.Optional(Type.String({ maxLength: 200, pattern: '^[a-z_]+(,[a-z_]+)*$' })),
  since: Type.Optional(instant),
  until: Type.Optional(instant),
  /** Sessions with undecided hits. */
  hits: Type.Optional(Type.Literal('waiting')),
  /** Sessions with a proposed decision that a second person must confirm. */
  proposals: Type.Optional(Type.Literal('waiting')),
  /** Session id or at least its first 8 characters, or the complete `vendorData` or `endUserId`. */
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
  /** Whole words of a name, supplied or read, in any order. Only for people who may reveal personal data; recorded. */
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** By creation time. By default, sessions waiting for a person (`status=review`, `hits`, `proposals`) start with the oldest, all others with the newest. */
  order: Type.Optional(oneOf(['newest', 'oldest'])),
  ...paging,
});
export type PortalSessionQuery = Static<typeof PortalSessionQuery>;

/**
 * The order of a list of sessions, by creation time. Sessions waiting for a person are worked through from the oldest.
 * @see spec/contract.md A-281
 */
export function sessionOrderOf(
  query: Readonly<Partial<Record<'order' | 'status' | 'hits' | 'proposals', string>>>,
): 'newest' | 'oldest' {
  const { order, hits, proposals } = query;
  if (order === 'newest' || order === 'oldest') return order;
  return query.status === 'review' || hits === 'waiting' || proposals === 'waiting' ? 'oldest' : 'newest';
}

export const PortalDecision = closed({
  status: text,
  code: Type.Integer(),
  reasonCode: orNull(Type.Integer()),
  reason: orNull(text),
  kind: oneOf(['automatic', 'human', 'timeout', 'lifetime']),
  /** The check that produced the result; in review, the check that left a doubt; `null` where no check decided. */
  decidedBy: orNull(text),
  final: Type.Boolean(),
  createdAt: instant,
});
export const PortalMedium = closed({ id: uuid, context: text, mimetype: text, size: Type.Integer() });
export const PortalAttempt = closed({
  id: uuid,
  ordinal: Type.Integer(),
  status: text,
  createdAt: instant,
  submittedAt: orNull(instant),
  decisions: Type.Array(PortalDecision),
  media: Type.Array(PortalMedium),
  /** Newest first, including those that were removed. */
  statuses: Type.Array(PortalAttemptStatus),
});

/** One field as supplied by the client and as read from the document. */
export const PortalField = closed({
  field: text,
  supplied: orNull(text),
  read: orNull(text),
  /** `one-source`: there is nothing to compare it with. */
  agreement: oneOf(['agrees', 'differs', 'one-source', 'unknown']),
});
export type PortalField = Static<typeof PortalField>;

export const PortalRegistryCheck = closed({
  attemptId: uuid,
  registry: text,
  state: oneOf(['waiting', 'ended']),
  /** How it ended: `answered`, `not-called`, … ; `null` while it is pending. */
  result: orNull(text),
  /** The row of the decision table that applied. */
  row: orNull(text),
  advice: Type.Array(text),
  /** Attempts, including postponed ones. */
  starts: Type.Integer(),
  startedAt: orNull(instant),
  nextTryAt: orNull(instant),
  endedAt: orNull(instant),
  /** For a check postponed because the registry did not answer, to be retried at `nextTryAt`; otherwise `null`. */
  unanswered: orNull(
    closed({
      /** When the check began waiting. */
      since: instant,
      /** When the registry stopped answering all integrations; `null` where that is not known. */
      outageSince: orNull(instant),
    }),
  ),
});

export const PortalSessionWebhook = closed({
  id: uuid,
  type: text,
  state: text,
  attempts: Type.Integer(),
  createdAt: instant,
});

export const PortalTimelineEntry = closed({
  id: Type.Integer(),
  at: instant,
  /** As in the audit log; portal users by name. */
  actor: text,
  action: text,
  from: orNull(text),
  to: orNull(text),
  /** Free text. */
  note: orNull(text),
});

/** The client's report of the session as fraud, and the outcome of its review. @see spec/contract.md A-82 */
export const PortalFraudReport = closed({
  reportedAt: instant,
  categories: Type.Array(text),
  /** `null` when there is none, and for readers who may not write notes. */
  comment: orNull(text),
  reviewedAt: orNull(instant),
  verdict: orNull(oneOf(fraudReportVerdicts)),
});

/** Body of `POST /sessions/{id}/fraud-report`. */
export const PortalFraudReportRequest = closed({
  categories: Type.Array(oneOf(fraudCategories.map(({ category }) => category)), {
    minItems: 1,
    uniqueItems: true,
  }),
  comment: orNull(words(500)),
});
export type PortalFraudReportRequest = Static<typeof PortalFraudReportRequest>;

/** A decision one person proposed and another must confirm. */
export const PortalProposal = closed({
  id: uuid,
  kind: oneOf(['review', 'hit']),
  hitId: orNull(uuid),
  /** `approve`, `decline` or `resubmit`; for a hit, its match status. */
  decision: text,
  reasonCode: orNull(Type.Integer()),
  riskLevel: orNull(text),
  /** `null` when there is none, and for readers who may not write notes. */
  note: orNull(text),
  proposedBy: text,
  createdAt: instant,
  expiresAt: instant,
  /** The viewer may confirm or reject it. */
  canConfirm: Type.Boolean(),
  /** The viewer proposed it. */
  canWithdraw: Type.Boolean(),
});
export type PortalProposal = Static<typeof PortalProposal>;

/** A session with everything its page shows. */
export const PortalSession = closed({
  ...row,
  mode: oneOf(['test', 'live']),
  endUserId: orNull(text),
  expiresAt: instant,
  /** Why it has its status, in one sentence; `null` where the status is self-explanatory. */
  plainReason: orNull(text),
  attemptList: Type.Array(PortalAttempt),
  person: Type.Array(PortalField),
  document: Type.Array(PortalField),
  registryChecks: Type.Array(PortalRegistryCheck),
  screening: orNull(PortalScreening),
  /** `null` if it was not reported. */
  fraudReport: orNull(PortalFraudReport),
  webhooks: Type.Array(PortalSessionWebhook),
  timeline: Type.Array(PortalTimelineEntry),
  /** Until when this sign-in can see personal data; `null`: masked. */
  revealedUntil: orNull(instant),
  canReveal: Type.Boolean(),
  canReview: Type.Boolean(),
  canNote: Type.Boolean(),
  /** The integration's own statuses may be added and removed. */
  canSetStatus: Type.Boolean(),
  /** It may be reported as fraud, and has not been yet. */
  canReport: Type.Boolean(),
  canDelete: Type.Boolean(),
  /** Set when the personal data and pictures were erased; otherwise `null`. */
  redacted: orNull(closed({ at: instant, by: text })),
  canRedact: Type.Boolean(),
  /** Open proposals. */
  proposals: Type.Array(PortalProposal),
  /** Reviews and true matches require two people. */
  fourEyes: Type.Boolean(),
});
export type PortalSession = Static<typeof PortalSession>;

/** Body of `POST /sessions/{id}/reveal`. */
export const PortalRevealRequest = closed({ reason: words(500) });
export type PortalRevealRequest = Static<typeof PortalRevealRequest>;
/** Answer to `POST /sessions/{id}/reveal`. */
export const PortalRevealed = closed({ until: instant });
export type PortalRevealed = Static<typeof PortalRevealed>;

/** Body of `POST /sessions/{id}/redact`. */
export const PortalRedactRequest = closed({ reason: words(500) });
export type PortalRedactRequest = Static<typeof PortalRedactRequest>;

/** Body of `POST /sessions/{id}/review`. */
export const PortalReviewRequest = closed({
  decision: oneOf(['approve', 'decline', 'resubmit']),
  /** Required for `decline` and `resubmit`; must fit the decision. */
  reasonCode: Type.Optional(orNull(Type.Integer())),
  note: Type.Optional(orNull(words(4_000))),
});
export type PortalReviewRequest = Static<typeof PortalReviewRequest>;
/** Answer to `POST /sessions/{id}/review`. */
export const PortalReviewed = closed({
  status,
  /** Nothing is decided yet: a second person must confirm it. */
  proposed: Type.Boolean(),
});
export type PortalReviewed = Static<typeof PortalReviewed>;

/** Body of `POST /sessions/{id}/notes`. */
export const PortalNoteRequest = closed({ text: words(4_000) });
export type PortalNoteRequest = Static<typeof PortalNoteRequest>;

/** Body of `POST /sessions`. */
export const PortalCreateSessionRequest = closed({
  integrationId: uuid,
  person: Type.Optional(
    closed({ firstName: Type.Optional(words(150)), lastName: Type.Optional(words(150)) }),
  ),
  vendorData: Type.Optional(words(1_000)),
  callback: Type.Optional(Type.String({ maxLength: 2_000 })),
});
export type PortalCreateSessionRequest = Static<typeof PortalCreateSessionRequest>;
/** Answer to `POST /sessions`. */
export const PortalCreatedSession = closed({ id: uuid, url: text });
export type PortalCreatedSession = Static<typeof PortalCreatedSession>;
