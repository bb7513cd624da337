import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { Shell } from '../shell.ts';
import {
  type ClaimedWebhook,
  type FinishedDelivery,
  hasDueWebhook,
  upkeepDeliveries,
} from '../storage/deliveries.ts';
import { brokenDelivery, sendWebhook } from '../usecases/send-webhook.ts';
import { turnDeliveries } from '../usecases/turn-deliveries.ts';

/** Most deliveries in flight from this process. */
const capacity = 256;
const pollMs = 100;
const upkeepMs = 60_000;
/** After the database failed. */
const troubleMs = 500;

export interface DeliverWebhookWorker {
  /** Claims nothing more, lets what is in flight end and be recorded. */
  stop(): Promise<void>;
}

type DeliveryShell = Pick<Shell, 'database' | 'vault' | 'keyRing' | 'wake' | 'log' | 'metrics'>;

/** Delivers webhooks until stopped. Any number of processes may do so on one database. @see spec/contract.md A-87 */
export function startDeliverWebhook(
  shell: DeliveryShell,
  { outbound }: { outbound: OutboundClient },
): DeliverWebhookWorker {
  const { log, wake, database, metrics } = shell;
  const send = sendWebhook({ ...shell, outbound });
  const turn = turnDeliveries(shell);
  const stopping = new AbortController();
  const finished: FinishedDelivery[] = [];
  let inFlight = 0;
  let after = '';
  let hinted = false;
  let kick = () => {};

  const listen = async () => {
    while (!stopping.signal.aborted) {
      await wake.wait('webhook', upkeepMs, stopping.signal);
      hinted = true;
      kick();
    }
  };

  const deliver = async (claimed: ClaimedWebhook) => {
    const start = performance.now();
    inFlight += 1;
    const result = await send(claimed).catch((error: unknown) => {
      log.error({ error, webhookId: claimed.id }, 'a webhook could not be sent');
      return brokenDelivery(claimed, start);
    });
    inFlight -= 1;
    metrics.webhookAttempts.inc({ type: claimed.type, outcome: result.outcome });
    metrics.webhookSeconds.observe(result.ms / 1000);
    finished.push(result);
    kick();
  };

  /** Until a hint, a finished delivery, or the poll interval. @returns whether something is known to have happened */
  const pause = (ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (known: boolean) => {
        clearTimeout(timer);
        kick = () => {};
        resolve(known);
      };
      const timer = setTimeout(end, ms, false);
      kick = () => end(true);
      if (hinted || finished.length > 0 || stopping.signal.aborted) end(true);
    });

  const takeTurn = async (room: number): Promise<boolean> => {
    hinted = false;
    const batch = finished.splice(0);
    try {
      const { claimed } = await turn({ finished: batch, room, after });
      const last = claimed?.at(-1);
      if (last) after = last.integrationId + last.type;
      for (const webhook of claimed ?? []) void deliver(webhook);
      if (claimed === null) hinted = true;
      return claimed !== null;
    } catch (error) {
      finished.unshift(...batch);
      throw error;
    }
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        const known = await pause(pollMs);
        if (!known && !(await hasDueWebhook(database))) continue;
        // Another process is claiming; it takes milliseconds.
        if (!(await takeTurn(capacity - inFlight))) await sleep(5);
      } catch (error) {
        log.error({ error }, 'webhook deliveries could not be claimed or recorded');
        await sleep(troubleMs);
      }
    }
  };

  const upkeep = async () => {
    while (!stopping.signal.aborted) {
      try {
        await database.transaction(upkeepDeliveries);
      } catch (error) {
        log.error({ error }, 'webhook upkeep failed');
      }
      await sleep(upkeepMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const loops = Promise.all([run(), listen(), upkeep()]);
  return {
    stop: async () => {
      stopping.abort();
      kick();
      await loops;
      while (inFlight > 0) await sleep(10);
      if (finished.length > 0) await takeTurn(0);
    },
  };
}
