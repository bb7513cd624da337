import { findReason } from '@countersign/contract';
import { maximumAttempts, type SessionEvent } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { findNewestAttempt, lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { queueMexicanQueries } from '../registry/registry-queries.ts';
import {
  type Conclusion,
  decryptAttempt,
  type DecryptedAttempt,
  recordDecision,
} from '../session/record-decision.ts';
import { judgeKeptFindings } from '../session/judge-kept-findings.ts';
import { decidingRegistry } from '../session/registry-record.ts';
import { insertNote } from './note-session.ts';

/** A reviewer's decision about a session in review. */
export interface ReviewSession {
  integrationId: string;
  sessionId: string;
  verdict: 'approve' | 'decline' | 'ask-again';
  /** Reason code of A-100 for the verdict; `null` for an approval. */
  code: number | null;
  /** Free text of the reviewer, at most `longestNote` characters. */
  note?: string | null;
  /** The actor for the audit log. */
  actor: string;
}

export type Reviewed =
  | { outcome: 'reviewed'; status: string }
  | { outcome: 'unknown-session' | 'not-in-review' | 'code-does-not-fit' };

/**
 * A person's decision on a session in review. A reviewer may choose any code of the catalogue that is valid for the verdict.
 * @see spec/contract.md
 */
export const reviewSession =
  (ctx: ServiceContext) =>
  async (input: ReviewSession): Promise<Reviewed> => {
    if (!codeFits(input)) return { outcome: 'code-does-not-fit' };
    const reviewed = await ctx.database.transaction(async (tx): Promise<Reviewed> => {
      const opened = await lockForReview(tx, ctx, input);
      return opened === null ? { outcome: 'unknown-session' } : reviewIn(tx, opened, input);
    });
    if (reviewed.outcome === 'reviewed') announceReview(ctx, reviewed);
    return reviewed;
  };

/** Locks a session and its newest attempt; `null` if there is none. */
export async function lockForReview(
  tx: Tx,
  ctx: Pick<ServiceContext, 'vault'>,
  { integrationId, sessionId }: Pick<ReviewSession, 'integrationId' | 'sessionId'>,
): Promise<DecryptedAttempt | null> {
  const attemptId = await findNewestAttempt(tx, { integrationId, sessionId });
  if (attemptId === null) return null;
  const key = { integrationId, sessionId, attemptId };
  const row = await lockAttempt(tx, key);
  return row && decryptAttempt(ctx, key, row);
}

/** Decides a locked session, in the caller's transaction; call `announceReview` after the commit. */
export async function reviewIn(tx: Tx, opened: DecryptedAttempt, input: ReviewSession): Promise<Reviewed> {
  if (opened.row.sessionStatus !== 'review') return { outcome: 'not-in-review' };
  const status = await recordDecision(tx, opened, await conclusionOf(tx, input, opened));
  await queueMexicanQueries(tx, opened, { kind: 'human', status });
  const { note = null, actor } = input;
  if (note !== null) await insertNote(tx, opened, { note, actor });
  return { outcome: 'reviewed', status };
}

/** Counts a person's decision and wakes the workers that have work from it. */
export function announceReview({ metrics, wake }: ServiceContext, { status }: { status: string }): void {
  metrics.decisions.inc({ status, kind: 'human' });
  wake.notify('webhook');
  wake.notify('job');
}

const statusOf = { approve: null, decline: 'declined', 'ask-again': 'resubmission_requested' } as const;

/** Whether the reason code is valid for the verdict; an approval has none. */
export function codeFits({ verdict, code }: Pick<ReviewSession, 'verdict' | 'code'>): boolean {
  const status = statusOf[verdict];
  if (status === null || code === null) return status === null && code === null;
  return findReason(code)?.statuses.includes(status) === true;
}

async function conclusionOf(
  tx: Tx,
  { verdict, code, actor }: ReviewSession,
  opened: DecryptedAttempt,
): Promise<Conclusion> {
  const exhausted = verdict === 'ask-again' && opened.row.ordinal >= maximumAttempts;
  const event = eventOf(verdict, exhausted);
  return {
    sessionEvent: event,
    attemptEvent: event,
    kind: 'human',
    actor,
    code: exhausted ? 539 : code,
    decidedBy: code === null ? null : 'reviewer',
    ...(await judgeKeptFindings(tx, opened)),
    registry: await decidingRegistry(tx, opened),
  };
}

function eventOf(verdict: ReviewSession['verdict'], exhausted: boolean) {
  if (verdict === 'approve') return 'review_approved' satisfies SessionEvent;
  if (verdict === 'decline') return 'review_declined' satisfies SessionEvent;
  return exhausted ? 'review_ask_again_on_last_attempt' : 'review_ask_again';
}
