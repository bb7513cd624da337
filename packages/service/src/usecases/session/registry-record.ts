import type { AdvisoryNote, CoFindings, DecisionRegistry, RegistryResult } from '@countersign/core';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import { type DataKey, unsealJson, sealJson } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  endRegistryCheck,
  findRegistryCheck,
  type RegistryCheckRow,
  registryLabel,
} from '../../storage/registry/registry-checks.ts';
import type { DecryptedAttempt } from './record-decision.ts';

/** The registry that takes part in an integration's decision; `null` for none. */
export const decidingRegistryOf = (
  registry: IntegrationSettings['registry'],
): Exclude<DecisionRegistry['registry'], 'us'> | null => {
  if (registry === null) return null;
  return ({ BR_CPF: 'br', MX_INE: 'mx', CO: 'co' } as const)[registry];
};

/** The registry's answer about an attempt, as published in its decision; `null` when none was called. */
export async function decidingRegistry(
  tx: Tx,
  { key, dataKey, settings }: DecryptedAttempt,
): Promise<DecisionRegistry | null> {
  const registry = decidingRegistryOf(settings.registry);
  const row = registry && (await findRegistryCheck(tx, { ...key, registry }));
  if (!row?.object) return null;
  const object = unsealJson<unknown>(dataKey, registryLabel.object(row), row.object);
  return { registry, object } as DecisionRegistry;
}

/** Stored details of a check for the operator, scores included; shown to no one else. Contains no name, number or date. */
export interface KeptRegistryResult {
  /** Row of the decision table that applied, `B12`; it can reveal that a person has died. `null`: not stored for this check. */
  row: string | null;
  /** `null` when the check was settled without a call. An answer of Colombia's registry is not stored, because it contains names. */
  result: RegistryResult<unknown> | null;
  /** Findings from Colombia's answer; `null` elsewhere, and without an answer. */
  findings: CoFindings | null;
  /** Notes on unusual values that were sent; they never affect a verdict. */
  advice: AdvisoryNote<string>[];
}

/** Stores the result of a registry's check, in the transaction that decides by it. */
export async function recordRegistryResult(
  tx: Tx,
  { key, dataKey }: Pick<DecryptedAttempt, 'key' | 'dataKey'>,
  { outcome, kept }: { outcome: DecisionRegistry; kept: KeptRegistryResult },
): Promise<void> {
  const check = { ...key, registry: outcome.registry };
  await endRegistryCheck(tx, {
    ...check,
    result: sealJson(dataKey, registryLabel.result(check), kept),
    object: sealJson(dataKey, registryLabel.object(check), outcome.object),
  });
}

/** The stored result of a check; `null` while it is pending, and if it did not run. */
export function decryptRegistryResult(dataKey: DataKey, check: RegistryCheckRow): KeptRegistryResult | null {
  if (check.result === null) return null;
  const kept = unsealJson<Partial<KeptRegistryResult>>(dataKey, registryLabel.result(check), check.result);
  return { row: null, result: null, findings: null, advice: [], ...kept };
}
