import type { ServiceContext } from '../../context.ts';
import { chainText, createAuditSigner, firstHash, linkedText, linkHash } from '../../signing/audit-seal.ts';
import {
  findHorizon,
  lockHorizon,
  moveHorizon,
  settledAuditId,
} from '../../storage/audit-chain/audit-horizon.ts';
import type { AuditSource } from '../../storage/audit-chain/audit-tables.ts';
import {
  type ChainEnd,
  insertCheckpoint,
  insertLinks,
  isSigningDue,
  listChainEnds,
  listUnlinked,
  listUnsigned,
  type NewLink,
  type UnlinkedRow,
} from '../../storage/audit-chain/write-chain.ts';
import type { Tx } from '../../storage/engine/database.ts';

/** Ids per transaction, and so maximum rows: the embedded database does nothing else in the meantime. */
const batch = 500;
/** Maximum checkpoints per transaction. */
const signatures = 200;

type SealContext = Pick<ServiceContext, 'database' | 'vault'>;

/**
 * Links every settled row of both logs into its chain, and signs the ends of chains whose last checkpoint is a minute old. May run in
 * several processes at once; stops between batches when the signal is aborted.
 * @returns number of linked rows
 * @throws Unavailable when a transaction stays open for long
 */
export const sealAudit =
  (ctx: SealContext) =>
  async (signal?: AbortSignal): Promise<number> => {
    let linked = 0;
    for (const source of ['integration', 'organisation'] as const)
      linked += await sealLog(ctx, source, signal);
    return linked;
  };

async function sealLog(ctx: SealContext, source: AuditSource, signal?: AbortSignal): Promise<number> {
  const { database } = ctx;
  let closed = await findHorizon(database, source);
  const settled = await settledAuditId(database, source, closed);
  if (closed === settled && !(await isSigningDue(database, source))) return 0;
  let linked = 0;
  do {
    const done = await database.transaction((tx) => sealBatch(ctx, tx, { source, settled }));
    closed = done.closed;
    linked += done.linked;
  } while (closed < settled && !signal?.aborted);
  return linked;
}

async function sealBatch(
  { vault }: SealContext,
  tx: Tx,
  { source, settled }: { source: AuditSource; settled: number },
): Promise<{ closed: number; linked: number }> {
  const after = await lockHorizon(tx, source);
  const closed = Math.max(after, Math.min(after + batch, settled));
  const rows = closed === after ? [] : await listUnlinked(tx, source, { after, through: closed });
  if (rows.length > 0) {
    const ends = await listChainEnds(tx, [...new Set(rows.map(({ chainId }) => chainId))]);
    await insertLinks(tx, source, linksOf(source, rows, ends));
  }
  if (closed > after) await moveHorizon(tx, source, closed);
  await signEnds(vault, tx, source);
  return { closed, linked: rows.length };
}

/** Links of rows, each following the previous one in its chain, and the new ends of the chains. */
function linksOf(source: AuditSource, rows: readonly UnlinkedRow[], before: readonly ChainEnd[]) {
  const ends = new Map(before.map((end) => [end.chainId, end]));
  const links = rows.map(({ chainId, ...row }): NewLink => {
    const end = ends.get(chainId) ?? { chainId, position: 0, hash: firstHash };
    const hash = linkHash(end.hash, linkedText(chainText({ source, chainId }), row));
    const next = { chainId, position: end.position + 1, hash };
    ends.set(chainId, next);
    return { ...next, auditId: row.id };
  });
  return { links, ends: [...ends.values()] };
}

/** Every checkpoint is also logged: the log is stored elsewhere, where those who can change the database may have no access. */
async function signEnds(vault: SealContext['vault'], tx: Tx, source: AuditSource): Promise<void> {
  const ends = await listUnsigned(tx, source, signatures);
  if (ends.length === 0) return;
  const signer = createAuditSigner(vault);
  for (const end of ends) {
    const chain = chainText({ source, chainId: end.chainId });
    await insertCheckpoint(tx, { ...end, signature: signer.sign({ ...end, chain }) });
    tx.report({ chain, position: end.position, hash: Buffer.from(end.hash).toString('hex') }, signedWords);
  }
}

/** The log message of a checkpoint. */
const signedWords = 'audit checkpoint signed';
