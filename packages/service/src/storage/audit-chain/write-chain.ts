import type { Tx } from '../engine/database.ts';
import { indexedPlan } from '../engine/indexed-plan.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { exactInstant } from '../portal/cursor.ts';
import { type AuditContent, type AuditSource, auditTables } from './audit-tables.ts';

/** A row without a link. */
export type UnlinkedRow = AuditContent & { chainId: string };

/** Rows of a log with ids above `after`, up to and including `through`, in the order of ids; at most `through - after`. */
export async function listUnlinked(
  tx: Tx,
  source: AuditSource,
  { after, through }: { after: number; through: number },
): Promise<UnlinkedRow[]> {
  const { table, owner, chains, columns } = auditTables[source];
  await tx.query(`select ${indexedPlan}`);
  // The limit is never reached; it makes the planner read each chain from its own index, however many chains there are.
  return tx.query(
    `select c.id as "chainId", a.* from ${chains} c cross join lateral (
       select ${columns} from ${table} a where a.${owner} = c.id and a.id > $1::bigint and a.id <= $2::bigint
       order by a.id limit $2::bigint - $1::bigint) a
     order by a.id`,
    [after, through],
  );
}

/** The end of a chain. */
export type ChainEnd = { chainId: string; position: number; hash: Uint8Array };

/** Ends of these chains; those without a link are missing. */
export const listChainEnds = (tx: Tx, chainIds: readonly string[]): Promise<ChainEnd[]> =>
  tx.query(`select chain_id as "chainId", position, hash from audit_chain where chain_id = any($1::uuid[])`, [
    chainIds,
  ]);

/** A link to write. */
export interface NewLink extends ChainEnd {
  auditId: number;
}

/** Writes links, and the ends of their chains. */
export async function insertLinks(
  tx: Tx,
  source: AuditSource,
  { links, ends }: { links: readonly NewLink[]; ends: readonly ChainEnd[] },
): Promise<void> {
  await tx.query(
    `insert into audit_chain (chain_id, source, position, hash)
     select *, $4::bytea from unnest($1::uuid[], $2::text[], $3::bigint[]) on conflict (chain_id) do nothing`,
    [ends.map(({ chainId }) => chainId), ends.map(() => source), ends.map(() => 0), new Uint8Array(32)],
  );
  await tx.query(
    `insert into audit_link (chain_id, position, audit_id, hash)
     select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bytea[])`,
    [
      links.map(({ chainId }) => chainId),
      links.map(({ position }) => position),
      links.map(({ auditId }) => auditId),
      links.map(({ hash }) => hash),
    ],
  );
  await tx.query(
    `update audit_chain c set position = e.position, hash = e.hash
     from unnest($1::uuid[], $2::bigint[], $3::bytea[]) e (chain_id, position, hash) where c.chain_id = e.chain_id`,
    [ends.map(({ chainId }) => chainId), ends.map(({ position }) => position), ends.map(({ hash }) => hash)],
  );
}

const isDue = `position > signed_position and source = $1
  and (signed_at is null or signed_at <= now() - interval '1 minute')`;

/** Whether any chain of a log has grown since a last checkpoint that is at least a minute old. */
export async function isSigningDue(db: Queryable, source: AuditSource): Promise<boolean> {
  const [row] = await db.query(`select from audit_chain where ${isDue} limit 1`, [source]);
  return row !== undefined;
}

/** Ends of such chains, with the time; locked until the transaction ends. */
export const listUnsigned = (
  tx: Tx,
  source: AuditSource,
  limit: number,
): Promise<(ChainEnd & { at: string })[]> =>
  tx.query(
    `select chain_id as "chainId", position, hash, ${exactInstant('now()')} as at from audit_chain
     where ${isDue} order by signed_at nulls first limit $2 for update`,
    [source, limit],
  );

/** A signed end of a chain. */
export interface NewCheckpoint extends ChainEnd {
  /** ISO 8601, UTC, microseconds. */
  at: string;
  signature: Uint8Array;
}

/** Writes a checkpoint and records it as the last one of its chain. */
export async function insertCheckpoint(tx: Tx, checkpoint: NewCheckpoint): Promise<void> {
  const { chainId, position, hash, at, signature } = checkpoint;
  await tx.query(
    `with signed as (
       insert into audit_checkpoint (chain_id, position, hash, signed_at, signature)
       values ($1, $2::bigint, $3, $4::timestamptz, $5))
     update audit_chain set signed_position = $2::bigint, signed_at = $4::timestamptz where chain_id = $1`,
    [chainId, position, hash, at, signature],
  );
}
