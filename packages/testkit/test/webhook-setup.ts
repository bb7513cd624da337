import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { publicAndLoopback, type ResolveName, tenantUrls } from '@countersign/outbound';
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundLimits,
} from '../../service/src/outbound/outbound-client.ts';
import type { OutboundPolicy } from '../../service/src/outbound/outbound-policy.ts';
import { createMetrics } from '../../service/src/runtime/metrics.ts';
import { createKeyRing } from '../../service/src/signing/key-ring.ts';
import { createVault, type DataKey, type Vault } from '../../service/src/signing/vault.ts';
import type { Database } from '../../service/src/storage/engine/database.ts';
import { saveEndpointUrl, type WebhookType } from '../../service/src/storage/webhook-endpoints.ts';
import { insertWebhook } from '../../service/src/storage/webhooks.ts';
import { createIntegration } from '../../service/src/usecases/integration/create-integration.ts';
import { createWake } from '../../service/src/runtime/wake.ts';
import { startDeliverWebhook } from '../../service/src/workers/deliver-webhook.ts';
import { silent } from '../../service/test/support/engines.ts';

/** Loopback receivers only, on any port. */
export const testPolicy: OutboundPolicy = {
  ...tenantUrls,
  addresses: publicAndLoopback,
  certificateAuthorities: null,
};

/** The parts of a context that webhooks touch, on a given database; another process has its own but for the vault's keys. */
export function webhookShell(database: Database, vault: Vault = newVault()) {
  const keyRing = createKeyRing({ database, vault, log: silent });
  return { database, vault, keyRing, wake: createWake(), log: silent, metrics: createMetrics() };
}

function newVault(): Vault {
  return createVault(
    { current: 1, versions: new Map([[1, createSecretKey(randomBytes(32))]]) },
    randomBytes(32),
  );
}

export type WebhookShell = ReturnType<typeof webhookShell>;

/** A live integration with its first key. */
export function newIntegration(ctx: WebhookShell) {
  return createIntegration(ctx)({ name: 'Liisa Maasikas OÜ', mode: 'test', actor: 'test' });
}

export async function setUrl(
  ctx: WebhookShell,
  integrationId: string,
  url: string,
  type: WebhookType = 'decision',
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
export async function newSession(ctx: WebhookShell, integrationId: string): Promise<TestSession> {
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
  type?: WebhookType;
  body?: unknown;
  holdSeconds?: number;
  /** Wakes the worker, as a use case does after its commit. Default: yes. */
  wake?: boolean;
}

/** Records one event for the session. @returns its webhook id; `null` without a URL */
export async function record(
  ctx: WebhookShell,
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
  ctx: WebhookShell,
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
  ms = 15_000,
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
