import type { Queryable } from '../integration/live-caller.ts';
import { exactInstant } from '../portal/cursor.ts';
import { type AuditContent, type AuditSource, auditTables } from './audit-tables.ts';

/** Identifies a chain. */
export type ChainName = {
  source: AuditSource;
  /** Id of the integration or the organisation. */
  chainId: string;
};

/** A link with its row; `row` is `null` when the row was removed. */
export type LinkedRow = {
  position: number;
  auditId: number;
  hash: Uint8Array;
  row: AuditContent | null;
};

/** Links of a chain after a position, in order, each with its row. */
export async function listLinks(
  db: Queryable,
  { source, chainId }: ChainName,
  { after, limit }: { after: number; limit: number },
): Promise<LinkedRow[]> {
  const links = await db.query<Omit<LinkedRow, 'row'>>(
    `select position, audit_id as "auditId", hash from audit_link where chain_id = $1 and position > $2
     order by position limit $3`,
    [chainId, after, limit],
  );
  const { table, owner, columns } = auditTables[source];
  // Not a join: without statistics, planners compare every link with every row.
  const rows = await db.query<AuditContent>(
    `select ${columns} from ${table} a where a.${owner} = $1 and a.id = any($2::bigint[])`,
    [chainId, links.map(({ auditId }) => auditId)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return links.map((link) => ({ ...link, row: byId.get(link.auditId) ?? null }));
}

/** Ids of the rows of a chain's log in a range, ascending, up to a limit. */
export async function listRowIds(
  db: Queryable,
  { source, chainId }: ChainName,
  { above, through, limit }: { above: number; through: number; limit: number },
): Promise<number[]> {
  const { table, owner } = auditTables[source];
  const rows = await db.query<{ id: number }>(
    `select id from ${table} where ${owner} = $1 and id > $2 and id <= $3 order by id limit $4`,
    [chainId, above, through, limit],
  );
  return rows.map(({ id }) => id);
}

/** A stored checkpoint. */
export type Checkpoint = { position: number; hash: Uint8Array; at: string; signature: Uint8Array };

const checkpoint = `position, hash, ${exactInstant('signed_at')} as at, signature`;

/** Checkpoints of a chain after a position, in order: those of one page of links, or those beyond the last link. */
export const listCheckpoints = (
  db: Queryable,
  chainId: string,
  { after, through }: { after: number; through: number },
): Promise<Checkpoint[]> =>
  db.query(
    `select ${checkpoint} from audit_checkpoint where chain_id = $1 and position > $2 and position <= $3 order by position`,
    [chainId, after, through],
  );

/** The last checkpoint of a chain; `null` if it has none. */
export async function findLastCheckpoint(db: Queryable, chainId: string): Promise<Checkpoint | null> {
  const [row] = await db.query<Checkpoint>(
    `select ${checkpoint} from audit_checkpoint where chain_id = $1 order by position desc limit 1`,
    [chainId],
  );
  return row ?? null;
}

/** A chain for lists. */
export type ChainState = ChainName & {
  /** Number of linked rows. */
  position: number;
  /** Number of rows waiting to be linked. */
  waiting: number;
  signedPosition: number;
  /** ISO 8601, UTC; `null` without a checkpoint. */
  signedAt: string | null;
};

/** Chains of these owners, or of all (`null`), in order of creation. */
export function listChains(
  db: Queryable,
  source: AuditSource,
  chainIds: readonly string[] | null,
): Promise<ChainState[]> {
  const { table, owner, chains } = auditTables[source];
  return db.query(
    `select '${source}' as source, o.id as "chainId", coalesce(c.position, 0) as position,
       (select count(*)::int from ${table} a where a.${owner} = o.id and a.id > coalesce(
         (select closed from audit_horizon where source = '${source}'), 0)) as waiting,
       coalesce(c.signed_position, 0) as "signedPosition", ${exactInstant('c.signed_at')} as "signedAt"
     from ${chains} o left join audit_chain c on c.chain_id = o.id
     where $1::uuid[] is null or o.id = any($1::uuid[]) order by o.created_at, o.id`,
    [chainIds],
  );
}
