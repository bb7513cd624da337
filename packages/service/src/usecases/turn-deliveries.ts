import {
  failuresAfter,
  inFlightAllowance,
  isBreakerOpen,
  breakerThreshold,
  probeSeconds,
  recovering,
} from '@countersign/core';
import type { Shell } from '../shell.ts';
import type { Tx } from '../storage/database.ts';
import {
  type ClaimedWebhook,
  claimWebhooks,
  type FinishedDelivery,
  recordDeliveries,
  type RecordedDelivery,
} from '../storage/deliveries.ts';
import { raiseWebhookAlert, resolveWebhookAlerts } from '../storage/webhook-alerts.ts';
import { type EndpointKey, lockEndpoints, saveEndpointHealth } from '../storage/webhook-endpoints.ts';

/** Seconds of failure after which somebody is told. */
const alertAfterSeconds = 3600;

const allowances = Array.from(
  { length: breakerThreshold - recovering + 1 },
  (_, index) => recovering + index,
).map((failures) => ({
  failures,
  allowance: inFlightAllowance(failures),
}));

export interface DeliveryTurn {
  finished: FinishedDelivery[];
  /** Free places of this process. */
  room: number;
  /** See `ClaimOptions`. */
  after: string;
}

/**
 * One turn of the delivery queue, in one transaction: what has ended is written, what is due is claimed.
 * @returns `claimed` is `null` when another process was claiming
 */
export const turnDeliveries =
  ({ database, log }: Pick<Shell, 'database' | 'log'>) =>
  ({ finished, room, after }: DeliveryTurn): Promise<{ claimed: ClaimedWebhook[] | null }> =>
    database.transaction(async (tx) => {
      if (finished.length > 0) {
        const recorded = await recordDeliveries(tx, finished);
        if (recorded.length < finished.length) {
          log.warn(
            { lost: finished.length - recorded.length },
            'deliveries ended after their lease; not recorded',
          );
        }
        await noteEndpoints(tx, { finished, recorded });
      }
      if (room <= 0) return { claimed: [] };
      return { claimed: await claimWebhooks(tx, { room, after, allowances }) };
    });

const nameOf = ({ integrationId, type }: EndpointKey): string => `${integrationId} ${type}`;

interface Outcomes {
  finished: FinishedDelivery[];
  recorded: RecordedDelivery[];
}

/** Breaker, pause and alerts. An endpoint without trouble costs no statement. */
async function noteEndpoints(tx: Tx, { finished, recorded }: Outcomes): Promise<void> {
  const byId = new Map(recorded.map((row) => [row.id, row]));
  const ended = finished.flatMap((delivery) => {
    const row = byId.get(delivery.id);
    return row && row.failures !== null && delivery.outcome !== 'withdrawn' ? [{ delivery, row }] : [];
  });
  const troubled = new Set(
    ended
      .filter(({ delivery, row }) => delivery.outcome === 'failed' || row.failures !== 0)
      .map(({ row }) => nameOf(row)),
  );
  if (troubled.size === 0) return;
  const keys = [
    ...new Map(
      ended.filter(({ row }) => troubled.has(nameOf(row))).map(({ row }) => [nameOf(row), row]),
    ).values(),
  ];
  const locked = await lockEndpoints(
    tx,
    keys.map(({ integrationId, type }) => ({ integrationId, type })),
  );
  const health = [];
  for (const endpoint of locked) {
    const own = ended.filter(({ row }) => nameOf(row) === nameOf(endpoint));
    const failures = own.reduce(
      (count, { delivery }) => failuresAfter(count, delivery.outcome === 'delivered'),
      endpoint.failures,
    );
    const gone = own.some(({ delivery }) => delivery.httpStatus === 410);
    health.push({
      integrationId: endpoint.integrationId,
      type: endpoint.type,
      failures,
      probeInSeconds: isBreakerOpen(failures) ? probeSeconds : null,
      pause: gone,
    });
    await alertAbout(tx, { endpoint, own, failures });
  }
  await saveEndpointHealth(tx, health);
}

interface EndpointOutcomes {
  endpoint: EndpointKey;
  own: { delivery: FinishedDelivery; row: RecordedDelivery }[];
  failures: number;
}

async function alertAbout(tx: Tx, { endpoint, own, failures }: EndpointOutcomes): Promise<void> {
  const { integrationId, type } = endpoint;
  for (const { delivery, row } of own) {
    const cause =
      delivery.httpStatus === null ? (delivery.errorClass ?? 'failed') : `answered ${delivery.httpStatus}`;
    if (delivery.httpStatus === 410) {
      await raiseWebhookAlert(tx, { integrationId, type, kind: 'webhook-endpoint-paused', cause });
    }
    if (row.state === 'failed') {
      await raiseWebhookAlert(tx, {
        integrationId,
        type,
        kind: 'webhook-failed',
        cause: `given up after 7 days, ${cause}`,
      });
    }
    if (delivery.outcome === 'failed' && row.age >= alertAfterSeconds) {
      await raiseWebhookAlert(tx, { integrationId, type, kind: 'webhook-endpoint-failing', cause });
    }
  }
  if (failures <= 0) await resolveWebhookAlerts(tx, endpoint, ['webhook-endpoint-failing']);
}
