import type { WebhookTypeName } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { signWebhook } from '../../signing/sign-webhook.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { readClock } from '../../storage/engine/database-clock.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import {
  insertListenerEndpoints,
  listDueSince,
  removeListenerEndpoints,
  settleListened,
} from '../../storage/webhook/webhook-listener.ts';
import { showWebhookBody } from './show-webhook-body.ts';

/** Maximum rows searched, and bodies returned at once. */
const mostRows = 2_000;
const mostBodies = 20;

export type ListenerOpened =
  /** `since`: webhooks due from now on. */
  { outcome: 'listening'; since: string } | { outcome: 'unknown-integration' | 'live-integration' };

type Changing = Pick<ServiceContext, 'database'>;

/** Starts recording every type of webhook of a test integration, including those without a URL. Existing URLs are unchanged. */
export const openListener =
  ({ database }: Changing) =>
  async ({ integrationId, actor }: { integrationId: string; actor: string }): Promise<ListenerOpened> => {
    const since = new Date((await readClock(database)) * 1000).toISOString();
    return database.transaction(async (tx) => {
      const integration = await lockIntegration(tx, integrationId);
      if (!integration) return { outcome: 'unknown-integration' };
      if (integration.mode !== 'test') return { outcome: 'live-integration' };
      await insertListenerEndpoints(tx, integrationId);
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'open-webhook-listener',
        sessionId: null,
        details: {},
      });
      return { outcome: 'listening', since };
    });
  };

/** Stops recording types without a URL. */
export const closeListener =
  ({ database }: Changing) =>
  ({ integrationId, actor }: { integrationId: string; actor: string }): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await lockIntegration(tx, integrationId))) return;
      await removeListenerEndpoints(tx, integrationId);
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'close-webhook-listener',
        sessionId: null,
        details: {},
      });
    });

export interface DueWebhook {
  /** The same for the same event, but different for a replay of it. */
  key: string;
  id: string;
  type: WebhookTypeName;
  dueAt: string;
  headers: Record<string, string>;
  /** The frozen bytes, which are UTF-8. */
  body: string;
}

export interface DueWebhooksQuery {
  integrationId: string;
  /** ISO time. */
  since: string;
  /** Keys of events already received. */
  known: ReadonlySet<string>;
}

/** Webhooks that became due since a time, signed now as the service signs an attempt. Contains personal data. @see spec/contract.md A-86 */
export const collectDueWebhooks =
  (ctx: Pick<ServiceContext, 'database' | 'vault' | 'keyRing'>) =>
  async ({ integrationId, since, known }: DueWebhooksQuery): Promise<DueWebhook[]> => {
    const due = await listDueSince(ctx.database, { integrationId, since, limit: mostRows });
    const fresh = due
      .map((row) => ({ ...row, key: `${row.id}@${row.firstDueAt}` }))
      .filter(({ key }) => !known.has(key))
      .slice(0, mostBodies);
    if (fresh.length === 0) return [];
    ctx.keyRing.forget();
    const keys = await ctx.keyRing.ofIntegration(integrationId);
    const collected = await Promise.all(
      fresh.map(async ({ key, id, type, attempts, firstDueAt, readAt }): Promise<DueWebhook[]> => {
        const shown = await showWebhookBody(ctx)({ integrationId, webhookId: id });
        if (shown.outcome !== 'shown') return [];
        const headers = signWebhook({
          integrationId,
          apiKey: keys?.apiKey ?? '',
          webhookId: id,
          attempt: attempts + 1,
          timestamp: Math.floor(Date.parse(readAt) / 1000),
          body: Buffer.from(shown.body),
          secrets: keys?.secrets ?? [],
        });
        return headers ? [{ key, id, type, dueAt: firstDueAt, headers, body: shown.body }] : [];
      }),
    );
    return collected.flat();
  };

/** Records the responses of a listener's program, for types that have no URL. */
export const settleForwarded =
  ({ database }: Changing) =>
  (settled: { integrationId: string; webhookId: string; delivered: boolean }): Promise<void> =>
    database.transaction((tx) => settleListened(tx, settled));
