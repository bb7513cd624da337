import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { ConfigError } from '../runtime/config-error.ts';
import { KeyVersionMissing } from '../encryption/key-version-missing.ts';
import type { Database } from '../storage/engine/database.ts';
import { findSessionVersionBeside, listSecretVersionsBeside } from '../storage/wrapped-keys.ts';
import type { KeyEncryptionKeys } from '../encryption/key-encryption-keys.ts';
import { type DataKey, unsealWith, SealBroken, sealWith } from '../encryption/seal.ts';

export interface SessionOwner {
  integrationId: string;
  sessionId: string;
}

export interface KeyOwner {
  integrationId: string;
  keyId: string;
}

/** A key or secret wrapped by the key-encryption key of that version. */
export interface Wrapped {
  wrapped: Uint8Array;
  kekVersion: number;
}

/** Holds the key-encryption keys; everything secret at rest passes through here. */
export interface Vault {
  /** Version of the key-encryption key under which new things are wrapped. */
  readonly version: number;
  /** A fresh data key and its wrapped form for the session's row. */
  newDataKey(owner: SessionOwner): { dataKey: DataKey } & Wrapped;
  /** @throws SealBroken when the row is not this session's or the key-encryption key is another one */
  openDataKey(sealed: SessionOwner & Wrapped): DataKey;
  /** The same data key wrapped under the newest key-encryption key. @throws SealBroken */
  rewrapDataKey(sealed: SessionOwner & Wrapped): Wrapped;
  /** Seals a shared secret for its row; bound to integration, key and version, so that rows cannot be swapped. */
  sealSecret(owner: KeyOwner, secret: string): { sealed: Uint8Array; kekVersion: number };
  /** @throws SealBroken */
  openSecret(row: KeyOwner & { sealed: Uint8Array; kekVersion: number }): string;
  /** 32 bytes of this installation for one purpose, the same at every start and after every key rotation. */
  derive(label: string): Buffer;
}

/** The vault over its keys; `root` is the installation's own 32 random bytes. */
export function createVault(keys: KeyEncryptionKeys, root: Uint8Array): Vault {
  const { current } = keys;
  const derived = new Map<string, Buffer>();
  const wrap = (owner: SessionOwner, bytes: Uint8Array): Wrapped => ({
    wrapped: sealWith(keyOf(keys, current), sessionContext(owner, current), bytes),
    kekVersion: current,
  });
  const unwrap = ({ wrapped, kekVersion, ...owner }: SessionOwner & Wrapped) =>
    unsealWith(keyOf(keys, kekVersion), sessionContext(owner, kekVersion), wrapped);
  return {
    version: current,
    newDataKey(owner) {
      const bytes = randomBytes(32);
      return { dataKey: { key: createSecretKey(bytes) }, ...wrap(owner, bytes) };
    },
    openDataKey: (sealed) => ({ key: createSecretKey(unwrap(sealed)) }),
    rewrapDataKey: (sealed) => wrap(sealed, unwrap(sealed)),
    sealSecret: (owner, secret) => ({
      sealed: sealWith(keyOf(keys, current), secretContext(owner, current), Buffer.from(secret, 'utf8')),
      kekVersion: current,
    }),
    openSecret: ({ sealed, kekVersion, ...owner }) =>
      unsealWith(keyOf(keys, kekVersion), secretContext(owner, kekVersion), sealed).toString('utf8'),
    derive(label) {
      const known = derived.get(label) ?? Buffer.from(hkdfSync('sha256', root, 'countersign', label, 32));
      derived.set(label, known);
      return known;
    },
  };
}

/**
 * The vault of this installation. The first start stores a random root key sealed under the key-encryption key; every later
 * start must be able to open it, which proves the key is the right one, and needs every version that shared secrets are under.
 * @throws ConfigError when the key-encryption key is not the one this database was made with, or lacks a version
 */
export async function loadVault(database: Database, keys: KeyEncryptionKeys): Promise<Vault> {
  // Looked at first: a database that cannot be written can still be read.
  const stored = (await findRoot(database)) ?? (await makeRoot(database, keys));
  const root = await openRoot(database, keys, stored);
  const [version] = stored.split(':');
  if (Number(version) !== keys.current) {
    await database.query(`update installation set value = $1 where name = 'root-key' and value = $2`, [
      sealRoot(keys, root),
      stored,
    ]);
  }
  return createVault(keys, root);
}

/**
 * Whether these keys are the ones of the database; changes nothing.
 * @throws ConfigError as `loadVault`
 */
export async function requireFittingKeys(database: Database, keys: KeyEncryptionKeys): Promise<void> {
  const stored = await findRoot(database);
  if (stored === null) return;
  await openRoot(database, keys, stored);
  const missing = await findSessionVersionBeside(database, [...keys.versions.keys()]);
  if (missing !== null) throw new ConfigError(new KeyVersionMissing([missing]).message);
}

async function findRoot(database: Database): Promise<string | null> {
  const [row] = await database.query<{ value: string }>(
    `select value from installation where name = 'root-key'`,
  );
  return row?.value ?? null;
}

/** Two starters at once end with one root key. */
async function makeRoot(database: Database, keys: KeyEncryptionKeys): Promise<string> {
  await database.query(
    `insert into installation (name, value) values ('root-key', $1) on conflict (name) do nothing`,
    [sealRoot(keys, randomBytes(32))],
  );
  return (await findRoot(database)) ?? '';
}

async function openRoot(database: Database, keys: KeyEncryptionKeys, stored: string): Promise<Uint8Array> {
  const [version = '', sealed = ''] = stored.split(':');
  const root = decryptRoot(keys, Number(version), Buffer.from(sealed, 'base64'));
  const missing = await listSecretVersionsBeside(database, [...keys.versions.keys()]);
  if (missing.length > 0) throw new ConfigError(new KeyVersionMissing(missing).message);
  return root;
}

function sealRoot(keys: KeyEncryptionKeys, root: Uint8Array): string {
  const sealed = sealWith(keyOf(keys, keys.current), rootContext(keys.current), root);
  return `${keys.current}:${Buffer.from(sealed).toString('base64')}`;
}

function decryptRoot(keys: KeyEncryptionKeys, version: number, sealed: Buffer): Buffer {
  try {
    return unsealWith(keyOf(keys, version), rootContext(version), sealed);
  } catch (error) {
    if (error instanceof KeyVersionMissing) throw new ConfigError(error.message);
    if (!(error instanceof SealBroken)) throw error;
    throw new ConfigError(
      'key-encryption key: must be the key-encryption key that this database was made with; COUNTERSIGN_KEK_FILE or COUNTERSIGN_KEK names it',
    );
  }
}

function keyOf({ versions }: KeyEncryptionKeys, version: number): KeyObject {
  const key = versions.get(version);
  if (!key) throw new KeyVersionMissing([version]);
  return key;
}

// Identifiers are UUIDs and versions numbers, so no two contexts read the same.
const sessionContext = ({ integrationId, sessionId }: SessionOwner, version: number) =>
  `data-key/${version}/${integrationId}/${sessionId}`;
const secretContext = ({ integrationId, keyId }: KeyOwner, version: number) =>
  `shared-secret/${version}/${integrationId}/${keyId}`;
const rootContext = (version: number) => `root-key/${version}`;
