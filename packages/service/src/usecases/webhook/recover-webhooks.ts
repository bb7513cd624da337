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

/** Webhooks of one call: more would keep the delivery waiting. */
const atOnce = 500;

export interface Recoverable {
  /** The moment of counting, ISO 8601: {@link recoverWebhooks} takes what had failed by then. */
  until: string;
  types: FailedOfType[];
}

/** Counts what a recovery would send again. */
export const countRecoverable =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async ({ integrationId, since }: Omit<FailedIn, 'until'>): Promise<Recoverable> => {
    const until = new Date((await readClock(database)) * 1_000).toISOString();
    return { until, types: await countFailed(database, { integrationId, since, until }) };
  };

/**
 * Sends a part of what failed in a time again: same `webhook-id`, same bytes, newly signed, the oldest first. What was taken once and
 * fails again is not taken a second time, because its last try is after that time.
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
