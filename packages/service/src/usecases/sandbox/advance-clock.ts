import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import { countSessionsUpTo, findJump, moveTimesBack } from '../../storage/sandbox-clock.ts';

/** Sessions of an integration whose clock jumps: more take longer than other work may be held up. */
export const mostSessions = 5_000;

export interface AdvanceClock {
  integrationId: string;
  /** Whole number within `limits.clockJumpSeconds`. */
  seconds: number;
  /** As in `audit`. */
  actor: string;
  /** Digest of the key under which the request may be repeated; `null` without one. */
  repeats: string | null;
}

export type ClockAdvanced =
  /** `rows`: how many were moved. */
  | { outcome: 'advanced'; seconds: number; rows: number }
  | { outcome: 'unknown-integration' | 'live-integration' | 'too-many-sessions' | 'repeats-another' };

/**
 * Lets time go by for one test integration, by moving what is stored of it back. What comes due is done by whoever does it otherwise.
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
      // After the move: it alone bears the time of day.
      const details = { seconds, ...(repeats === null ? {} : { repeats }) };
      await insertAudit(tx, { integrationId, actor, action: 'advance-clock', sessionId: null, details });
      return { outcome: 'advanced', seconds, rows };
    });
    if (advanced.outcome === 'advanced')
      for (const topic of ['job', 'webhook', 'flow'] as const) wake.notify(topic);
    return advanced;
  };
