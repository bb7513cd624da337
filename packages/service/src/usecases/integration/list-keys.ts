import type { ServiceContext } from '../../context.ts';
import { listSharedSecrets } from '../../storage/integration/shared-secrets.ts';

export interface ListedKey {
  keyId: string;
  label: string;
  isMaster: boolean;
  createdAt: string;
  /** `null` when never used; up to 30 s behind. */
  lastUsedAt: string | null;
  /** Whole days since it was created. */
  ageDays: number;
}

/** An integration's shared secrets without the secrets, the master first; `[]` for an unknown integration. */
export const listKeys =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async ({ integrationId }: { integrationId: string }): Promise<ListedKey[]> => {
    const rows = await listSharedSecrets(database, [integrationId]);
    return rows.map(({ id, label, isMaster, createdAt, lastUsedAt, ageDays }) => ({
      keyId: id,
      label,
      isMaster,
      createdAt,
      lastUsedAt,
      ageDays,
    }));
  };
