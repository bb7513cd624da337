import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import { deleteSharedSecret, listSharedSecrets } from '../../storage/integration/shared-secrets.ts';

export interface DeleteKey {
  integrationId: string;
  keyId: string;
  actor: string;
}

export type DeletedKey = { outcome: 'deleted' } | { outcome: 'unknown-key' } | { outcome: 'is-master' };

/**
 * Deletes a key, which stops verifying with this commit. The master, and so the only key, cannot be deleted until another one is promoted.
 * @see spec/contract.md A-20
 */
export const deleteKey =
  ({ database, keyRing }: Pick<ServiceContext, 'database' | 'keyRing'>) =>
  async ({ integrationId, keyId, actor }: DeleteKey): Promise<DeletedKey> => {
    const deleted = await database.transaction(async (tx): Promise<DeletedKey> => {
      if (!(await lockIntegration(tx, integrationId))) return { outcome: 'unknown-key' };
      const key = (await listSharedSecrets(tx, [integrationId])).find(({ id }) => id === keyId);
      if (!key) return { outcome: 'unknown-key' };
      if (key.isMaster) return { outcome: 'is-master' };
      await deleteSharedSecret(tx, { integrationId, keyId });
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'delete-key',
        sessionId: null,
        details: { keyId },
      });
      return { outcome: 'deleted' };
    });
    keyRing.forget();
    return deleted;
  };
