import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CreatedIntegration,
  createIntegration,
  createLog,
  type GivenSettings,
  readConfig,
  type RunningService,
  type ServiceOptions,
  setWebhookUrl,
  startService,
  Unavailable,
} from '@countersign/service';
import { ApiClient } from './api-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface TestServiceOptions extends ServiceOptions {
  /** PostgreSQL address; absent: embedded, in its own directory. */
  databaseUrl?: string;
  /** Data directory of an earlier service; absent: a temporary one. */
  dataDir?: string;
  roles?: readonly ('api' | 'worker')[];
  /** Additional environment variables. */
  env?: Record<string, string>;
}

export interface TestIntegration extends CreatedIntegration {
  client: ApiClient;
}

/** The whole service in this process, with a receiver for its webhooks. */
export interface TestService extends RunningService {
  receiver: WebhookReceiver;
  /** Creates an integration whose decision and event webhooks go to the receiver under `/<type>`. */
  integrate(options?: { mode?: 'test' | 'live'; settings?: GivenSettings }): Promise<TestIntegration>;
}

/** Starts the service on free loopback ports. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { databaseUrl, dataDir, roles, env = {}, ...serviceOptions } = options;
  const directory = dataDir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-')));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    // An additional process per service would cost each test file a second.
    VISION_PROCESS: 'inline',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(roles === undefined ? {} : { COUNTERSIGN_ROLES: roles.join(',') }),
    ...env,
  });
  const receiver = await startWebhookReceiver();
  const service = await startService(config, {
    log: createLog('silent'),
    drawsPictures: true,
    ...serviceOptions,
  });
  return {
    ...service,
    receiver,
    async integrate({ mode = 'test', settings = {} } = {}) {
      const integration = await integrate(service, receiver, { mode, settings });
      receiver.trustClient(integration.apiKey, [integration.secret]);
      return integration;
    },
    async close() {
      await service.close();
      await receiver.close();
      if (dataDir === undefined) await fs.rm(directory, { recursive: true, force: true });
    },
  };
}

async function integrate(
  { ctx, url }: RunningService,
  receiver: WebhookReceiver,
  { mode, settings }: { mode: 'test' | 'live'; settings: GivenSettings },
): Promise<TestIntegration> {
  // Most drawn documents have the country code for specimens, which live integrations reject by default.
  const given = { ...(mode === 'live' && { specimenDocuments: true }), ...settings };
  const created = await onceAvailable(() =>
    createIntegration(ctx)({ name: 'Test', mode, settings: given, actor: 'test' }),
  );
  for (const type of ['decision', 'event'] as const) {
    const target = `${receiver.url}/${type}`;
    await setWebhookUrl(ctx)({ integrationId: created.integrationId, type, url: target, actor: 'test' });
  }
  const client = new ApiClient({ apiUrl: `${url}/v1`, apiKey: created.apiKey, sharedSecret: created.secret });
  return { ...created, client };
}

/** Milliseconds for which a service that has just started may be busy. */
const startMs = 30_000;

/** Tries again while all connections of a start are still being made, which may take a busy machine longer than a caller waits for one. */
async function onceAvailable<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + startMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() > end) throw error;
      await sleep(200);
    }
  }
}
