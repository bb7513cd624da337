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

/** Which registry decides with an integration's checks; `null` for none. */
export const decidingRegistryOf = (
  registry: IntegrationSettings['registry'],
): Exclude<DecisionRegistry['registry'], 'us'> | null => {
  if (registry === null) return null;
  return ({ BR_CPF: 'br', MX_INE: 'mx', CO: 'co' } as const)[registry];
};

/** The registry's answer about an attempt, as its decision showed it; `null` when none was called. */
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

/** What is kept of a check for the operator, scores included; it is shown to no one else. Holds no name, no number and no date. */
export interface KeptRegistryResult {
  /** Row of the decision table that applied, `B12`; it can reveal that a person has died. `null`: not kept with this check. */
  row: string | null;
  /** `null` when the check was settled without a call. An answer of Colombia's registry is not kept: it holds names. */
  result: RegistryResult<unknown> | null;
  /** What Colombia's answer came to; `null` elsewhere, and without an answer. */
  findings: CoFindings | null;
  /** What was odd about the values that were sent; no verdict rests on it. */
  advice: AdvisoryNote<string>[];
}

/** Stores how a registry's check ended, in the transaction that decides by it. */
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

/** What was kept of a check; `null` while it waits, and where it did not run. */
export function decryptRegistryResult(dataKey: DataKey, check: RegistryCheckRow): KeptRegistryResult | null {
  if (check.result === null) return null;
  const kept = unsealJson<Partial<KeptRegistryResult>>(dataKey, registryLabel.result(check), check.result);
  return { row: null, result: null, findings: null, advice: [], ...kept };
}
