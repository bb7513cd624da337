/** Mexico's two informational checks: when they run, and what is stored of them. @see spec/registries.md 14 */
import {
  type CurpAnswer,
  type DecidedStatus,
  forcedOutcome,
  hasIneConsent,
  isFinal,
  type RegistryResult,
  type VoterListCheck,
} from '@countersign/core';
import { Problem } from '@countersign/contract';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson, sealJson } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertJob, registryJobKind } from '../../storage/job/jobs.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';
import {
  endRegistryCheck,
  findRegistryCheck,
  openRegistryCheck,
  type RegistryCheckKey,
  registryLabel,
} from '../../storage/registry/registry-checks.ts';
import { findSession } from '../../storage/session/sessions.ts';
import { dataKeyOf, requireFound, type SessionRequest } from '../session/found-session.ts';
import type { Conclusion, DecryptedAttempt } from '../session/record-decision.ts';

/** Names of the queries in the settings. */
export type MexicanQuery = 'ineQuery' | 'curpQuery' | 'combinedQuery';
/** Registries that queries call. */
export type QueriedRegistry = 'mx-voter-list' | 'mx-curp';

/** Stored data of each query. The question contains the numbers by which a card was looked up. */
export interface KeptQuery {
  'mx-voter-list': VoterListCheck;
  'mx-curp': { result: RegistryResult<CurpAnswer> };
}

/** Registries needed by an integration's queries, without duplicates. */
export const queriedRegistries = ({ mexico }: IntegrationSettings): QueriedRegistry[] => [
  ...(mexico.ineQuery || mexico.combinedQuery ? (['mx-voter-list'] as const) : []),
  ...(mexico.curpQuery || mexico.combinedQuery ? (['mx-curp'] as const) : []),
];

/**
 * Queues the queries to Mexico's registries about an attempt that has just been finally decided, by checks or by a person, in the
 * transaction of that decision. There is no query without consent, if a first name forced the decision, or about a session that
 * expired or only validated a Social Security number.
 * @returns whether there is something to query
 * @see spec/contract.md A-75
 */
export async function queueMexicanQueries(
  tx: Tx,
  { key, row, session, settings }: DecryptedAttempt,
  { kind, status }: { kind: Conclusion['kind']; status: DecidedStatus },
): Promise<boolean> {
  const registries = queriedRegistries(settings);
  const isChecked = kind === 'automatic' || kind === 'human';
  if (registries.length === 0 || !isFinal(status) || !isChecked || row.isValidation) return false;
  if (!hasIneConsent(session.consents)) return false;
  const { manualReview } = settings;
  const { firstName } = session.person;
  if (row.mode === 'test' && forcedOutcome(firstName, { manualReview, attempt: row.ordinal })) return false;
  for (const registry of registries) await openRegistryCheck(tx, { ...key, registry });
  await insertJob(tx, { ...key, kind: registryJobKind('query-mx', row.mode) });
  return true;
}

/** Stores a registry's answer, in the transaction that notifies the client. */
export async function recordQuery<Registry extends QueriedRegistry>(
  tx: Tx,
  { key, dataKey }: Pick<DecryptedAttempt, 'key' | 'dataKey'>,
  { registry, kept }: { registry: Registry; kept: KeptQuery[Registry] },
): Promise<void> {
  const check: RegistryCheckKey = { ...key, registry };
  const result = sealJson(dataKey, registryLabel.result(check), kept);
  await endRegistryCheck(tx, { ...check, result, object: null });
}

async function findQuery<Registry extends QueriedRegistry>(
  db: Queryable,
  { dataKey, ...key }: { integrationId: string; attemptId: string; dataKey: DataKey },
  registry: Registry,
): Promise<KeptQuery[Registry] | null> {
  const row = await findRegistryCheck(db, { ...key, registry });
  if (!row?.result) return null;
  return unsealJson<KeptQuery[Registry]>(dataKey, registryLabel.result(row), row.result);
}

/** Results of a session's queries by registry; `null` for one that was not called or has not answered yet. */
export interface QueryResults {
  voterList: VoterListCheck | null;
  curp: RegistryResult<CurpAnswer> | null;
}

/**
 * A query's results as sent to a client.
 * @param bodyOf `null` for results without a body
 * @throws StaleCaller, Problem not-found: no such session, the query is not enabled for the integration, or there is no answer (yet)
 * @see spec/contract.md A-75
 */
export const queryReader =
  <Body>(query: MexicanQuery, bodyOf: (results: QueryResults) => Body | null) =>
  ({ database, vault }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest): Promise<Body> => {
    const { integrationId, settings } = caller;
    const found = requireFound(await findSession(database, caller, sessionId));
    if (!settings.mexico[query] || !isFinal(found.status)) throw new Problem('not-found');
    const kept = {
      integrationId,
      attemptId: found.attemptId,
      dataKey: dataKeyOf(vault, integrationId, found),
    };
    const curp = await findQuery(database, kept, 'mx-curp');
    const voterList = await findQuery(database, kept, 'mx-voter-list');
    const body = bodyOf({ voterList, curp: curp?.result ?? null });
    if (body === null) throw new Problem('not-found');
    return body;
  };
