import type { Logger } from 'pino';
import { type IntegrationSettings, settingsOf } from '../settings/integration-settings.ts';
import {
  findConfigurationVersion,
  listApiKeys,
  listLinkKeyRotations,
} from '../storage/integration/configuration.ts';
import type { Database } from '../storage/engine/database.ts';
import { createBatcher } from '../storage/engine/batcher.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import {
  type IntegrationRow,
  listIntegrationsByApiKeys,
  listIntegrationsById,
} from '../storage/integration/integrations.ts';
import { listSharedSecrets, noteSecretUse } from '../storage/integration/shared-secrets.ts';
import { watchConfiguration } from './configuration-watch.ts';
import { createSessionLinkKeys, type SessionLinkKeys } from './session-link-keys.ts';
import type { Vault } from './vault.ts';

/** How long decrypted secrets stay in memory. Whether they are still valid is checked once a second. */
const cacheMs = 5 * 60_000;
const cacheSize = 10_000;
/** Installations with more API keys query the database for each one that is not in memory. */
const listedApiKeys = 10_000;
const flushMs = 30_000;

export interface SecretKey {
  id: string;
  secret: string;
  isMaster: boolean;
}

/** An integration with its keys for handling requests; `secrets` in verification order, the master first. */
export interface IntegrationKeys {
  integrationId: string;
  /** Lower case. */
  apiKey: string;
  name: string;
  mode: 'test' | 'live';
  active: boolean;
  settings: IntegrationSettings;
  secrets: SecretKey[];
}

/** Cached integrations and keys, at most 1.5 s behind what any process has committed. @see spec/contract.md A-116 */
export interface KeyRing {
  /**
   * Integrations sharing the API key (any case), oldest first; `[]` when unknown.
   * @throws Unavailable when the cache may be outdated
   */
  findByApiKey(apiKey: string): Promise<IntegrationKeys[]>;
  /** True when this API key needs a database query: it is not in memory, and there are too many to keep all. */
  needsLookup(apiKey: string): Promise<boolean>;
  /**
   * Checks for changes, and clears the cache if there are any: after a failed re-check, or a signature that no known key
   * verifies. Any number of concurrent callers share one short statement. @throws Unavailable
   */
  refresh(): Promise<void>;
  /** `null` when unknown. @throws Unavailable */
  ofIntegration(integrationId: string): Promise<IntegrationKeys | null>;
  /** The keys of session tokens. @throws Unavailable */
  sessionLinkKeys(): Promise<SessionLinkKeys>;
  /**
   * The present day in UTC, `YYYY-MM-DD`, by the clock of the database: that of the last check, and the time of this process since then. A
   * request has waited for a check before it is handled, so none waits again. @throws Error before the first check
   */
  today(): string;
  /** Clears the cache: after every change made in this process. Administration is rare. */
  forget(): void;
  /** Marks a secret as used; written in batches every 30 s and at `close`. */
  noteUse(integrationId: string, keyId: string): void;
  close(): Promise<void>;
}

export interface KeyRingParts {
  database: Database;
  vault: Vault;
  log: Logger;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

export function createKeyRing(parts: KeyRingParts): KeyRing {
  const { database, vault, now = () => performance.now() } = parts;
  const known = createMemory<IntegrationKeys[]>(now);
  const apiKeys = rememberOne(() => listApiKeys(database, listedApiKeys));
  const linkKeys = rememberOne(async () =>
    createSessionLinkKeys(vault, await listLinkKeyRotations(database)),
  );
  const forget = () => {
    for (const memory of [known, apiKeys, linkKeys]) memory.clear();
  };
  const clock = rememberClock(now);
  const watch = watchConfiguration({ readVersion: () => readVersion(parts, clock), onChange: forget, now });
  const becomeCurrent = async () => {
    if (!watch.isCurrent()) await watch.becomeCurrent();
  };
  const readByApiKey = createReader(parts);
  const uses = noteUses(parts);
  return {
    async findByApiKey(anyCase) {
      const apiKey = anyCase.toLowerCase();
      await becomeCurrent();
      const remembered = known.get(apiKey);
      if (remembered) return remembered;
      const all = await apiKeys.get();
      return all === null || all.has(apiKey) ? known.read(apiKey, () => readByApiKey(apiKey)) : [];
    },
    async needsLookup(anyCase) {
      await becomeCurrent();
      return known.get(anyCase.toLowerCase()) === undefined && (await apiKeys.get()) === null;
    },
    refresh: () => watch.look(),
    async ofIntegration(integrationId) {
      await becomeCurrent();
      const read = async () => decryptKeys(parts, await listIntegrationsById(database, integrationId));
      const [found] = await (known.get(integrationId) ?? known.read(integrationId, read));
      return found ?? null;
    },
    async sessionLinkKeys() {
      await becomeCurrent();
      return linkKeys.get();
    },
    today: clock.today,
    forget,
    noteUse: uses.note,
    async close() {
      watch.close();
      await uses.close();
    },
  };
}

/** The clock of the database between two readings. */
interface DatabaseClock {
  /** Seconds since 1970, just read. */
  set(seconds: number): void;
  /** Day in UTC. @throws Error before the first reading */
  today(): string;
}

function rememberClock(now: () => number): DatabaseClock {
  let read: { ms: number; at: number } | null = null;
  return {
    set: (seconds) => void (read = { ms: seconds * 1_000, at: now() }),
    today() {
      if (read === null) throw new Error('the clock of the database was not read');
      return new Date(read.ms + now() - read.at).toISOString().slice(0, 10);
    },
  };
}

/** Caches one value until it is cleared; failures are retried. */
function rememberOne<T>(read: () => Promise<T>): { get(): Promise<T>; clear(): void } {
  let remembered: Promise<T> | null = null;
  return {
    get() {
      if (remembered) return remembered;
      const value = read();
      remembered = value;
      value.catch(() => remembered === value && (remembered = null));
      return value;
    },
    clear: () => void (remembered = null),
  };
}

/**
 * Also checks which version of the key-encryption key is in force. If the version cannot be read, for whatever reason, nothing may be done
 * with settings that may be outdated.
 */
async function readVersion({ database, vault }: KeyRingParts, clock: DatabaseClock): Promise<string> {
  try {
    const { version, kekVersion, now } = await findConfigurationVersion(database);
    if (kekVersion !== null) vault.use(kekVersion);
    clock.set(now);
    return version;
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable('the version of the configuration cannot be read', { cause: error });
  }
}

interface Memory<T> {
  get(name: string): Promise<T> | undefined;
  /** Reads once for any number of concurrent callers. */
  read(name: string, read: () => Promise<T>): Promise<T>;
  clear(): void;
}

/** Caches results for 5 minutes; empty and failed ones are not kept, so guesses cannot evict others. */
function createMemory<T extends readonly unknown[]>(now: () => number): Memory<T> {
  const entries = new Map<string, { until: number; value: Promise<T> }>();
  return {
    get(name) {
      const entry = entries.get(name);
      return entry && entry.until > now() ? entry.value : undefined;
    },
    read(name, read) {
      const value = read();
      const entry = { until: now() + cacheMs, value };
      if (entries.size >= cacheSize) entries.delete(entries.keys().next().value ?? '');
      entries.set(name, entry);
      const drop = () => void (entries.get(name) === entry && entries.delete(name));
      value.then((found) => found.length === 0 && drop(), drop);
      return value;
    },
    clear: () => entries.clear(),
  };
}

/** Concurrent readers share statements, so that unknown API keys keep at most two of them busy. */
function createReader(parts: KeyRingParts): (apiKey: string) => Promise<IntegrationKeys[]> {
  const readAll = async (apiKeys: readonly string[]) => {
    const integrations = await decryptKeys(parts, await listIntegrationsByApiKeys(parts.database, apiKeys));
    return apiKeys.map((wanted) => integrations.filter(({ apiKey }) => apiKey === wanted));
  };
  return createBatcher<string, IntegrationKeys[]>({
    together: readAll,
    apart: async (apiKey, error) => {
      if (error instanceof Unavailable) throw error;
      // A secret that cannot be decrypted must only affect its own integration.
      const [found = []] = await readAll([apiKey]);
      return found;
    },
    statements: 2,
    items: 64,
  });
}

async function decryptKeys(
  { database, vault }: KeyRingParts,
  rows: IntegrationRow[],
): Promise<IntegrationKeys[]> {
  if (rows.length === 0) return [];
  const secrets = await listSharedSecrets(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    integrationId: row.id,
    apiKey: row.apiKey,
    name: row.name,
    mode: row.mode,
    active: row.active,
    settings: settingsOf(row.mode, row.settings),
    secrets: secrets
      .filter(({ integrationId }) => integrationId === row.id)
      .map(({ integrationId, id, isMaster, sealed, kekVersion }) => ({
        id,
        isMaster,
        secret: vault.openSecret({ integrationId, keyId: id, sealed, kekVersion }),
      })),
  }));
}

/** Records when keys were last used, in batches. */
function noteUses({ database, log }: KeyRingParts) {
  const used = new Map<string, { integrationId: string; keyId: string }>();
  const flush = async () => {
    const batch = [...used.values()];
    used.clear();
    if (batch.length > 0) await noteSecretUse(database, batch);
  };
  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.warn({ error }, 'key usage not recorded'));
  }, flushMs).unref();
  return {
    note: (integrationId: string, keyId: string) =>
      void used.set(`${integrationId}/${keyId}`, { integrationId, keyId }),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
