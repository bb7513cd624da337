import {
  failuresAfter,
  inFlightAllowance,
  isBreakerOpen,
  breakerThreshold,
  probeSeconds,
  recovering,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sqlState } from '../../runtime/sql-state.ts';
import {
  type ClaimedWebhook,
  claimWebhooks,
  endUnrecorded,
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

type Context = Pick<ServiceContext, 'database' | 'log'>;

/**
 * One round of the delivery queue, in one transaction: records finished attempts, and claims due webhooks. If one of the attempts has a
 * result that the database rejects, each is recorded by itself.
 * @returns `claimed` is `null` when another process was claiming
 * @see spec/contract.md A-431
 */
export const runDeliveryRound =
  (ctx: Context) =>
  async (round: DeliveryRound): Promise<{ claimed: ClaimedWebhook[] | null }> => {
    try {
      return await runRound(ctx, round);
    } catch (error) {
      if (round.finished.length === 0 || !isOfRow(error)) throw error;
      for (const delivery of round.finished) await recordAlone(ctx, round, delivery);
      return runRound(ctx, { ...round, finished: [] });
    }
  };

async function runRound(
  { database, log }: Context,
  { finished, room, after }: DeliveryRound,
): Promise<{ claimed: ClaimedWebhook[] | null }> {
  const { claimed, alerts, lost } = await database.transaction(async (tx) => {
    const recorded = finished.length > 0 ? await recordDeliveries(tx, finished) : [];
    return {
      lost: finished.length - recorded.length,
      alerts: [
        ...(await noteEndpoints(tx, { finished, recorded })),
        ...(await noteUnlogged(tx, { finished, recorded })),
      ],
      claimed: room > 0 ? await claimWebhooks(tx, { room, after, allowances }) : [],
    };
  });
  if (lost > 0) log.warn({ count: lost }, 'deliveries finished after their lease; not recorded');
  for (const alert of alerts) log.error(alert, alertWords[alert.kind]);
  return { claimed };
}

const failing = 'webhook endpoint failing';
const alertWords: Readonly<Record<WebhookAlertKind, string>> = {
  'webhook-endpoint-failing': failing,
  'webhook-endpoint-paused': failing,
  'webhook-failed': failing,
  'webhook-not-recorded': 'result of a webhook not recorded',
};

/** A value that the database rejects, or a rule of its tables that is broken: the same row fails again, however often it is tried. */
const isOfRow = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

/** Records one attempt. If the database rejects it, the webhook ends without it: it would be sent again and again. */
async function recordAlone(ctx: Context, round: DeliveryRound, delivery: FinishedDelivery): Promise<void> {
  try {
    await runRound(ctx, { ...round, finished: [delivery], room: 0 });
  } catch (error) {
    if (!isOfRow(error)) throw error;
    const alert = await ctx.database.transaction(async (tx) => {
      const type = await endUnrecorded(tx, delivery);
      return type === null ? null : notRecorded(tx, { ...delivery, type }, 'rejected by the database');
    });
    if (alert) ctx.log.error({ ...alert, error, webhookId: delivery.id }, alertWords[alert.kind]);
  }
}

/** Raises an alert about attempts whose number the log already had: only a row that was changed by hand or restored has one. */
async function noteUnlogged(tx: Tx, { finished, recorded }: Outcomes): Promise<WebhookAlert[]> {
  const raised: WebhookAlert[] = [];
  for (const row of recorded.filter(({ logged }) => !logged)) {
    const attempt = finished.find(({ id }) => id === row.id)?.attempt ?? 0;
    const alert = await notRecorded(tx, { ...row, attempt }, 'already in the log');
    if (alert) raised.push(alert);
  }
  return raised;
}

/** @returns the alert if it is new */
async function notRecorded(
  tx: Tx,
  { integrationId, type, id, attempt }: EndpointKey & { id: string; attempt: number },
  why: string,
): Promise<WebhookAlert | null> {
  const cause = `attempt ${attempt} of webhook ${id}: ${why}`;
  const alert = { integrationId, type, kind: 'webhook-not-recorded', cause } as const;
  return (await raiseWebhookAlert(tx, alert)) ? alert : null;
}

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
