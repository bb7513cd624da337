import type { DecisionRegistry } from '@countersign/core';
import { openJson } from '../signing/seal.ts';
import type { Tx } from '../storage/database.ts';
import { findRegistryCheck, registryLabel } from '../storage/registry-checks.ts';
import type { IntegrationSettings } from './integration-settings.ts';
import type { OpenedAttempt } from './record-decision.ts';

/** Which registry decides with an integration's checks; `null` for none. */
export const decidingRegistryOf = (
  registry: IntegrationSettings['registry'],
): Exclude<DecisionRegistry['registry'], 'us'> | null => {
  if (registry === null) return null;
  return ({ BR_CPF: 'br', MX_INE: 'mx', CO: 'co' } as const)[registry];
};

/** What the registry said about an attempt, as its decision showed it; `null` when none was asked. */
export async function decidingRegistry(
  tx: Tx,
  { key, dataKey, settings }: OpenedAttempt,
): Promise<DecisionRegistry | null> {
  const registry = decidingRegistryOf(settings.registry);
  const row = registry && (await findRegistryCheck(tx, { ...key, registry }));
  if (!row?.object) return null;
  const object = openJson<unknown>(dataKey, registryLabel.object(row), row.object);
  return { registry, object } as DecisionRegistry;
}
