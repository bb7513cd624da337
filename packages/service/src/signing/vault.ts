import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { ConfigError } from '../runtime/config-error.ts';
import { KeyVersionMissing } from '../encryption/key-version-missing.ts';
import { findConfigurationVersion } from '../storage/integration/configuration.ts';
import type { Database } from '../storage/engine/database.ts';
import { findSessionVersionBeside, listSecretVersionsBeside } from '../storage/integration/wrapped-keys.ts';
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

/**
 * Holds the key-encryption keys; every stored secret passes through here. New secrets are wrapped under the version in force, which is
 * recorded in the database, not under the highest one held, so that all processes can receive a new key before any of them uses it.
 * @see docs/decisions/0185-distribute-a-new-encryption-key-to-every-process-before-it-is-used.md
 */
export interface Vault {
  /** Version of the key-encryption key in force, under which new secrets are wrapped. This process may not have it. */
  readonly version: number;
  /** The highest version that this process has. */
  readonly newest: number;
  /** Follows the database: new secrets are wrapped under this version from now on. */
  use(version: number): void;
  /**
   * Reads the file of key-encryption keys again and adds the new ones; versions that are no longer in the file are kept.
   * @returns `null`, or why the file cannot be used, without the text of any key; nothing has changed then
   */
  reread(): string | null;
  /** Distinguishes two keys of the same version: 16 hexadecimal digits per version, which reveal nothing about a random key. */
  marks(): Record<string, string>;
  /** The installation's root key sealed under this version, for storage. @throws KeyVersionMissing */
  sealRoot(version: number): string;
  /** A new data key and its wrapped form for the session's row. */
  newDataKey(owner: SessionOwner): { dataKey: DataKey } & Wrapped;
  /** @throws SealBroken if the row is not this session's or the key-encryption key is a different one */
  openDataKey(sealed: SessionOwner & Wrapped): DataKey;
  /** The same data key wrapped under the newest key-encryption key. @throws SealBroken */
  rewrapDataKey(sealed: SessionOwner & Wrapped): Wrapped;
  /** Seals a shared secret for its row; bound to integration, key and version, so that rows cannot be swapped. */
  sealSecret(owner: KeyOwner, secret: string): { sealed: Uint8Array; kekVersion: number };
  /** @throws SealBroken */
  openSecret(row: KeyOwner & { sealed: Uint8Array; kekVersion: number }): string;
  /** Derives 32 bytes for one purpose. They are the same at every start and after every key rotation. */
  derive(label: string): Buffer;
}

/** What a vault is created with, besides the keys and the root key. */
export interface VaultOptions {
  /** The version in force. Default: the highest one held. */
  version?: number;
  /** Reads the keys again; `null` if they came from the environment and cannot change. Throws if they cannot be used. */
  readAgain?: (() => KeyEncryptionKeys) | null;
}

/** Creates the vault over its keys; `root` is the installation's own 32 random bytes. */
export function createVault(
  given: KeyEncryptionKeys,
  root: Uint8Array,
  { version = given.current, readAgain = null }: VaultOptions = {},
): Vault {
  let keys = given;
  let current = version;
  const wrap = (owner: SessionOwner, bytes: Uint8Array): Wrapped => ({
    wrapped: sealWith(keyOf(keys, current), sessionContext(owner, current), bytes),
    kekVersion: current,
  });
  const unwrap = ({ wrapped, kekVersion, ...owner }: SessionOwner & Wrapped) =>
    unsealWith(keyOf(keys, kekVersion), sessionContext(owner, kekVersion), wrapped);
  return {
    get version() {
      return current;
    },
    get newest() {
      return keys.current;
    },
    use: (inForce) => void (current = inForce),
    reread() {
      if (readAgain === null) return null;
      try {
        keys = heldWith(keys, readAgain());
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : 'cannot be used';
      }
    },
    marks: () => Object.fromEntries([...keys.versions].map(([held, key]) => [held, markOf(key)])),
    sealRoot: (under) => sealRoot(keys, root, under),
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
    derive: deriver(root),
  };
}

/** Each key is derived once. */
function deriver(root: Uint8Array): Vault['derive'] {
  const derived = new Map<string, Buffer>();
  return (label) => {
    const known = derived.get(label) ?? Buffer.from(hkdfSync('sha256', root, 'countersign', label, 32));
    derived.set(label, known);
    return known;
  };
}

/** @throws Error if a held version is now a different key */
function heldWith(held: KeyEncryptionKeys, read: KeyEncryptionKeys): KeyEncryptionKeys {
  for (const [version, key] of read.versions) {
    if (held.versions.get(version)?.equals(key) === false)
      throw new Error(`version ${version}: must stay the key it was; give another key the next version`);
  }
  const versions = new Map([...held.versions, ...read.versions]);
  return { current: Math.max(...versions.keys()), versions };
}

const markOf = (key: KeyObject) =>
  createHmac('sha256', key).update('countersign key-encryption key').digest('hex').slice(0, 16);

/**
 * The vault of this installation. The first start stores a random root key, sealed under the key-encryption key. Every later start must be
 * able to open it, which proves that the key is the right one, and needs all versions under which shared secrets are wrapped. The version
 * under which the root key is sealed is the one in force; `keys rewrap` changes it, a start does not.
 * @throws ConfigError if this database was created with another key-encryption key, or a version is missing
 */
export async function loadVault(
  database: Database,
  keys: KeyEncryptionKeys,
  readAgain: (() => KeyEncryptionKeys) | null = null,
): Promise<Vault> {
  // Read first, because a database that cannot be written may still be readable.
  const stored = (await findRoot(database)) ?? (await makeRoot(database, keys));
  const root = await openRoot(database, keys, stored);
  return createVault(keys, root, { version: Number(stored.split(':')[0]), readAgain });
}

/**
 * Checks that these keys belong to the database; changes nothing.
 * @returns the version in force; `null` before the first start
 * @throws ConfigError like `loadVault`
 */
export async function requireFittingKeys(
  database: Database,
  keys: KeyEncryptionKeys,
): Promise<number | null> {
  const stored = await findRoot(database);
  if (stored === null) return null;
  await openRoot(database, keys, stored);
  const missing = await findSessionVersionBeside(database, [...keys.versions.keys()]);
  if (missing !== null) throw new ConfigError(new KeyVersionMissing([missing]).message);
  return Number(stored.split(':')[0]);
}

/** Reads which version is in force before something is wrapped, in a process that may not have checked for a while. */
export async function followKeyInForce(database: Database, vault: Vault): Promise<void> {
  const { kekVersion } = await findConfigurationVersion(database);
  if (kekVersion !== null) vault.use(kekVersion);
}

async function findRoot(database: Database): Promise<string | null> {
  const [row] = await database.query<{ value: string }>(
    `select value from installation where name = 'root-key'`,
  );
  return row?.value ?? null;
}

/** Two concurrent starts end with the same root key. */
async function makeRoot(database: Database, keys: KeyEncryptionKeys): Promise<string> {
  await database.query(
    `insert into installation (name, value) values ('root-key', $1) on conflict (name) do nothing`,
    [sealRoot(keys, randomBytes(32), keys.current)],
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

function sealRoot(keys: KeyEncryptionKeys, root: Uint8Array, version: number): string {
  const sealed = sealWith(keyOf(keys, version), rootContext(version), root);
  return `${version}:${Buffer.from(sealed).toString('base64')}`;
}

function decryptRoot(keys: KeyEncryptionKeys, version: number, sealed: Buffer): Buffer {
  try {
    return unsealWith(keyOf(keys, version), rootContext(version), sealed);
  } catch (error) {
    if (error instanceof KeyVersionMissing) throw new ConfigError(error.message);
    if (!(error instanceof SealBroken)) throw error;
    throw new ConfigError(
      'key-encryption key: must be the key-encryption key that this database was created with; COUNTERSIGN_KEK_FILE or COUNTERSIGN_KEK names it',
    );
  }
}

function keyOf({ versions }: KeyEncryptionKeys, version: number): KeyObject {
  const key = versions.get(version);
  if (!key) throw new KeyVersionMissing([version]);
  return key;
}

// Identifiers are UUIDs and versions are numbers, so no two contexts have the same text.
const sessionContext = ({ integrationId, sessionId }: SessionOwner, version: number) =>
  `data-key/${version}/${integrationId}/${sessionId}`;
const secretContext = ({ integrationId, keyId }: KeyOwner, version: number) =>
  `shared-secret/${version}/${integrationId}/${keyId}`;
const rootContext = (version: number) => `root-key/${version}`;
