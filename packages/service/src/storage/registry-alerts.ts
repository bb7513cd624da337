import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';
import type { RegistryCheckKey } from './registry-checks.ts';

const kind = 'registry_unusable';

/**
 * Shows the operator that a registry cannot be asked as it is set up; one open entry per integration, registry and cause.
 * @param cause of a `technical` result
 * @returns whether it is new
 */
export async function raiseRegistryAlert(
  tx: Tx,
  { integrationId, sessionId, attemptId, registry }: RegistryCheckKey,
  cause: string,
): Promise<boolean> {
  const text = `${registry}: ${cause}`;
  const opened = await tx.query(
    `insert into operator_entry (integration_id, id, kind, session_id, attempt_id, cause)
     select $1::uuid, $2::uuid, $3::text, $4::uuid, $5::uuid, $6::text
     where not exists (select 1 from operator_entry o where o.integration_id = $1::uuid and o.kind = $3::text
       and o.resolved_at is null and o.cause = $6::text)
     returning id`,
    [integrationId, randomUUID(), kind, sessionId, attemptId, text],
  );
  return opened.length > 0;
}

/** The registry has answered: what was wrong with it is over. */
export async function resolveRegistryAlerts(
  tx: Tx,
  { integrationId, registry }: Pick<RegistryCheckKey, 'integrationId' | 'registry'>,
): Promise<void> {
  await tx.query(
    `update operator_entry set resolved_at = now()
     where integration_id = $1 and kind = $2 and resolved_at is null and starts_with(cause, $3::text || ':')`,
    [integrationId, kind, registry],
  );
}
