import { Problem } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { findReachedLimit } from '../../storage/session/session-limits.ts';

/**
 * The error for a session that the integration's organisation may not create now. If the limit was raised or its period
 * has ended since, the same request succeeds a second later.
 * @see spec/contract.md A-412
 */
export async function sessionLimitReached(
  { database, metrics }: Pick<ServiceContext, 'database' | 'metrics'>,
  { integrationId }: { integrationId: string },
): Promise<Problem> {
  const meaning = 'session-limit-reached';
  const reached = await findReachedLimit(database, integrationId);
  if (reached === null) return new Problem('too-many-requests', { meaning, retryAfter: 1 });
  const { mode, period, limit, seconds } = reached;
  metrics.sessionsRefused.inc({ mode, period });
  return new Problem('too-many-requests', {
    meaning,
    retryAfter: seconds,
    detail: `The ${mode} integrations of the organisation must create at most ${limit} sessions a ${period} (UTC): the request must be repeated after the seconds that Retry-After names; the operator can raise the limit.`,
  });
}
