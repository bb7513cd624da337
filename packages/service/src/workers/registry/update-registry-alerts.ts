import type { RegistryResult, TechnicalCause } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { raiseRegistryAlert, resolveRegistryAlerts } from '../../storage/registry/registry-alerts.ts';
import type { RegistryName } from '../../storage/registry/registry-checks.ts';
import type { DecryptedAttempt } from '../../usecases/session/record-decision.ts';

/** Causes that only the operator can fix. @see spec/registries.md 9 */
const oursByCause: ReadonlySet<TechnicalCause> = new Set(['auth', 'config', 'bad_signature', 'unsupported']);
/** The route's address has nothing, or something else, whichever person is queried. */
const isElsewhere = (status: number): boolean =>
  (status >= 300 && status < 400) || status === 404 || status === 405 || status === 410;

const isOurs = ({ cause, httpStatus }: Extract<RegistryResult<unknown>, { kind: 'technical' }>): boolean =>
  oursByCause.has(cause) || (cause === 'unexpected_status' && isElsewhere(httpStatus ?? 0));

/** A registry and its result. */
interface CheckedRegistry {
  registry: RegistryName;
  result: RegistryResult<unknown>;
  /** Type of identity card, if the registry has a connector for each. */
  idType?: string | null;
}

/**
 * Raises an alert if a registry cannot be called because of its configuration, and resolves it when the registry answers again, in the
 * transaction that stores its result. No alerts for test integrations.
 * @see spec/registries.md 9
 */
export async function updateRegistryAlerts(
  { metrics, log }: Pick<ServiceContext, 'metrics' | 'log'>,
  { tx, opened: { key, row } }: { tx: Tx; opened: Pick<DecryptedAttempt, 'key' | 'row'> },
  { registry, result, idType = null }: CheckedRegistry,
): Promise<void> {
  if (row.mode === 'test') return;
  const { integrationId } = key;
  const alerted = { integrationId, registry, idType };
  if (result.kind === 'technical' && isOurs(result)) {
    const { cause } = result;
    metrics.registryAlerts.inc({ registry, cause });
    if (await raiseRegistryAlert(tx, alerted, cause))
      log.error({ ...alerted, cause }, 'registry misconfigured');
  } else if (result.kind === 'answered' || result.kind === 'not_found')
    await resolveRegistryAlerts(tx, alerted);
}
