import { randomUUID } from 'node:crypto';
import { limits } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { newSecret } from '../../signing/new-secret.ts';
import { followKeyInForce } from '../../signing/vault.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import { insertSharedSecret, listSharedSecrets } from '../../storage/integration/shared-secrets.ts';

export interface AddKey {
  integrationId: string;
  /** For people, such as where the key is used. */
  label: string;
  actor: string;
}

export type AddedKey =
  /** The secret is shown only once. */
  | { outcome: 'added'; keyId: string; secret: string }
  | { outcome: 'unknown-integration' }
  | { outcome: 'too-many-keys' };

/** Adds a shared secret to the existing ones; it becomes the master only by promotion. @see spec/contract.md A-20 */
export const addKey =
  ({ database, vault, keyRing }: Pick<ServiceContext, 'database' | 'vault' | 'keyRing'>) =>
  async ({ integrationId, label, actor }: AddKey): Promise<AddedKey> => {
    await followKeyInForce(database, vault);
    const added = await database.transaction(async (tx): Promise<AddedKey> => {
      if (!(await lockIntegration(tx, integrationId))) return { outcome: 'unknown-integration' };
      const keys = await listSharedSecrets(tx, [integrationId]);
      if (keys.length >= limits.sharedSecretKeys) return { outcome: 'too-many-keys' };
      const keyId = randomUUID();
      const secret = newSecret();
      const sealed = vault.sealSecret({ integrationId, keyId }, secret);
      await insertSharedSecret(tx, { integrationId, id: keyId, label, isMaster: false, ...sealed });
      await insertAudit(tx, { integrationId, actor, action: 'add-key', sessionId: null, details: { keyId } });
      return { outcome: 'added', keyId, secret };
    });
    keyRing.forget();
    return added;
  };
