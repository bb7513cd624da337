import { findReason, Problem, type ReasonStatus } from '@countersign/contract';
import { forcedOutcome, maximumAttempts } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { endDecidingJobs } from '../../storage/job/jobs.ts';
import { lockSession, type SessionRow } from '../../storage/session/sessions.ts';
import type { Caller } from '../session/caller.ts';
import { dataKeyOf, sessionDataOf } from '../session/found-session.ts';
import {
  type Conclusion,
  decryptAttempt,
  type DecryptedAttempt,
  recordDecision,
  nothingShown,
} from '../session/record-decision.ts';
import { submitOpenAttempt } from '../session/submit-session.ts';
import { queueScreening } from '../watchlist/queue-screening.ts';
import { insertNote } from './note-session.ts';
import { operatorCaller } from './operator-caller.ts';
import { reviewSession } from './review-session.ts';

/** Outcomes that can be forced on a session of a test integration, as with the first names of A-102. */
export const forcedWords = ['approve', 'decline', 'resubmit', 'review', 'expire', 'abandon'] as const;
export type ForcedWord = (typeof forcedWords)[number];

/** A session of a test integration, and the outcome to force. */
export interface DecideSession {
  integrationId: string;
  sessionId: string;
  word: ForcedWord;
  /** Reason code of A-100 for `decline` and `resubmit`; `null`: 102 or 201. */
  code: number | null;
  /** Stored with the session and erased with it. */
  note: string | null;
  /** Name of the operator, or `''`. */
  operator: string;
  /** The same in the audit log. */
  actor: string;
}

export type DecidedSession =
  | { outcome: 'decided'; status: string }
  | { outcome: 'unknown-integration' | 'unknown-session' | 'code-does-not-fit' | 'not-in-review' }
  | {
      outcome: 'live-integration' | 'already-final' | 'reviews-are-off' | 'stale-caller' | 'waits-for-review';
    };

/**
 * Forces a decision on a session of a test integration, in any state: an open one is submitted first, running checks are
 * abandoned, and one in review is reviewed. All consequences of a decision follow.
 * @see spec/contract.md A-261
 */
export const decideSession =
  (ctx: ServiceContext) =>
  async (input: DecideSession): Promise<DecidedSession> => {
    const caller = await operatorCaller(ctx, input);
    if (!caller) return { outcome: 'unknown-integration' };
    if (caller.mode !== 'test') return { outcome: 'live-integration' };
    if (!codeFits(input)) return { outcome: 'code-does-not-fit' };
    if (input.word === 'review' && !caller.settings.manualReview) return { outcome: 'reviews-are-off' };
    const decided = await inTransaction(ctx, { caller, input });
    if (decided.outcome === 'in-review') return reviewed(ctx, input);
    if (decided.outcome !== 'decided') return decided;
    ctx.metrics.decisions.inc({ status: decided.status, kind: 'human' });
    ctx.wake.notify('webhook');
    ctx.wake.notify('job');
    return decided;
  };

const statusOf: Partial<Record<ForcedWord, ReasonStatus>> = {
  decline: 'declined',
  resubmit: 'resubmission_requested',
};

function codeFits({ word, code }: DecideSession): boolean {
  if (code === null) return true;
  const status = statusOf[word];
  return status !== undefined && findReason(code)?.statuses.includes(status) === true;
}

const defaultCodes = { approve: null, decline: 102, resubmit: 201 } as const;
const verdicts = { approve: 'approve', decline: 'decline', resubmit: 'ask-again' } as const;

/** Decides a session in review as a reviewer would. */
async function reviewed(ctx: ServiceContext, input: DecideSession): Promise<DecidedSession> {
  const { word, integrationId, sessionId, note, actor } = input;
  if (word === 'review' || word === 'expire' || word === 'abandon') return { outcome: 'waits-for-review' };
  const code = input.code ?? defaultCodes[word];
  const verdict = verdicts[word];
  const result = await reviewSession(ctx)({ integrationId, sessionId, verdict, code, note, actor });
  return result.outcome === 'reviewed' ? { outcome: 'decided', status: result.status } : result;
}

interface Deciding {
  caller: Caller;
  input: DecideSession;
}

/** @returns `in-review` if nothing was done because a review decides */
async function inTransaction(
  ctx: ServiceContext,
  deciding: Deciding,
): Promise<DecidedSession | { outcome: 'in-review' }> {
  try {
    return await ctx.database.transaction((tx) => decideIn(tx, ctx, deciding));
  } catch (error) {
    // For an open session that has expired, or has no attempts left.
    if (error instanceof Problem && error.problem === 'status-change-refused')
      return { outcome: 'already-final' };
    throw error;
  }
}

async function decideIn(
  tx: Tx,
  ctx: ServiceContext,
  { caller, input }: Deciding,
): Promise<DecidedSession | { outcome: 'in-review' }> {
  const session = await lockSession(tx, caller, input.sessionId);
  if (session === 'stale') return { outcome: 'stale-caller' };
  if (session === 'absent') return { outcome: 'unknown-session' };
  if (session.status === 'review') return { outcome: 'in-review' };
  const opened = await submitted(tx, ctx, { caller, session });
  await endDecidingJobs(tx, opened.key);
  const status = await recordDecision(tx, opened, conclusionOf(opened, input));
  await queueScreening(tx, opened, null);
  const { note, actor } = input;
  if (note !== null) await insertNote(tx, opened, { note, actor });
  return { outcome: 'decided', status };
}

/** Returns the newest attempt, and submits it if necessary. @throws Problem status-change-refused */
async function submitted(
  tx: Tx,
  ctx: ServiceContext,
  { caller, session }: { caller: Caller; session: SessionRow },
): Promise<DecryptedAttempt> {
  const { integrationId } = caller;
  const dataKey = dataKeyOf(ctx.vault, integrationId, session);
  const data = sessionDataOf(dataKey, session);
  const key =
    session.status === 'submitted'
      ? { integrationId, sessionId: session.id, attemptId: session.attemptId }
      : await submitOpenAttempt(tx, { caller, session, data, dataKey });
  const row = await lockAttempt(tx, key);
  const opened = row && decryptAttempt(ctx, key, row);
  if (!opened) throw new Error('a locked session was erased');
  return opened;
}

/** The conclusion as forced by a first name. */
function conclusionOf({ row }: DecryptedAttempt, input: DecideSession): Conclusion {
  const forced = forcedOutcome(input.word, { manualReview: true, attempt: row.ordinal });
  if (forced === null) throw new Error('every word of the list forces an outcome');
  const isExhausted = input.word === 'resubmit' && row.ordinal >= maximumAttempts;
  return {
    sessionEvent: forced.outcome,
    attemptEvent: forced.outcome,
    kind: 'human',
    actor: input.actor,
    code: isExhausted ? forced.code : (input.code ?? forced.code),
    decidedBy: null,
    ...nothingShown,
  };
}
