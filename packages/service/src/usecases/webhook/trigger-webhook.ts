import { setTimeout as sleep } from 'node:timers/promises';
import { emitJson } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import { isOnlyListened } from '../../storage/webhook/webhook-listener.ts';
import { insertWebhook } from '../../storage/webhook/webhooks.ts';
import { fixtureEvents } from './fixture-events.ts';
import { listWebhooks } from './list-webhooks.ts';

/** How long to wait for the first response: an attempt takes at most 10 s. */
const patienceMs = 15_000;
const pollMs = 50;

export interface TriggerWebhook {
  integrationId: string;
  /** Name of a fixture event. */
  event: string;
  actor: string;
}

export type WebhookTriggered =
  | {
      /** `waiting`: no response yet; the URL is paused or no process delivers. `listening`: a listener receives it. */
      outcome: 'delivered' | 'failed' | 'waiting' | 'listening';
      webhookId: string;
      type: string;
      httpStatus: number | null;
      errorClass: string | null;
      ms: number | null;
    }
  | { outcome: 'unknown-integration' | 'live-integration' | 'unknown-event' | 'no-url' };

type Triggering = Pick<ServiceContext, 'database' | 'vault' | 'wake'>;

/**
 * Records a fixture event of a test integration like any other webhook, and waits for the first attempt to deliver it.
 * @see spec/contract.md
 */
export const triggerWebhook =
  (ctx: Triggering) =>
  async ({ integrationId, event, actor }: TriggerWebhook): Promise<WebhookTriggered> => {
    const fixture = Object.hasOwn(fixtureEvents, event) ? fixtureEvents[event] : undefined;
    if (!fixture) return { outcome: 'unknown-event' };
    const { type } = fixture;
    const recorded = await ctx.database.transaction(async (tx) => {
      const integration = await lockIntegration(tx, integrationId);
      if (!integration) return { outcome: 'unknown-integration' as const };
      if (integration.mode !== 'test') return { outcome: 'live-integration' as const };
      const body = Buffer.from(emitJson(fixture.body));
      // In clear: the people are invented, and there is no session with a key to seal it.
      const webhookId = await insertWebhook(tx, {
        integrationId,
        sessionId: null,
        attemptId: null,
        type,
        body,
        dataKey: null,
      });
      if (webhookId === null) return { outcome: 'no-url' as const };
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'trigger-webhook',
        sessionId: null,
        details: { event, webhookId },
      });
      return { outcome: 'recorded' as const, webhookId };
    });
    if (recorded.outcome !== 'recorded') return recorded;
    ctx.wake.notify('webhook');
    const { webhookId } = recorded;
    if (await isOnlyListened(ctx.database, { integrationId, type }))
      return { outcome: 'listening', webhookId, type, httpStatus: null, errorClass: null, ms: null };
    return { webhookId, type, ...(await firstAttempt(ctx, { integrationId, webhookId })) };
  };

async function firstAttempt(ctx: Triggering, filter: { integrationId: string; webhookId: string }) {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const [delivery] = (await listWebhooks(ctx)({ filter, limit: 1 })).webhooks[0]?.deliveries ?? [];
    if (delivery) {
      const { httpStatus, errorClass, ms } = delivery;
      const outcome = errorClass === null ? ('delivered' as const) : ('failed' as const);
      return { outcome, httpStatus, errorClass, ms };
    }
    await sleep(pollMs);
  }
  return { outcome: 'waiting' as const, httpStatus: null, errorClass: null, ms: null };
}
