import type { ServiceContext } from '../../context.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  listOldSecrets,
  listOldSessionKeys,
  replaceSecret,
  replaceSessionKey,
} from '../../storage/wrapped-keys.ts';

/** Rows per transaction: each holds its locks for a few milliseconds. */
const batch = 200;

export interface RewrappedKeys {
  /** The version everything is under now. */
  version: number;
  sessions: number;
  secrets: number;
}

/**
 * Wraps every session key and shared secret under the newest key-encryption key. Until it has finished both versions are
 * needed; broken off, it is simply run again. Erased sessions have no key and stay so. Data itself is not touched.
 */
export const rewrapKeys =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async (onKeys: (done: number) => void = () => undefined): Promise<RewrappedKeys> => {
    const repeat = async (work: (tx: Tx) => Promise<number>) => {
      let total = 0;
      for (;;) {
        const count = await database.transaction(work);
        total += count;
        onKeys(total);
        if (count < batch) return total;
      }
    };
    const sessions = await repeat(async (tx) => {
      const old = await listOldSessionKeys(tx, vault.version, batch);
      for (const row of old) await replaceSessionKey(tx, { ...row, ...vault.rewrapDataKey(row) });
      return old.length;
    });
    // Last: a start looks at them, and so finds out that a rewrap was broken off.
    const secrets = await repeat(async (tx) => {
      const old = await listOldSecrets(tx, vault.version, batch);
      for (const row of old)
        await replaceSecret(tx, { ...row, ...vault.sealSecret(row, vault.openSecret(row)) });
      return old.length;
    });
    return { version: vault.version, sessions, secrets };
  };
