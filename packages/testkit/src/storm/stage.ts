import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createIntegration,
  type GivenSettings,
  createContext,
  readConfig,
  setWebhookUrl,
  type ServiceContext,
} from '@countersign/service';
import type { Access } from '../api-client.ts';
import { freePort } from '../free-port.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import type { Counters } from './history.ts';
import { hookPath } from './receipts.ts';
import { createServiceProcess, type ServiceProcess } from './service-process.ts';

export interface StageOptions {
  /** Absolute path of the program, which also runs the simulator. */
  executable: string;
  /** PostgreSQL address, for an API process and a worker process; `null`: one process on the embedded database. */
  databaseUrl: string | null;
  env?: Record<string, string>;
}

/** An installation of real processes on a fixed port, so that clients can reconnect, with its surrounding servers. */
export interface Stage {
  directory: string;
  env: Record<string, string>;
  /** All processes of the service. */
  processes: readonly ServiceProcess[];
  api: ServiceProcess;
  /** On the embedded database, the same process as the API. */
  worker: ServiceProcess;
  receiver: WebhookReceiver;
  apiUrl: string;
  /** Creates an integration whose webhooks go to the receiver. The embedded service must be stopped. */
  integrate(name: string, settings?: GivenSettings): Promise<Access & { integrationId: string }>;
  /** Gives access to the installation's database. The embedded service must be stopped. */
  withContext<T>(work: (ctx: ServiceContext) => Promise<T>): Promise<T>;
  counters(): Promise<Counters>;
  start(): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
}

const controlToken = 'storm';

/** Prepares an installation without starting its service. */
export async function setStage({ executable, databaseUrl, env: further = {} }: StageOptions): Promise<Stage> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-storm-'));
  const receiver = await startWebhookReceiver();
  const simulator = createServiceProcess({
    executable,
    command: 'simulator',
    // Slow enough to be killed during a call.
    env: { SIM_PORT: '0', SIM_CONTROL_TOKEN: controlToken, SIM_LATENCY_MS: '20-300' },
  });
  const simulatorUrl = await simulator.start();
  const port = await freePort();
  const env = {
    SIMULATOR_URL: simulatorUrl,
    PORT: String(port),
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    WEBHOOK_URL: `${receiver.url}${hookPath}`,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...further,
  };
  const roles = databaseUrl === null ? ['api,worker'] : ['api', 'worker'];
  const processes = roles.map((role) =>
    createServiceProcess({ executable, env: { ...env, COUNTERSIGN_ROLES: role } }),
  );
  const [api, worker = api] = processes;
  if (!api || !worker) throw new Error('a stage has processes');
  const stage: Omit<Stage, 'integrate'> = {
    directory,
    env,
    processes,
    api,
    worker,
    receiver,
    apiUrl: `http://127.0.0.1:${port}/v1`,
    withContext: (work) => withContext(env, work),
    counters: () => countersOf(simulatorUrl),
    async start() {
      for (const process of processes) await process.start();
    },
    async kill() {
      await Promise.all(processes.map((process) => process.kill()));
    },
    async close() {
      await Promise.all([...processes, simulator].map((process) => process.kill()));
      await receiver.close();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
  return { ...stage, integrate: (name, settings = {}) => integrate(stage, name, settings) };
}

async function withContext<T>(
  env: Record<string, string>,
  work: (ctx: ServiceContext) => Promise<T>,
): Promise<T> {
  const ctx = await createContext(readConfig({ ...env }));
  try {
    return await work(ctx);
  } finally {
    await ctx.keyRing.close();
    await ctx.database.close();
  }
}

function integrate(
  { receiver, apiUrl, withContext: within }: Omit<Stage, 'integrate'>,
  name: string,
  settings: GivenSettings,
): Promise<Access & { integrationId: string }> {
  return within(async (ctx) => {
    const { integrationId, apiKey, secret } = await createIntegration(ctx)({
      name,
      mode: 'test',
      settings,
      actor: 'test',
    });
    const url = `${receiver.url}${hookPath}`;
    for (const type of ['decision', 'event', 'watchlist-screening'] as const)
      await setWebhookUrl(ctx)({ integrationId, type, url, actor: 'test' });
    receiver.trustClient(apiKey, [secret]);
    return { apiUrl, apiKey, sharedSecret: secret, integrationId };
  });
}

async function countersOf(simulatorUrl: string): Promise<Counters> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${simulatorUrl}/__sim/counters`, { headers });
  return ((await response.json()) as { routes: Counters }).routes;
}
