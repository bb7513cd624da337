import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { ServiceContext } from '../context.ts';
import { type ClaimedWebhook, type FinishedDelivery, hasDueWebhook } from '../storage/webhook/deliveries.ts';
import { brokenDelivery, sendWebhook } from '../usecases/webhook/send-webhook.ts';
import { runDeliveryRound } from '../usecases/webhook/run-delivery-round.ts';
import { upkeepWebhooks } from '../usecases/webhook/upkeep-webhooks.ts';
import { type AutoResetEvent, createAutoResetEvent } from './auto-reset-event.ts';

/** Maximum deliveries in flight from this process. */
const capacity = 256;
const upkeepMs = 60_000;
/** Milliseconds to wait after a database failure. */
const troubleMs = 500;
/** While deliveries are in flight, a round waits this long for more of them to finish: fewer and larger transactions. */
const batchMs = 2;
/** Milliseconds to wait while another process is claiming, which takes milliseconds. */
const contendedMs = 5;

export interface DeliverWebhookWorker {
  /** Stops claiming, and waits until deliveries in flight have finished and are recorded. */
  stop(): Promise<void>;
}

type DeliveryContext = Pick<ServiceContext, 'database' | 'vault' | 'keyRing' | 'wake' | 'log' | 'metrics'>;

export interface DeliverWebhookOptions {
  outbound: OutboundClient;
  /** Milliseconds between polls when nothing wakes the worker. Default 100. */
  pollMs?: number;
}

/** Delivers webhooks until stopped. Any number of processes may do so on one database. @see spec/contract.md A-87 */
export function startDeliverWebhook(
  ctx: DeliveryContext,
  { outbound, pollMs = 100 }: DeliverWebhookOptions,
): DeliverWebhookWorker {
  const sender: Sender = {
    ctx,
    send: sendWebhook({ ...ctx, outbound }),
    runDeliveries: runDeliveryRound(ctx),
    changed: createAutoResetEvent(),
    stopping: new AbortController(),
    finished: [],
    inFlight: 0,
    after: '',
  };
  const loops = Promise.all([runRounds(sender, pollMs), listen(sender), keepUp(sender)]);
  return {
    stop: async () => {
      sender.stopping.abort();
      sender.changed.set();
      await loops;
      while (sender.inFlight > 0) await sleep(10);
      if (sender.finished.length > 0) await runRound(sender, 0);
    },
  };
}

interface Sender {
  ctx: DeliveryContext;
  send: ReturnType<typeof sendWebhook>;
  runDeliveries: ReturnType<typeof runDeliveryRound>;
  /** Set when a delivery has finished, something was recorded in this process, or the worker stops. */
  changed: AutoResetEvent;
  stopping: AbortController;
  /** Finished but not recorded yet. */
  finished: FinishedDelivery[];
  inFlight: number;
  /** Position of the rotation over endpoints. */
  after: string;
}

async function runRounds(sender: Sender, pollMs: number): Promise<void> {
  const { changed, stopping, ctx } = sender;
  while (!stopping.signal.aborted) {
    try {
      const known = await changed.wait(pollMs);
      if (!known && !(await hasDueWebhook(ctx.database))) continue;
      if (sender.inFlight > 0) await sleep(batchMs);
      await runRound(sender, capacity - sender.inFlight);
    } catch (error) {
      ctx.log.error({ error }, 'webhook claim or record failed');
      await sleep(troubleMs);
      changed.set();
    }
  }
}

/** Records finished deliveries, claims due webhooks and sends them. What could not be recorded is kept for the next round. */
async function runRound(sender: Sender, room: number): Promise<void> {
  const batch = sender.finished.splice(0);
  const { claimed } = await sender
    .runDeliveries({ finished: batch, room, after: sender.after })
    .catch((error: unknown) => {
      sender.finished.unshift(...batch);
      throw error;
    });
  if (claimed === null) {
    await sleep(contendedMs);
    sender.changed.set();
    return;
  }
  sender.after = nextAfter(claimed, sender.after);
  for (const webhook of claimed) void deliver(sender, webhook);
}

/** The last endpoint served in rotation order, which starts after `after` and wraps around. */
function nextAfter(claimed: ClaimedWebhook[], after: string): string {
  const names = claimed.map(({ integrationId, type }) => integrationId + type).toSorted();
  return names.findLast((name) => name <= after) ?? names.at(-1) ?? after;
}

async function deliver(sender: Sender, claimed: ClaimedWebhook): Promise<void> {
  const { metrics, log } = sender.ctx;
  const start = performance.now();
  sender.inFlight += 1;
  const result = await sender.send(claimed).catch((error: unknown) => {
    log.error({ error, webhookId: claimed.id }, 'webhook not sent');
    return brokenDelivery(claimed, start);
  });
  sender.inFlight -= 1;
  metrics.webhookAttempts.inc({ type: claimed.type, outcome: result.outcome });
  metrics.webhookSeconds.observe(result.ms / 1000);
  sender.finished.push(result);
  sender.changed.set();
}

async function listen({ ctx, changed, stopping }: Sender): Promise<void> {
  while (!stopping.signal.aborted) {
    const since = ctx.wake.hints('webhook');
    changed.set();
    await ctx.wake.wait('webhook', upkeepMs, { signal: stopping.signal, since });
  }
}

async function keepUp({ ctx, stopping }: Sender): Promise<void> {
  const upkeep = upkeepWebhooks(ctx);
  while (!stopping.signal.aborted) {
    try {
      await upkeep();
    } catch (error) {
      ctx.log.error({ error }, 'webhook upkeep failed');
    }
    // Ends early when the worker stops.
    await sleep(upkeepMs, undefined, { signal: stopping.signal }).catch(() => {});
  }
}
