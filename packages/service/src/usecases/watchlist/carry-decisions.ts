import { createHmac } from 'node:crypto';
import {
  carriedDecision,
  carriedHit,
  type JudgedHit,
  type JudgedPerson,
  type PastDecision,
  type ScreeningResult,
  type StoredHit,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson, sealJson } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertReview } from '../../storage/watchlist/watchlist.ts';
import {
  type CustomerHashes,
  type DecisionRow,
  listNewestDecisions,
  putDecision,
} from '../../storage/watchlist/watchlist-decisions.ts';
import type { DecryptedAttempt } from '../session/record-decision.ts';
import { entityHash, sealSeen } from './stored-screening.ts';

/** The sealed part of a decision about a customer and an entity. */
interface KeptDecision {
  entityId: string;
  judged: JudgedHit | null;
  /** Absent: decided by an earlier release. */
  person?: JudgedPerson;
}

/** How a session identifies its customer. */
interface Customer {
  endUserId: string | null;
  vendorData: string | null;
}

const label = (hitId: string) => `decision-about-hit:${hitId}`;

function customerHashes(
  vault: Pick<Vault, 'derive'>,
  integrationId: string,
  { endUserId, vendorData }: Customer,
): CustomerHashes {
  const secret = vault.derive(`watchlist-customer:${integrationId}`);
  const hash = (kind: string, name: string | null) =>
    name ? createHmac('sha256', secret).update(`${kind}\n${name}`).digest() : null;
  return {
    endUserHash: hash('end-user', endUserId?.toLowerCase() ?? null),
    vendorHash: hash('vendor-data', vendorData),
  };
}

const isAnonymous = ({ endUserHash, vendorHash }: CustomerHashes) =>
  endUserHash === null && vendorHash === null;

/**
 * Stores a reviewer's last decision about a hit, whatever it is and whether or not the integration carries decisions, because a later
 * session must not start from a decision that was withdrawn. Nothing is stored for a session without an id of the customer.
 */
export async function keepDecision(
  vault: Pick<Vault, 'derive'>,
  tx: Tx,
  {
    key,
    dataKey,
    result,
    hit,
  }: {
    key: Omit<AttemptKey, 'attemptId'>;
    dataKey: DataKey;
    result: Customer & Pick<ScreeningResult, 'searchTerm'>;
    hit: StoredHit;
  },
): Promise<void> {
  const { integrationId, sessionId } = key;
  const hashes = customerHashes(vault, integrationId, result);
  if (isAnonymous(hashes)) return;
  const { id: hitId, matchStatus, found, judged } = hit;
  const { name, year } = result.searchTerm;
  const kept: KeptDecision = { entityId: found.entityId, judged, person: { name, year } };
  await putDecision(tx, {
    integrationId,
    sessionId,
    hitId,
    ...hashes,
    entityHash: entityHash(vault, found.entityId),
    matchStatus,
    sealed: sealJson(dataKey, label(hitId), kept),
  });
}

/** New hits with the decisions they start from, if the integration carries decisions over from earlier sessions of the customer. */
export async function carryDecisions(
  vault: ServiceContext['vault'],
  tx: Tx,
  { opened, person, hits }: { opened: DecryptedAttempt; person: JudgedPerson; hits: readonly StoredHit[] },
): Promise<readonly StoredHit[]> {
  const { key, session, settings } = opened;
  const { integrationId } = key;
  const hashes = customerHashes(vault, integrationId, session);
  if (!settings.watchlist.carryFalsePositives || hits.length === 0 || isAnonymous(hashes)) return hits;
  const ids = new Set(hits.flatMap(({ found }) => [found.entityId, ...found.formerIds]));
  const entityHashes = [...ids].map((id) => entityHash(vault, id));
  const rows = await listNewestDecisions(tx, { integrationId, ...hashes, entityHashes });
  const past = rows.map((row) => decryptDecision(vault, integrationId, row));
  return hits.map((hit) => {
    const decision = carriedDecision(past, { hit: hit.found, person });
    return decision === null ? hit : carriedHit(hit.id, hit.found, decision);
  });
}

function decryptDecision(
  vault: ServiceContext['vault'],
  integrationId: string,
  row: DecisionRow,
): PastDecision {
  const { sessionId, hitId, matchStatus, decidedAt, sealed, dataKey: wrapped, kekVersion } = row;
  const dataKey = vault.openDataKey({ integrationId, sessionId, wrapped, kekVersion });
  const { person = null, ...kept } = unsealJson<KeptDecision>(dataKey, label(hitId), sealed);
  return { sessionId, matchStatus, decidedAt, person, ...kept };
}

/** Writes history and audit rows of carried decisions; each names the session it comes from. The hits are stored already. */
export async function recordCarried(
  tx: Tx,
  { key, dataKey }: Pick<DecryptedAttempt, 'key' | 'dataKey'>,
  hits: readonly StoredHit[],
): Promise<void> {
  const from = { matchStatus: 'potential_match', riskLevel: null } as const;
  for (const hit of hits) {
    if (hit.carriedFrom === null) continue;
    const { sessionId, decidedAt } = hit.carriedFrom;
    const actor = `session:${sessionId}`;
    await insertReview(tx, { ...key, hitId: hit.id, actor, from, to: hit, seen: sealSeen(dataKey, hit) });
    await insertAudit(tx, {
      ...key,
      actor: 'worker',
      action: 'carry-false-positive',
      details: { hitId: hit.id, fromSession: sessionId, decidedAt },
    });
  }
}
