import type { ServiceContext } from '../../context.ts';
import { createAuditSigner } from '../../signing/audit-seal.ts';
import { type ChainState, listChains } from '../../storage/audit-chain/read-chain.ts';

/** Chains, and the key that signs their checkpoints. */
export interface AuditChains {
  chains: ChainState[];
  /** SubjectPublicKeyInfo of an Ed25519 key, base64. */
  publicKey: string;
}

/** The chains of these integrations and organisations, or of all (`null`). */
export const listAuditChains =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async ({
    integrationIds,
    organisationIds,
  }: Record<'integrationIds' | 'organisationIds', readonly string[] | null>): Promise<AuditChains> => ({
    chains: [
      ...(await listChains(database, 'organisation', organisationIds)),
      ...(await listChains(database, 'integration', integrationIds)),
    ],
    publicKey: createAuditSigner(vault).publicKey,
  });
