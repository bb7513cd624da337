import { flowLimits, type FlowState } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { listRevisions } from '../../storage/flow/flow-sessions.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import type { FlowPage } from './flow-page.ts';
import { flowState } from './flow-state.ts';

/** Maximum number of waiting pages in one process and per session. */
const mostWaiting = { all: 2_000, session: 8 };
/** Milliseconds between two polls for all waiting pages. */
const lookMs = 1_000;

interface Waiting {
  integrationId: string;
  sessionId: string;
  since: number;
  wake: () => void;
}

/**
 * The state of a page's session: at once if it differs from the one that the page has, otherwise when it changes, or after 25 s. All
 * waiting pages of a process share one statement a second, and another when something changed in the process itself.
 * @param since revision that the page has; `null`: none
 * @param signal ends the wait: the client disconnected, or this process stops
 * @throws FlowRefused bearer-invalid; Unavailable if too many wait
 * @see spec/contract.md A-180
 */
export function watchState(ctx: ServiceContext) {
  const waiting = new Set<Waiting>();
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      while (waiting.size > 0) {
        const hint = ctx.wake.hints('flow');
        await wakeChanged(ctx, waiting);
        if (waiting.size > 0) await ctx.wake.wait('flow', lookMs, { since: hint });
      }
    } finally {
      looking = false;
    }
  };
  return async (page: FlowPage, since: number | null, signal: AbortSignal): Promise<FlowState> => {
    const read = flowState(ctx);
    const state = await read(page);
    if (since === null || state.revision !== since || signal.aborted) return state;
    const { integrationId } = page.caller;
    const own = { integrationId, sessionId: page.sessionId, since };
    requireRoom(waiting, page.sessionId);
    ctx.metrics.flowWaiting.inc();
    await new Promise<void>((resolve) => {
      const entry: Waiting = { ...own, wake: () => end() };
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        waiting.delete(entry);
        resolve();
      };
      const timer = setTimeout(end, flowLimits.pollSeconds * 1_000);
      signal.addEventListener('abort', end, { once: true });
      waiting.add(entry);
      void look().catch((error: unknown) => {
        ctx.log.warn({ error }, 'waiting pages not looked for');
        for (const { wake } of waiting) wake();
      });
    });
    ctx.metrics.flowWaiting.dec();
    return read(page);
  };
}

function requireRoom(waiting: ReadonlySet<Waiting>, sessionId: string): void {
  if (waiting.size >= mostWaiting.all)
    throw new Unavailable('too many pages wait for a change', { retryAfter: 5 });
  const ofSession = [...waiting].filter((entry) => entry.sessionId === sessionId);
  // The page that has waited longest has most likely disconnected.
  if (ofSession.length >= mostWaiting.session) ofSession[0]?.wake();
}

/** A session whose row no longer exists has changed, too. */
async function wakeChanged({ database }: ServiceContext, waiting: ReadonlySet<Waiting>): Promise<void> {
  const watched = [...waiting];
  const keys = new Map(
    watched.map(({ integrationId, sessionId }) => [sessionId, { integrationId, sessionId }]),
  );
  const found = await listRevisions(database, [...keys.values()]);
  const revisions = new Map(found.map(({ sessionId, revision }) => [sessionId, revision]));
  for (const { sessionId, since, wake } of watched) if (revisions.get(sessionId) !== since) wake();
}
