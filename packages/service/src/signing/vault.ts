import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { ConfigError } from '../runtime/config.ts';
import type { Database } from '../storage/engine/database.ts';
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
 * start must be able to open it, which proves the key is the right one.
 * @throws ConfigError when the key-encryption key is not the one this database was made with
 */
export async function loadVault(database: Database, keys: KeyEncryptionKeys): Promise<Vault> {
  const fresh = sealRoot(keys, randomBytes(32));
  await database.query(
    `insert into installation (name, value) values ('root-key', $1) on conflict (name) do nothing`,
    [fresh],
  );
  const [row] = await database.query<{ value: string }>(
    `select value from installation where name = 'root-key'`,
  );
  const stored = row?.value ?? '';
  const [version = '', sealed = ''] = stored.split(':');
  const root = decryptRoot(keys, Number(version), Buffer.from(sealed, 'base64'));
  if (Number(version) !== keys.current) {
    await database.query(`update installation set value = $1 where name = 'root-key' and value = $2`, [
      sealRoot(keys, root),
      stored,
    ]);
  }
  return createVault(keys, root);
}

function sealRoot(keys: KeyEncryptionKeys, root: Uint8Array): string {
  const sealed = sealWith(keyOf(keys, keys.current), rootContext(keys.current), root);
  return `${keys.current}:${Buffer.from(sealed).toString('base64')}`;
}

function decryptRoot(keys: KeyEncryptionKeys, version: number, sealed: Buffer): Buffer {
  try {
    return unsealWith(keyOf(keys, version), rootContext(version), sealed);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new ConfigError('COUNTERSIGN_KEK: must be the key-encryption key that this database was made with');
  }
}

function keyOf({ versions }: KeyEncryptionKeys, version: number): KeyObject {
  const key = versions.get(version);
  if (!key) throw new Error(`key-encryption key version ${version} is missing`);
  return key;
}

// Identifiers are UUIDs and versions numbers, so no two contexts read the same.
const sessionContext = ({ integrationId, sessionId }: SessionOwner, version: number) =>
  `data-key/${version}/${integrationId}/${sessionId}`;
const secretContext = ({ integrationId, keyId }: KeyOwner, version: number) =>
  `shared-secret/${version}/${integrationId}/${keyId}`;
const rootContext = (version: number) => `root-key/${version}`;
