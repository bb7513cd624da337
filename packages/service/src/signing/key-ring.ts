import type { Logger } from 'pino';
import type { Database } from '../storage/database.ts';
import {
  type IntegrationRow,
  listIntegrationsByApiKey,
  listIntegrationsById,
} from '../storage/integrations.ts';
import { listSharedSecrets, noteSecretUse } from '../storage/shared-secrets.ts';
import { type IntegrationSettings, settingsOf } from '../usecases/integration-settings.ts';
import type { Vault } from './vault.ts';

/** How long a read may be served from memory. Liveness never rests on it: the working statement re-checks. */
const cacheMs = 5 * 60_000;
const cacheSize = 10_000;
const flushMs = 30_000;

export interface SecretKey {
  id: string;
  secret: string;
  isMaster: boolean;
}

/** An integration as the request path needs it; `secrets` in verification order, the master first. */
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

export interface KeyRing {
  /** Integrations sharing the API key (any case), oldest first; `[]` when unknown. Served from memory for ≤ 5 min. */
  findByApiKey(apiKey: string): Promise<IntegrationKeys[]>;
  /** The same, read anew: after a failed re-check or a signature nobody seems to have made. */
  refresh(apiKey: string): Promise<IntegrationKeys[]>;
  /** `null` when unknown. Served from memory for ≤ 5 min. */
  ofIntegration(integrationId: string): Promise<IntegrationKeys | null>;
  /** Forgets an integration at once: after every change made in this process. */
  forget(integrationId: string): void;
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

interface Entry {
  until: number;
  integrations: Promise<IntegrationKeys[]>;
}

export function createKeyRing({
  database,
  vault,
  log,
  now = () => performance.now(),
}: KeyRingParts): KeyRing {
  const cache = new Map<string, Entry>();
  const used = new Map<string, { integrationId: string; keyId: string }>();

  /** Reads once for any number of simultaneous callers. */
  const readInto = (name: string, read: () => Promise<IntegrationRow[]>) => {
    const integrations = read().then((rows) => openKeys({ database, vault, rows }));
    const entry: Entry = { until: now() + cacheMs, integrations };
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '');
    cache.set(name, entry);
    // Unknown keys are not remembered: a new integration works at once, and guesses cannot push others out.
    const drop = () => void (cache.get(name) === entry && cache.delete(name));
    integrations.then((found) => found.length === 0 && drop(), drop);
    return integrations;
  };
  const readThrough = (name: string, read: () => Promise<IntegrationRow[]>) => {
    const entry = cache.get(name);
    return entry && entry.until > now() ? entry.integrations : readInto(name, read);
  };
  const byApiKey = (apiKey: string) => () => listIntegrationsByApiKey(database, apiKey);

  const flush = async () => {
    const batch = [...used.values()];
    used.clear();
    if (batch.length > 0) await noteSecretUse(database, batch);
  };
  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.warn({ error }, 'noting the use of keys failed'));
  }, flushMs).unref();

  return {
    findByApiKey: (apiKey) => readThrough(`api:${apiKey.toLowerCase()}`, byApiKey(apiKey.toLowerCase())),
    refresh: (apiKey) => readInto(`api:${apiKey.toLowerCase()}`, byApiKey(apiKey.toLowerCase())),
    async ofIntegration(integrationId) {
      const [found] = await readThrough(`id:${integrationId}`, () =>
        listIntegrationsById(database, integrationId),
      );
      return found ?? null;
    },
    forget() {
      // Administration is rare: dropping everything is simpler than knowing which API keys lead to an integration.
      cache.clear();
    },
    noteUse: (integrationId, keyId) => void used.set(`${integrationId}/${keyId}`, { integrationId, keyId }),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

interface OpenKeys {
  database: Database;
  vault: Vault;
  rows: IntegrationRow[];
}

async function openKeys({ database, vault, rows }: OpenKeys): Promise<IntegrationKeys[]> {
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
