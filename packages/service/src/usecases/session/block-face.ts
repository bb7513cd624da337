import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import type { ServiceContext } from '../../context.ts';
import { sealWith } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import {
  type BlocklistEntry,
  deleteBlockedFace,
  insertBlockedFace,
  listBlocklist as listEntries,
} from '../../storage/session/blocked-faces.ts';
import { findLinkedFaces } from '../../storage/session/session-links.ts';
import { decryptLinkedFaces } from './session-traces.ts';

/** The key that seals an integration's blocked faces, which outlive the sessions they come from. */
export const blockedFaceKey = (vault: Pick<Vault, 'derive'>, integrationId: string): KeyObject =>
  createSecretKey(vault.derive(`blocked-faces:${integrationId}`));

export const blockedFaceContext = (id: string): string => `blocked-face:${id}`;

export type Blocked = { outcome: 'blocked'; id: string } | { outcome: 'no-face' };

/**
 * Adds the face of a session's selfie to the integration's blocklist: later sessions with it are declined (127). `no-face` if
 * no face is stored for the session: its integration has neither crosslinks nor blocklist, or no face was fit for comparison.
 */
export const blockFace =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async (input: {
    integrationId: string;
    sessionId: string;
    reason: string;
    actor: string;
  }): Promise<Blocked> => {
    const { integrationId, sessionId } = input;
    return database.transaction(async (tx): Promise<Blocked> => {
      const row = await findLinkedFaces(tx, { integrationId, sessionId });
      if (row === null) return { outcome: 'no-face' };
      const dataKey = vault.openDataKey({
        integrationId,
        sessionId,
        wrapped: row.dataKey,
        kekVersion: row.kekVersion,
      });
      const { selfie } = decryptLinkedFaces(dataKey, sessionId, row.faces);
      if (selfie === null) return { outcome: 'no-face' };
      const id = randomUUID();
      const key = blockedFaceKey(vault, integrationId);
      const face = sealWith(key, blockedFaceContext(id), Buffer.from(selfie, 'utf8'));
      await insertBlockedFace(tx, { ...input, id, model: row.model, face });
      return { outcome: 'blocked', id };
    });
  };

/** The blocklist of an integration, oldest first. */
export const listBlocklist =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId }: { integrationId: string }): Promise<BlocklistEntry[]> =>
    listEntries(database, integrationId);

/** Permanently removes a face from the blocklist. */
export const unblockFace =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (input: {
    integrationId: string;
    id: string;
    actor: string;
  }): Promise<{ outcome: 'unblocked' | 'unknown-entry' }> => {
    const deleted = await database.transaction((tx) => deleteBlockedFace(tx, input));
    return { outcome: deleted ? 'unblocked' : 'unknown-entry' };
  };
