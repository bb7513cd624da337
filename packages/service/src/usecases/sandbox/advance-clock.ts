import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import { countSessionsUpTo, findJump, moveTimesBack } from '../../storage/sandbox-clock.ts';

/** Maximum sessions of an integration whose clock can jump: more would delay other work too long. */
export const mostSessions = 5_000;

export interface AdvanceClock {
  integrationId: string;
  /** Whole number within `limits.clockJumpSeconds`. */
  seconds: number;
  /** As in `audit`. */
  actor: string;
  /** Digest of the key that makes the request repeatable; `null` without one. */
  repeats: string | null;
}

export type ClockAdvanced =
  /** `rows`: how many were updated. */
  | { outcome: 'advanced'; seconds: number; rows: number }
  | { outcome: 'unknown-integration' | 'live-integration' | 'too-many-sessions' | 'repeats-another' };

/**
 * Advances the time of one test integration, by shifting its stored times into the past. Work that becomes due is done by the usual workers.
 * @see spec/contract.md A-247
 */
export const advanceClock =
  ({ database, wake }: Pick<ServiceContext, 'database' | 'wake'>) =>
  async ({ integrationId, seconds, actor, repeats }: AdvanceClock): Promise<ClockAdvanced> => {
    const advanced = await database.transaction<ClockAdvanced>(async (tx) => {
      const integration = await lockIntegration(tx, integrationId);
      if (!integration) return { outcome: 'unknown-integration' };
      if (integration.mode !== 'test') return { outcome: 'live-integration' };
      const before = repeats === null ? null : await findJump(tx, { integrationId, repeats });
      if (before !== null)
        return before === seconds
          ? { outcome: 'advanced', seconds, rows: 0 }
          : { outcome: 'repeats-another' };
      const most = mostSessions + 1;
      if ((await countSessionsUpTo(tx, { integrationId, most })) === most)
        return { outcome: 'too-many-sessions' };
      const rows = await moveTimesBack(tx, { integrationId, seconds });
      // After the shift, so that it alone has the real time.
      const details = { seconds, ...(repeats === null ? {} : { repeats }) };
      await insertAudit(tx, { integrationId, actor, action: 'advance-clock', sessionId: null, details });
      return { outcome: 'advanced', seconds, rows };
    });
    if (advanced.outcome === 'advanced')
      for (const topic of ['job', 'webhook', 'flow'] as const) wake.notify(topic);
    return advanced;
  };
