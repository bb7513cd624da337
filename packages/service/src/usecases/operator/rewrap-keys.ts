import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../../context.ts';
import { followKeyInForce, type Vault } from '../../signing/vault.ts';
import {
  type KeyHolder,
  listKeyHolders,
  putKeyInForce,
  secondsInForce,
} from '../../storage/integration/key-holders.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  listOldSecrets,
  listOldSessionKeys,
  replaceSecret,
  replaceSessionKeys,
  type OldSessionKey,
} from '../../storage/integration/wrapped-keys.ts';

/** Rows per transaction: each holds its locks for a few milliseconds. */
const batch = 200;
/**
 * Seconds from the moment a version is put in force until nothing is written under the one before: 1.5 s that a look of a process
 * vouches for (contract A-116), and the 10 s that a request may take.
 */
const settledAfter = 12;
/** Times, a second apart, that a process which lacks the version is waited for: it reads its file again every 5 s, or has ended. */
const looks = 25;

export interface RewrappedKeys {
  outcome: 'rewrapped';
  /** The version everything is under now. */
  version: number;
  sessions: number;
  secrets: number;
}

/** Nothing was changed: these processes would answer 503 to what is under the new version. */
export interface KeysNotHeld {
  outcome: 'not-held';
  version: number;
  /** Processes that serve now and lack the version, or hold another key as that version. */
  lacking: { roles: string; host: string; pid: number; holds: 'nothing' | 'another-key' }[];
}

interface RewrapParts extends Pick<ServiceContext, 'database' | 'vault'> {
  /** Waits so many milliseconds. Default: the clock of this process. */
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * Puts the newest key-encryption key in force once every process that serves holds it, and wraps every session key and shared secret
 * under it. Until it has finished both versions are needed. Broken off, it is simply run again: what is done is passed over in one
 * reading of the table. It ends after the last moment at which any process may have written under the version before; sessions that were
 * created until then are found by further passes, until one finds none. Erased sessions have no key and stay so. Data itself is not
 * touched.
 */
export const rewrapKeys =
  ({ database, vault, wait = sleep }: RewrapParts) =>
  async (onKeys: (done: number) => void = () => undefined): Promise<RewrappedKeys | KeysNotHeld> => {
    vault.reread();
    const lacking = await putInForce({ database, vault, wait });
    if (lacking.length > 0) return { outcome: 'not-held', version: vault.newest, lacking };
    const repeat = async (work: (tx: Tx) => Promise<number>) => {
      let total = 0;
      for (;;) {
        const count = await database.transaction(work);
        total += count;
        onKeys(total);
        if (count < batch) return total;
      }
    };
    const early = await rewrapSessions({ database, vault }, onKeys);
    const since = await secondsInForce(database);
    const settling = since !== null && since < settledAfter;
    if (settling) await wait((settledAfter - Math.max(0, since)) * 1_000);
    const late = settling ? await rewrapSessions({ database, vault }, (done) => onKeys(early + done)) : 0;
    // Last: a start looks at them, and so finds out that a rewrap was broken off.
    const secrets = await repeat(async (tx) => {
      const old = await listOldSecrets(tx, vault.version, batch);
      for (const row of old)
        await replaceSecret(tx, { ...row, ...vault.sealSecret(row, vault.openSecret(row)) });
      return old.length;
    });
    return { outcome: 'rewrapped', version: vault.version, sessions: early + late, secrets };
  };

/** @returns the processes for whose sake the version before stays in force; none where the newest is in force now */
async function putInForce({ database, vault, wait }: Required<RewrapParts>): Promise<KeysNotHeld['lacking']> {
  await followKeyInForce(database, vault);
  if (vault.newest <= vault.version) return [];
  for (let look = 1; ; look += 1) {
    const lacking = whoLacks(vault, await listKeyHolders(database));
    if (lacking.length === 0) break;
    if (look === looks) return lacking;
    await wait(1_000);
  }
  await putKeyInForce(database, { before: vault.version, root: vault.sealRoot(vault.newest) });
  vault.use(vault.newest);
  return [];
}

function whoLacks(vault: Vault, holders: readonly KeyHolder[]): KeysNotHeld['lacking'] {
  const { [vault.newest]: mark } = vault.marks();
  return holders
    .filter(({ marks }) => marks[vault.newest] !== mark)
    .map(({ roles, host, pid, marks }) => ({
      roles,
      host,
      pid,
      holds: marks[vault.newest] === undefined ? 'nothing' : 'another-key',
    }));
}

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
