import type { PortalAuditFault } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import {
  type AuditSigner,
  chainText,
  createAuditSigner,
  firstHash,
  linkedText,
  linkHash,
} from '../../signing/audit-seal.ts';
import { findHorizon } from '../../storage/audit-chain/audit-horizon.ts';
import {
  type ChainName,
  type Checkpoint,
  findLastCheckpoint,
  type LinkedRow,
  listCheckpoints,
  listLinks,
  listRowIds,
} from '../../storage/audit-chain/read-chain.ts';

/** The first fault. */
export interface BrokenLink {
  fault: PortalAuditFault;
  /** Position in the chain, from 1; `null` for a row without one. */
  position: number | null;
  /** Id of the row in its log; `null` if not known. */
  auditId: number | null;
}

/** Result of verifying a part of a chain. */
export interface VerifiedPart {
  /** The last correct link, and its hash; `null` if there is a fault, and for a chain without links. */
  through: number;
  hash: Uint8Array | null;
  /** The chain ends here, or is broken. */
  isEnd: boolean;
  broken: BrokenLink | null;
}

/** Part of a chain: links after a position verified before, 0 for all; up to a limit. */
export interface PartOfChain extends ChainName {
  after: number;
  limit: number;
}

type VerifyContext = Pick<ServiceContext, 'database' | 'vault'>;

/**
 * Verifies a part of a chain: every link against its row, that every settled row has a link, and every checkpoint. Rows waiting to be
 * linked are ignored. Consecutive parts verify the whole.
 */
export const verifyAuditPart =
  (ctx: VerifyContext) =>
  async (part: PartOfChain): Promise<VerifiedPart> => {
    const { database, vault } = ctx;
    const { after, limit } = part;
    // Read first: links are only ever added, so every row settled now has its link in what is read below.
    const horizon = await findHorizon(database, part.source);
    const signedEnd = (await findLastCheckpoint(database, part.chainId))?.position ?? 0;
    const [before] = after === 0 ? [] : await listLinks(database, part, { after: after - 1, limit: 1 });
    if (after > 0 && before?.position !== after)
      return brokenAt(after - 1, { fault: 'link-removed', position: after, auditId: null });
    const links = await listLinks(database, part, { after, limit });
    const isLast = links.length < limit;
    const start = { auditId: before?.auditId ?? 0, hash: before?.hash ?? firstHash, position: after };
    const last = links.at(-1) ?? start;
    const through = isLast ? Math.max(horizon, last.auditId) : last.auditId;
    const broken = await firstBrokenEntry(database, part, { start, links, through });
    if (broken !== null) return brokenAt(broken.position === null ? after : broken.position - 1, broken);
    const signed = await listCheckpoints(database, part.chainId, { after, through: last.position });
    const wrong = firstWrongCheckpoint(createAuditSigner(vault), chainText(part), {
      checkpoints: signed,
      links,
    });
    if (wrong !== null) return brokenAt((wrong.position ?? 1) - 1, wrong);
    if (isLast && signedEnd > last.position)
      return brokenAt(last.position, { fault: 'end-removed', position: last.position + 1, auditId: null });
    const hash = last.position === 0 ? null : last.hash;
    return { through: last.position, hash, isEnd: isLast, broken: null };
  };

const brokenAt = (through: number, broken: BrokenLink): VerifiedPart => ({
  through,
  hash: null,
  isEnd: true,
  broken,
});

interface Start {
  position: number;
  auditId: number;
  hash: Uint8Array;
}

/** The first faulty link, and the id of the entry from which on nothing is verified. */
interface FirstFault {
  broken: BrokenLink;
  fromId: number;
}

/** The first incorrect link after a correct one; `null`: all are correct. */
function firstBrokenLink(chain: string, start: Start, links: readonly LinkedRow[]): FirstFault | null {
  let before = start;
  for (const link of links) {
    const fault = faultOf(chain, before, link);
    if (fault === 'link-removed')
      return {
        broken: { fault, position: before.position + 1, auditId: null },
        fromId: before.auditId,
      };
    if (fault !== null)
      return { broken: { fault, position: link.position, auditId: link.auditId }, fromId: link.auditId };
    before = link;
  }
  return null;
}

function faultOf(
  chain: string,
  before: Start,
  { position, auditId, hash, row }: LinkedRow,
): PortalAuditFault | null {
  if (position !== before.position + 1) return 'link-removed';
  if (auditId <= before.auditId) return 'rows-reordered';
  if (row === null) return 'row-removed';
  return equalInConstantTime(linkHash(before.hash, linkedText(chain, row)), hash) ? null : 'row-changed';
}

interface PartEntries {
  start: Start;
  links: readonly LinkedRow[];
  /** Id up to which every row must have a link. */
  through: number;
}

/** The first entry that is incorrect, or that no link names; `null`: there is none. */
async function firstBrokenEntry(
  database: ServiceContext['database'],
  chain: ChainName,
  { start, links, through }: PartEntries,
): Promise<BrokenLink | null> {
  // If there is one row more than there are links, one of them has none.
  const range = { above: start.auditId, through, limit: links.length + 1 };
  const ids = await listRowIds(database, chain, range);
  const linked = new Set(links.map(({ auditId }) => auditId));
  const without = ids.find((id) => !linked.has(id)) ?? null;
  return earlier(firstBrokenLink(chainText(chain), start, links), without);
}

/** Whichever comes first in the log. */
function earlier(first: FirstFault | null, inserted: number | null): BrokenLink | null {
  if (inserted === null || (first !== null && first.fromId < inserted)) return first?.broken ?? null;
  return { fault: 'row-inserted', position: null, auditId: inserted };
}

function firstWrongCheckpoint(
  signer: AuditSigner,
  chain: string,
  { checkpoints, links }: { checkpoints: readonly Checkpoint[]; links: readonly LinkedRow[] },
): BrokenLink | null {
  const byPosition = new Map(links.map((link) => [link.position, link]));
  for (const { signature, ...end } of checkpoints) {
    const link = byPosition.get(end.position);
    const place = { position: end.position, auditId: link?.auditId ?? null };
    if (!signer.verify({ ...end, chain }, signature)) return { fault: 'checkpoint-forged', ...place };
    if (link && !equalInConstantTime(link.hash, end.hash)) return { fault: 'links-rewritten', ...place };
  }
  return null;
}

/** Result of verifying a whole chain. */
export interface VerifiedChain extends ChainName, Omit<VerifiedPart, 'isEnd'> {}

/** An earlier end of the chain, kept elsewhere. */
export type KeptEnd = Pick<LinkedRow, 'position' | 'hash'>;

/** Links per part. */
const partSize = 5_000;

/** Verifies a chain from its first link to its last, or to the first fault, and that it still contains the end kept elsewhere. */
export const verifyAuditChain =
  (ctx: VerifyContext) =>
  async (chain: ChainName, kept: KeptEnd | null = null): Promise<VerifiedChain> => {
    const verify = verifyAuditPart(ctx);
    for (let after = 0; ;) {
      const { isEnd, ...part } = await verify({ ...chain, after, limit: partSize });
      if (isEnd) {
        const broken = part.broken ?? (kept === null ? null : await keptFault(ctx, chain, kept));
        return { ...chain, ...part, broken };
      }
      after = part.through;
    }
  };

async function keptFault(
  { database }: VerifyContext,
  chain: ChainName,
  { position, hash }: KeptEnd,
): Promise<BrokenLink | null> {
  const [link] = await listLinks(database, chain, { after: position - 1, limit: 1 });
  if (link?.position !== position) return { fault: 'end-removed', position, auditId: null };
  const isSame = equalInConstantTime(link.hash, hash);
  return isSame ? null : { fault: 'links-rewritten', position, auditId: link.auditId };
}
