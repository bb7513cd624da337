import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { WebhookTypeName } from '@countersign/contract';
import { publicAndLoopback, type ResolveName, tenantUrls } from '@countersign/outbound';
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundLimits,
} from '../../src/outbound/outbound-client.ts';
import type { OutboundPolicy } from '../../src/outbound/outbound-policy.ts';
import { createMetrics } from '../../src/runtime/metrics.ts';
import { createKeyRing } from '../../src/signing/key-ring.ts';
import type { DataKey } from '../../src/encryption/seal.ts';
import { createVault, type Vault } from '../../src/signing/vault.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { saveEndpointUrl } from '../../src/storage/webhook/webhook-endpoints.ts';
import { insertWebhook } from '../../src/storage/webhook/webhooks.ts';
import { createIntegration } from '../../src/usecases/integration/create-integration.ts';
import { createWake } from '../../src/runtime/wake.ts';
import { startDeliverWebhook } from '../../src/workers/deliver-webhook.ts';
import { silent } from './engines.ts';

/** Loopback receivers only, on any port. */
export const testPolicy: OutboundPolicy = {
  ...tenantUrls,
  addresses: publicAndLoopback,
  certificateAuthorities: null,
};

/** The parts of a context that webhooks touch, on a given database; another process has its own but for the vault's keys. */
export function createWebhookContext(database: Database, vault: Vault = newVault()) {
  const keyRing = createKeyRing({ database, vault, log: silent });
  return { database, vault, keyRing, wake: createWake(), log: silent, metrics: createMetrics() };
}

function newVault(): Vault {
  return createVault(
    { current: 1, versions: new Map([[1, createSecretKey(randomBytes(32))]]) },
    randomBytes(32),
  );
}

export type WebhookContext = ReturnType<typeof createWebhookContext>;

/** A live integration with its first key. */
export function newIntegration(ctx: WebhookContext) {
  return createIntegration(ctx)({ name: 'Liisa Maasikas OÜ', mode: 'test', actor: 'test' });
}

export async function setUrl(
  ctx: WebhookContext,
  integrationId: string,
  url: string,
  type: WebhookTypeName = 'decision',
) {
  await ctx.database.transaction((tx) => saveEndpointUrl(tx, { integrationId, type }, url));
}

export interface TestSession {
  integrationId: string;
  sessionId: string;
  attemptId: string;
  dataKey: DataKey;
}

/** A session row with a data key, as session creation writes it. */
export async function newSession(ctx: WebhookContext, integrationId: string): Promise<TestSession> {
  const [sessionId, attemptId] = [randomUUID(), randomUUID()];
  const { dataKey, wrapped, kekVersion } = ctx.vault.newDataKey({ integrationId, sessionId });
  await ctx.database.query(
    `insert into session (integration_id, id, status, expires_at, data_key, kek_version, sealed, attempt_id, token_issued_at)
     values ($1, $2, 'submitted', now() + interval '7 days', $3, $4, null, $5, 0)`,
    [integrationId, sessionId, wrapped, kekVersion, attemptId],
  );
  return { integrationId, sessionId, attemptId, dataKey };
}

export interface Recorded {
  type?: WebhookTypeName;
  body?: unknown;
  holdSeconds?: number;
  /** Wakes the worker, as a use case does after its commit. Default: yes. */
  wake?: boolean;
}

/** Records one event for the session. @returns its webhook id; `null` without a URL */
export async function record(
  ctx: WebhookContext,
  session: TestSession,
  options: Recorded = {},
): Promise<string | null> {
  const {
    type = 'decision',
    body = { id: session.sessionId, vendorData: 'Núñez – 07' },
    holdSeconds = 0,
    wake = true,
  } = options;
  const id = await ctx.database.transaction((tx) =>
    insertWebhook(tx, { ...session, type, body: Buffer.from(JSON.stringify(body)), holdSeconds }),
  );
  if (wake) ctx.wake.notify('webhook');
  return id;
}

export interface RunningDelivery {
  outbound: OutboundClient;
  stop(): Promise<void>;
}

export interface DeliveryOptions {
  policy?: OutboundPolicy;
  resolve?: ResolveName;
  limits?: OutboundLimits;
}

export function startDelivery(
  ctx: WebhookContext,
  { policy = testPolicy, ...rest }: DeliveryOptions = {},
): RunningDelivery {
  const outbound = createOutboundClient(policy, rest);
  const worker = startDeliverWebhook(ctx, { outbound });
  return {
    outbound,
    stop: async () => {
      await worker.stop();
      await outbound.close();
    },
  };
}

export type StoredWebhook = {
  state: string;
  attempts: number;
  lease: number;
  /** Seconds from now. */
  dueIn: number;
  leased: boolean;
};

export async function storedWebhook(database: Database, id: string | null): Promise<StoredWebhook> {
  const rows = await database.query<StoredWebhook>(
    `select state, attempts, lease, extract(epoch from due_at - now())::float8 as "dueIn", leased_until is not null as leased
     from webhook where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error('no such webhook');
  return rows[0];
}

/** Waits until the webhook's row satisfies `check`. */
export async function untilStored(
  database: Database,
  id: string | null,
  check: (row: StoredWebhook) => boolean,
  ms = 60_000,
): Promise<StoredWebhook> {
  const end = performance.now() + ms;
  for (;;) {
    const row = await storedWebhook(database, id);
    if (check(row)) return row;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(row)} after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

export const attempted =
  (attempts: number) =>
  (row: StoredWebhook): boolean =>
    row.attempts >= attempts && !row.leased;

export const inState =
  (state: string) =>
  (row: StoredWebhook): boolean =>
    row.state === state;
