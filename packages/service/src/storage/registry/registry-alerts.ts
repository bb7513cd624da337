import type { Tx } from '../engine/database.ts';
import { openOperatorEntry } from '../operator/operator-entries.ts';
import type { RegistryCheckKey } from './registry-checks.ts';

const kind = 'registry_unusable';

/** The subject of an alert: a registry, or one of its connectors if it has several. It concerns no particular session. */
export interface AlertedRegistry extends Pick<RegistryCheckKey, 'integrationId' | 'registry'> {
  /** Type of identity card whose connector was called, such as `CE`; `null` if the registry has one connector. */
  idType: string | null;
}

const nameOf = ({ registry, idType }: AlertedRegistry) =>
  idType === null ? registry : `${registry} ${idType}`;

/**
 * Alerts the operator to a misconfigured registry; one open entry per integration, connector and cause.
 * @param cause of a `technical` result
 * @returns whether the entry is new
 */
export const raiseRegistryAlert = (tx: Tx, alerted: AlertedRegistry, cause: string): Promise<boolean> =>
  openOperatorEntry(tx, {
    integrationId: alerted.integrationId,
    kind,
    cause: `${nameOf(alerted)}: ${cause}`,
  });

/** Resolves the alerts of a registry that has answered. Alerts of connectors that were not called stay open. */
export async function resolveRegistryAlerts(tx: Tx, alerted: AlertedRegistry): Promise<void> {
  await tx.query(
    `update operator_entry set resolved_at = now()
     where integration_id = $1 and kind = $2 and resolved_at is null and starts_with(cause, $3::text || ':')`,
    [alerted.integrationId, kind, nameOf(alerted)],
  );
}
