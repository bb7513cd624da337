import type { ServiceContext } from '../../context.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  listOldSecrets,
  listOldSessionKeys,
  replaceSecret,
  replaceSessionKeys,
  type OldSessionKey,
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
 * needed. Broken off, it is simply run again: what is done is passed over in one reading of the table. Sessions that other processes,
 * started before the new version, create meanwhile are found by further passes, until one finds none. Erased sessions have no key and
 * stay so. Data itself is not touched.
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
    const sessions = await rewrapSessions({ database, vault }, onKeys);
    // Last: a start looks at them, and so finds out that a rewrap was broken off.
    const secrets = await repeat(async (tx) => {
      const old = await listOldSecrets(tx, vault.version, batch);
      for (const row of old)
        await replaceSecret(tx, { ...row, ...vault.sealSecret(row, vault.openSecret(row)) });
      return old.length;
    });
    return { version: vault.version, sessions, secrets };
  };

/** @returns how many keys were wrapped anew */
async function rewrapSessions(
  { database, vault }: Pick<ServiceContext, 'database' | 'vault'>,
  onKeys: (done: number) => void,
): Promise<number> {
  let total = 0;
  for (;;) {
    const before = total;
    let last: OldSessionKey | null = null;
    do {
      const after: OldSessionKey | null = last;
      const old = await database.transaction(async (tx) => {
        const found = await listOldSessionKeys(tx, { current: vault.version, after, limit: batch });
        await replaceSessionKeys(
          tx,
          found.map((row) => ({ ...row, ...vault.rewrapDataKey(row) })),
        );
        return found;
      });
      total += old.length;
      last = old.at(-1) ?? null;
      onKeys(total);
    } while (last !== null);
    if (total === before) return total;
  }
}
