import type { PortalHitProposed, PortalHitReviewRequest, PortalSession } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { change, Refusal } from '../../service/api.ts';

export type Hit = NonNullable<PortalSession['screening']>['hits'][number];
export type Decision = Pick<PortalHitReviewRequest, 'matchStatus' | 'riskLevel'>;

/** The current decision about a hit. It is sent with a new one, so that no other decision is replaced. */
export const decisionOf = ({ matchStatus, riskLevel }: Hit): Decision => ({ matchStatus, riskLevel });

/** A decision to send. */
export interface Wanted {
  /** As it was shown: an undo restores this. */
  hit: Hit;
  to: Decision;
  note?: string | null;
}

/** A decision that was sent. */
export interface Done extends Wanted {
  /** It requires a second person to confirm or reject it: the hit is unchanged. */
  proposed: boolean;
}

/** The outcome of decisions that are sent one by one. */
export interface Report {
  total: number;
  done: readonly Done[];
  failed: readonly { hit: Hit; failure: Refusal }[];
  busy: boolean;
  /** The decisions were undone. */
  isUndo: boolean;
}

const nothing: Report = { total: 0, done: [], failed: [], busy: false, isUndo: false };
/** Number of tries for a decision while the service limits the rate. */
const mostTries = 5;

const asRefusal = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal('internal'));

/** Sends a review; waits if the service requires it. @returns whether it is a proposal @throws Refusal */
async function send(sessionId: string, { hit, to, note = null }: Wanted): Promise<boolean> {
  for (let tries = 1; ; tries += 1)
    try {
      const path = `sessions/${sessionId}/hits/${hit.id}/review`;
      const seen = decisionOf(hit);
      return (await change<PortalHitProposed | null>('POST', path, { ...to, note, seen })) !== null;
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal.code !== 'too-many' || tries === mostTries) throw refusal;
      await new Promise((resolve) => setTimeout(resolve, (refusal.retryAfter ?? 1) * 1_000));
    }
}

/** First members of the keys of queries to refresh afterwards. */
const touched = ['sessions', 'webhooks', 'home', 'screening'];

/** Undoes only decisions that were made here and are unchanged: another person may have decided since. */
function backOf(
  { done }: Report,
  screening: PortalSession['screening'],
): { back: Wanted[]; refused: Report['failed'] } {
  const statusOf = (id: string) => screening?.hits.find((hit) => hit.id === id)?.matchStatus;
  const decided = done.filter(({ proposed }) => !proposed);
  const mine = decided.filter(({ hit, to }) => statusOf(hit.id) === to.matchStatus);
  const back = mine.map(({ hit, to }) => ({
    hit: { ...hit, ...to },
    to: decisionOf(hit),
  }));
  const others = decided.filter((wanted) => !mine.includes(wanted));
  return { back, refused: others.map(({ hit }) => ({ hit, failure: new Refusal('changed-meanwhile') })) };
}

/** Decides hits one after the other, each in its own review, and undoes decisions in the same way. */
export function useReviews({ id: sessionId, screening }: Pick<PortalSession, 'id' | 'screening'>) {
  const client = useQueryClient();
  const [report, setReport] = useState(nothing);
  const queue = useRef(Promise.resolve());
  const waiting = useRef(0);
  const stopped = useRef(false);

  async function one(wanted: Wanted): Promise<void> {
    if (stopped.current) return;
    try {
      const proposed = await send(sessionId, wanted);
      setReport((now) => ({ ...now, done: [...now.done, { ...wanted, proposed }] }));
    } catch (error) {
      const failure = asRefusal(error);
      setReport((now) => ({ ...now, failed: [...now.failed, { hit: wanted.hit, failure }] }));
    }
  }

  /** Sends decisions after the previous ones; the page is refreshed after the last ones. */
  async function inTurn(before: Promise<void>, all: readonly Wanted[]): Promise<void> {
    await before;
    for (const wanted of all) await one(wanted);
    waiting.current -= 1;
    if (waiting.current > 0) return;
    await Promise.all(touched.map((key) => client.invalidateQueries({ queryKey: [key] })));
    setReport((now) => ({ ...now, busy: false }));
  }

  /** @param done decisions sent before that belong to the same report */
  function run(
    all: readonly Wanted[],
    { isUndo = false, refused = nothing.failed, done = nothing.done } = {},
  ): void {
    stopped.current = false;
    waiting.current += 1;
    const total = all.length + refused.length + done.length;
    setReport({ total, done, failed: refused, busy: true, isUndo });
    queue.current = inTurn(queue.current, all);
  }

  function undo(): void {
    const { back, refused } = backOf(report, screening);
    run(back, { isUndo: true, refused });
  }

  return {
    report,
    run,
    undo,
    /** Cancels decisions that have not been sent yet. */
    stop: () => {
      stopped.current = true;
    },
    reset: () => setReport(nothing),
  };
}
export type Reviews = ReturnType<typeof useReviews>;

/** Decides the other hits of the person like this one; undoing reverts all of them. */
export const together = ({ run }: Reviews, first: Done, beside: readonly Hit[]): void =>
  run(
    beside.map((hit) => ({ ...first, hit })),
    { done: [first] },
  );
