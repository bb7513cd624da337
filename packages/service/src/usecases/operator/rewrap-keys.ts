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
 * Seconds after a version is put in force until nothing is written under the previous one: 1.5 s for which a process's check
 * is valid (contract A-116), plus the 10 s that a request may take.
 */
const settledAfter = 12;
/** Number of checks, a second apart, for a process that lacks the version: it reads its file again every 5 s, or has ended. */
const looks = 25;

export interface RewrappedKeys {
  outcome: 'rewrapped';
  /** The version now used for everything. */
  version: number;
  sessions: number;
  secrets: number;
}

/** Nothing was changed: these processes would answer 503 for data under the new version. */
export interface KeysNotHeld {
  outcome: 'not-held';
  version: number;
  /** Serving processes that lack the version, or have a different key as that version. */
  lacking: { roles: string; host: string; pid: number; holds: 'nothing' | 'another-key' }[];
}

interface RewrapParts extends Pick<ServiceContext, 'database' | 'vault'> {
  /** Waits the given number of milliseconds. Default: the clock of this process. */
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * Puts the newest key-encryption key in force once every serving process has it, and wraps every session key and shared secret
 * under it. Both versions are needed until it has finished. If interrupted, it can simply be run again: finished rows are skipped in one
 * pass over the table. It continues until no process can still write under the previous version; sessions
 * created until then are found by further passes, until one finds none. Erased sessions have no key and stay erased. Data itself is not
 * changed.
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
    // Last: a start checks these, and so detects an interrupted rewrap.
    const secrets = await repeat(async (tx) => {
      const old = await listOldSecrets(tx, vault.version, batch);
      for (const row of old)
        await replaceSecret(tx, { ...row, ...vault.sealSecret(row, vault.openSecret(row)) });
      return old.length;
    });
    return { outcome: 'rewrapped', version: vault.version, sessions: early + late, secrets };
  };

/** @returns the processes because of which the previous version stays in force; empty if the newest is now in force */
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

/** @returns how many keys were rewrapped */
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
