import type { PortalHitProposed, PortalHitReviewRequest, PortalSession } from '@countersign/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { change, Refusal } from '../../service/api.ts';

export type Hit = NonNullable<PortalSession['screening']>['hits'][number];
export type Decision = Pick<PortalHitReviewRequest, 'matchStatus' | 'riskLevel'>;

/** What is decided about a hit: a decision goes with the one that was seen, so that it replaces no other. */
export const decisionOf = ({ matchStatus, riskLevel }: Hit): Decision => ({ matchStatus, riskLevel });

/** One decision that is to be sent. */
export interface Wanted {
  /** As it was shown: what it goes back to. */
  hit: Hit;
  to: Decision;
  note?: string | null;
}

/** One that was sent. */
export interface Done extends Wanted {
  /** It takes a second person, who confirms or rejects it: the hit is as it was. */
  proposed: boolean;
}

/** What became of decisions that were sent one by one. */
export interface Report {
  total: number;
  done: readonly Done[];
  failed: readonly { hit: Hit; failure: Refusal }[];
  busy: boolean;
  /** They took earlier ones back. */
  isUndo: boolean;
}

const nothing: Report = { total: 0, done: [], failed: [], busy: false, isUndo: false };
/** Tries of one decision while the service takes no more. */
const mostTries = 5;

const asRefusal = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal('internal'));

/** Sends one review; waits where the service wants that. @returns whether it is a proposal @throws Refusal */
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

/** First members of the keys of what is read anew afterwards. */
const touched = ['sessions', 'webhooks', 'home', 'screening'];

/** Takes back only what was decided and still is as it was left here: another person may have decided since. */
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

/** Decides hits one after the other, each in a review of its own, and takes what it did back in the same way. */
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

  /** Sends decisions once those before are sent; what is shown is read anew behind the last ones. */
  async function inTurn(before: Promise<void>, all: readonly Wanted[]): Promise<void> {
    await before;
    for (const wanted of all) await one(wanted);
    waiting.current -= 1;
    if (waiting.current > 0) return;
    await Promise.all(touched.map((key) => client.invalidateQueries({ queryKey: [key] })));
    setReport((now) => ({ ...now, busy: false }));
  }

  /** @param done what was sent before, and belongs to the same report */
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
    /** Leaves out what has not been sent yet. */
    stop: () => {
      stopped.current = true;
    },
    reset: () => setReport(nothing),
  };
}
export type Reviews = ReturnType<typeof useReviews>;

/** Decides those beside a hit like it; undoing takes all of them back. */
export const together = ({ run }: Reviews, first: Done, beside: readonly Hit[]): void =>
  run(
    beside.map((hit) => ({ ...first, hit })),
    { done: [first] },
  );
