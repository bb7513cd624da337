import type { ServiceContext } from '../../context.ts';
import {
  canonicalJson,
  chainText,
  checkpointBody,
  createAuditSigner,
  linkedText,
} from '../../signing/audit-seal.ts';
import { listCheckpoints, listLinks } from '../../storage/audit-chain/read-chain.ts';
import type { PartOfChain } from './verify-audit.ts';

/** Exported lines of a part of a chain. */
export interface ExportedPart {
  /** JSON lines: the key first if the part begins the chain; then links with their rows, and each checkpoint after its link. */
  lines: string;
  /** The last link of the part. */
  through: number;
  isEnd: boolean;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/**
 * A part of a chain for verification elsewhere: links after a position, up to a limit, and the checkpoints among them. Rows are
 * exported as hashed, so without members that may name a person. The lines are not verified here; that is up to the recipient.
 * @see docs/guides/audit.md
 */
export const exportAuditPart =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async (part: PartOfChain): Promise<ExportedPart> => {
    const { after, limit, chainId } = part;
    const chain = chainText(part);
    const links = await listLinks(database, part, { after, limit });
    const through = links.at(-1)?.position ?? after;
    const signed = await listCheckpoints(database, chainId, { after, through });
    const lines = links.flatMap(({ position, hash, row }) => [
      canonicalJson({ hash: hex(hash), position, row: row && JSON.parse(linkedText(chain, row)) }),
      ...signed
        .filter((checkpoint) => checkpoint.position === position)
        .map(({ signature, ...end }) =>
          canonicalJson({
            checkpoint: checkpointBody({ ...end, chain }),
            signature: Buffer.from(signature).toString('base64'),
          }),
        ),
    ]);
    const { publicKey } = createAuditSigner(vault);
    const head = after === 0 ? [canonicalJson({ chain, publicKey })] : [];
    return {
      lines: [...head, ...lines].map((line) => `${line}\n`).join(''),
      through,
      isEnd: links.length < limit,
    };
  };
