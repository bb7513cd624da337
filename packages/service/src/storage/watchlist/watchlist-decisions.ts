import type { HitMatchStatus } from '@countersign/contract';
import type { Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

/** Hashes by which sessions of the same customer are found; `null` for those the session does not have. */
export interface CustomerHashes {
  endUserHash: Uint8Array | null;
  vendorHash: Uint8Array | null;
}

export interface NewDecision extends CustomerHashes {
  integrationId: string;
  sessionId: string;
  hitId: string;
  entityHash: Uint8Array;
  matchStatus: HitMatchStatus;
  /** Sealed `KeptDecision`. */
  sealed: Uint8Array;
}

/** Stores the last decision about a hit, replacing the previous one. */
export async function putDecision(tx: Tx, decision: NewDecision): Promise<void> {
  await tx.query(
    `insert into watchlist_decision (integration_id, session_id, hit_id, entity_hash, end_user_hash, vendor_hash, match_status, sealed)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (integration_id, session_id, hit_id) do update set entity_hash = excluded.entity_hash,
       match_status = excluded.match_status, sealed = excluded.sealed, decided_at = now()`,
    [
      decision.integrationId,
      decision.sessionId,
      decision.hitId,
      decision.entityHash,
      decision.endUserHash,
      decision.vendorHash,
      decision.matchStatus,
      decision.sealed,
    ],
  );
}

export interface DecisionRow extends Row {
  sessionId: string;
  hitId: string;
  matchStatus: HitMatchStatus;
  /** `2026-11-20T10:20:04.118Z` */
  decidedAt: string;
  /** Sealed `KeptDecision`. */
  sealed: Uint8Array;
  /** The session's wrapped data key. */
  dataKey: Uint8Array;
  kekVersion: number;
}

/**
 * The newest decision about each of these entities in any session of the customer. Sessions belong to one customer if they name the
 * same end-user; if one of them names none, if they have the same vendor data.
 */
export function listNewestDecisions(
  db: Queryable,
  {
    integrationId,
    endUserHash,
    vendorHash,
    entityHashes,
  }: CustomerHashes & { integrationId: string; entityHashes: readonly Uint8Array[] },
): Promise<DecisionRow[]> {
  return db.query<DecisionRow>(
    `select distinct on (d.entity_hash) d.session_id as "sessionId", d.hit_id as "hitId", d.match_status as "matchStatus",
       ${instant('d.decided_at')} as "decidedAt",
       d.sealed, s.data_key as "dataKey", s.kek_version as "kekVersion"
     from watchlist_decision d join session s on s.integration_id = d.integration_id and s.id = d.session_id
     where d.integration_id = $1 and d.entity_hash = any($2::bytea[]) and s.deleted_at is null and s.data_key is not null
       and (d.end_user_hash = $3::bytea
         or (d.vendor_hash = $4::bytea and (d.end_user_hash is null or $3::bytea is null)))
     order by d.entity_hash, d.decided_at desc, d.session_id, d.hit_id`,
    [integrationId, entityHashes, endUserHash, vendorHash],
  );
}
