import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { readClock } from '../../storage/engine/database-clock.ts';
import {
  countFailed,
  type FailedIn,
  type FailedOfType,
  recoverFailed,
  retryEndpoints,
} from '../../storage/webhook/recover-webhooks.ts';
import { resolveWebhookAlerts } from '../../storage/webhook/webhook-alerts.ts';

/** Maximum webhooks per call: more would delay deliveries. */
const atOnce = 500;

export interface Recoverable {
  /** Time of the count, ISO 8601: {@link recoverWebhooks} covers what had failed by then. */
  until: string;
  types: FailedOfType[];
}

/** Counts the webhooks that a recovery would resend. */
export const countRecoverable =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async ({ integrationId, since }: Omit<FailedIn, 'until'>): Promise<Recoverable> => {
    const until = new Date((await readClock(database)) * 1_000).toISOString();
    return { until, types: await countFailed(database, { integrationId, since, until }) };
  };

/**
 * Resends part of what failed in a period: same `webhook-id`, same bytes, new signature, oldest first. A webhook that fails
 * again is not resent twice, because its last attempt is after that period.
 * @see spec/contract.md A-87
 */
export const recoverWebhooks =
  ({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>) =>
  async (input: FailedIn & { actor: string }): Promise<{ count: number; more: boolean }> => {
    const { integrationId, since, until, actor } = input;
    const count = await database.transaction(async (tx) => {
      const recovered = await recoverFailed(tx, { ...input, limit: atOnce });
      if (recovered.length === 0) return 0;
      const types = [...new Set(recovered)].toSorted();
      await retryEndpoints(tx, { integrationId, types });
      for (const type of types)
        await resolveWebhookAlerts(tx, { integrationId, type }, [
          'webhook-failed',
          'webhook-endpoint-failing',
        ]);
      const details = { since, until, types, count: recovered.length };
      await insertAudit(tx, { integrationId, actor, action: 'recover-webhooks', sessionId: null, details });
      return recovered.length;
    });
    if (count > 0) wake.notify('webhook');
    return { count, more: count === atOnce };
  };
