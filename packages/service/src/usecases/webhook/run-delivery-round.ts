import {
  failuresAfter,
  inFlightAllowance,
  isBreakerOpen,
  breakerThreshold,
  probeSeconds,
  recovering,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import {
  type ClaimedWebhook,
  claimWebhooks,
  type FinishedDelivery,
  recordDeliveries,
  type RecordedDelivery,
} from '../../storage/webhook/deliveries.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  raiseWebhookAlert,
  resolveWebhookAlerts,
  type WebhookAlert,
  type WebhookAlertKind,
} from '../../storage/webhook/webhook-alerts.ts';
import {
  type EndpointKey,
  lockEndpoints,
  saveEndpointHealth,
} from '../../storage/webhook/webhook-endpoints.ts';

/** Seconds of failure after which an alert is raised. */
const alertAfterSeconds = 3600;

const allowances = Array.from(
  { length: breakerThreshold - recovering + 1 },
  (_, index) => recovering + index,
).map((failures) => ({
  failures,
  allowance: inFlightAllowance(failures),
}));

export interface DeliveryRound {
  finished: FinishedDelivery[];
  /** Free delivery slots of this process. */
  room: number;
  /** See `ClaimOptions`. */
  after: string;
}

/**
 * One round of the delivery queue, in one transaction: records finished attempts, and claims due webhooks.
 * @returns `claimed` is `null` when another process was claiming
 */
export const runDeliveryRound =
  ({ database, log }: Pick<ServiceContext, 'database' | 'log'>) =>
  async ({ finished, room, after }: DeliveryRound): Promise<{ claimed: ClaimedWebhook[] | null }> => {
    const { claimed, alerts, lost } = await database.transaction(async (tx) => {
      const recorded = finished.length > 0 ? await recordDeliveries(tx, finished) : [];
      return {
        lost: finished.length - recorded.length,
        alerts: await noteEndpoints(tx, { finished, recorded }),
        claimed: room > 0 ? await claimWebhooks(tx, { room, after, allowances }) : [],
      };
    });
    if (lost > 0) log.warn({ count: lost }, 'deliveries finished after their lease; not recorded');
    for (const alert of alerts) log.error(alert, 'webhook endpoint failing');
    return { claimed };
  };

const nameOf = ({ integrationId, type }: EndpointKey): string => `${integrationId} ${type}`;

interface Outcomes {
  finished: FinishedDelivery[];
  recorded: RecordedDelivery[];
}

/** Updates breakers, pauses and alerts. A healthy endpoint costs no statement. */
async function noteEndpoints(tx: Tx, { finished, recorded }: Outcomes): Promise<WebhookAlert[]> {
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
  if (troubled.size === 0) return [];
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
  const alerts: WebhookAlert[] = [];
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
    alerts.push(...(await alertAbout(tx, { endpoint, own, failures })));
  }
  await saveEndpointHealth(tx, health);
  return alerts;
}

interface EndpointOutcomes {
  endpoint: EndpointKey;
  own: { delivery: FinishedDelivery; row: RecordedDelivery }[];
  failures: number;
}

/** @returns the new alerts */
async function alertAbout(tx: Tx, { endpoint, own, failures }: EndpointOutcomes): Promise<WebhookAlert[]> {
  const { integrationId, type } = endpoint;
  const causes = new Map<WebhookAlertKind, string>();
  for (const { delivery, row } of own) {
    const cause =
      delivery.httpStatus === null ? (delivery.errorClass ?? 'failed') : `answered ${delivery.httpStatus}`;
    if (delivery.httpStatus === 410) causes.set('webhook-endpoint-paused', cause);
    if (row.state === 'failed') causes.set('webhook-failed', `given up after 7 days, ${cause}`);
    if (delivery.outcome === 'failed' && row.age >= alertAfterSeconds)
      causes.set('webhook-endpoint-failing', cause);
  }
  if (failures <= 0) await resolveWebhookAlerts(tx, endpoint, ['webhook-endpoint-failing']);
  const alerts = [...causes].map(([kind, cause]) => ({ integrationId, type, kind, cause }));
  const raised = [];
  for (const alert of alerts) if (await raiseWebhookAlert(tx, alert)) raised.push(alert);
  return raised;
}
