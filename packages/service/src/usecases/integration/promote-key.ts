import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import { listSharedSecrets, moveMaster } from '../../storage/integration/shared-secrets.ts';

export interface PromoteKey {
  integrationId: string;
  keyId: string;
  actor: string;
}

export type PromotedKey = { outcome: 'promoted' } | { outcome: 'unknown-key' };

/** Makes a key the master, atomically; promoting the master again has no effect. @see spec/contract.md A-20 */
export const promoteKey =
  ({ database, keyRing }: Pick<ServiceContext, 'database' | 'keyRing'>) =>
  async ({ integrationId, keyId, actor }: PromoteKey): Promise<PromotedKey> => {
    const promoted = await database.transaction(async (tx): Promise<PromotedKey> => {
      if (!(await lockIntegration(tx, integrationId))) return { outcome: 'unknown-key' };
      const key = (await listSharedSecrets(tx, [integrationId])).find(({ id }) => id === keyId);
      if (!key) return { outcome: 'unknown-key' };
      if (key.isMaster) return { outcome: 'promoted' };
      await moveMaster(tx, { integrationId, keyId });
      await insertAudit(tx, {
        integrationId,
        actor,
        action: 'promote-key',
        sessionId: null,
        details: { keyId },
      });
      await failpoint('key-promotion-uncommitted');
      return { outcome: 'promoted' };
    });
    await failpoint('key-promotion-committed');
    keyRing.forget();
    return promoted;
  };
