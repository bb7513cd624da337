import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { type Address, loopbackAddress } from './address.ts';
import { gaugesOf } from './gauges.ts';
import { portalPeople } from './portal-people.ts';
import type { PortalPeople } from './portal-person.ts';
import type { Credentials } from './request.ts';
import { belongingsOf, type Target, type TenantName } from './target.ts';

/** A service of this program, with integrations, started for one run and removed afterwards. */
export interface Installation {
  target: Target;
  /** Runs a command of the operator's command line. @returns its standard output */
  operate(args: readonly string[]): Promise<string>;
  integrate(name: string, settings?: readonly string[]): Promise<Credentials & { integrationId: string }>;
  /** Output of the processes. */
  output(): string;
  /** Restarts the processes with the same data and ports, so that a flood leaves nothing in memory for the next one. */
  restart(): Promise<void>;
  /** Stops the processes and removes their data. */
  stop(): Promise<void>;
  /** Kills the processes at once, for a program that received a signal to terminate. */
  kill(): void;
}

export interface InstallationOptions {
  /** Absolute path of `bin/countersign`. */
  executable: string;
  /** PostgreSQL address; `null`: embedded database, one process. */
  databaseUrl: string | null;
  /** Ports to which webhooks may be delivered on loopback. */
  webhookPorts: readonly number[];
}

const startMs = 180_000;
const run = promisify(execFile);

const tenantSettings: Record<TenantName, readonly string[]> = {
  stranger: [],
  limited: ['requestsPerSecond=5'],
  inactive: [],
  restricted: ['allowedAddresses=["203.0.113.0/24"]'],
  signed: ['requireSignedCreation=true'],
  deleting: ['deletion=true'],
  reporting: ['fraudReports=true'],
};

/** Starts a service as in production, as far as one machine allows: production environment, a key file, separate metrics. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-attack-'));
  let running: RunningProcess[] = [];
  let provider: PortalPeople['provider'] | undefined;
  const stopProcesses = () => Promise.all(running.map((one) => one.stop()));
  const stop = async () => {
    await stopProcesses();
    await provider?.close();
    await fs.rm(directory, { recursive: true, force: true });
  };
  try {
    const providerPort = await freePort();
    const webhookPorts = [...options.webhookPorts, providerPort];
    const env = await environmentOf(directory, { ...options, webhookPorts });
    const metricsPorts = await Promise.all(
      (options.databaseUrl === null ? ['both'] : ['api', 'worker']).map(() => freePort()),
    );
    running = await startProcesses(options, env, metricsPorts);
    const operate = async (args: readonly string[]) =>
      (await run(options.executable, [...args, '--json'], { env })).stdout;
    const integrate = createIntegrator(operate);
    const url = running[0]?.url ?? '';
    const pids = () => running.map(({ pid }) => pid);
    const metrics = metricsPorts.slice(0, 1).map((port) => `http://127.0.0.1:${port}/metrics`);
    const target = await prepare(await loopbackAddress(url), { operate, integrate, providerPort });
    provider = target.portal?.provider;
    return {
      target: { ...target, gauges: gaugesOf(pids, metrics) },
      operate,
      integrate,
      output: () => running.map((one) => one.output()).join('\n'),
      async restart() {
        await stopProcesses();
        running = await startProcesses(options, env, metricsPorts);
      },
      stop,
      kill: () => running.forEach((one) => one.kill()),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const createIntegrator =
  (operate: Installation['operate']): Installation['integrate'] =>
  async (name, settings = []) => {
    const set = settings.flatMap((setting) => ['--set', setting]);
    const text = await operate(['integration', 'create', '--name', name, '--mode', 'test', ...set]);
    const { integrationId, apiKey, secret } = JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as {
      integrationId: string;
      apiKey: string;
      secret: string;
    };
    return { integrationId, apiKey, sharedSecret: secret };
  };

async function environmentOf(directory: string, { databaseUrl, webhookPorts }: InstallationOptions) {
  const kek = path.join(directory, 'kek');
  await fs.writeFile(kek, randomBytes(32).toString('base64'), { mode: 0o600 });
  return {
    PATH: process.env['PATH'] ?? '',
    COUNTERSIGN_ENV: 'production',
    COUNTERSIGN_KEK_FILE: kek,
    DATA_DIR: path.join(directory, 'data'),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOW_PORTS: webhookPorts.join(','),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
}

async function startProcesses(
  { executable, databaseUrl }: InstallationOptions,
  env: Record<string, string>,
  metricsPorts: readonly number[],
): Promise<RunningProcess[]> {
  const started = (roles: string, port: number | undefined) =>
    startProcess(executable, { ...env, COUNTERSIGN_ROLES: roles, METRICS_PORT: String(port) });
  await run(executable, ['migrate'], { env });
  if (databaseUrl === null) return [await started('api,worker', metricsPorts[0])];
  return Promise.all([started('api', metricsPorts[0]), started('worker', metricsPorts[1])]);
}

interface RunningProcess {
  pid: number;
  url: string;
  output(): string;
  stop(): Promise<void>;
  kill(): void;
}

async function startProcess(executable: string, env: Record<string, string>): Promise<RunningProcess> {
  const child = spawn(process.execPath, [executable, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line) > 200 && lines.shift();
  createInterface({ input: child.stderr }).on('line', keep);
  const stop = () => endProcess(child);
  const ready = new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the service ${why}:\n${lines.join('\n')}`));
    const timer = setTimeout(() => fail(`was not ready after ${startMs} ms`), startMs);
    createInterface({ input: child.stdout }).on('line', (line) => {
      keep(line);
      const url = /^countersign ready (\S+)/.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    child.once('exit', (code) => (clearTimeout(timer), fail(`exited with ${code}`)));
  });
  try {
    return {
      pid: child.pid ?? 0,
      url: await ready,
      output: () => lines.join('\n'),
      stop,
      kill: () => void child.kill('SIGKILL'),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await gone;
  clearTimeout(timer);
}

async function prepare(
  address: Address,
  {
    operate,
    integrate,
    providerPort,
  }: Pick<Installation, 'operate' | 'integrate'> & { providerPort: number },
): Promise<Target> {
  const owner = await integrate('Owner');
  const tenants: Partial<Record<TenantName, Awaited<ReturnType<typeof integrate>>>> = {};
  for (const [name, settings] of Object.entries(tenantSettings)) {
    const made = await integrate(name, settings);
    tenants[name as TenantName] = made;
    if (name === 'inactive') await operate(['integration', 'deactivate', made.integrationId]);
  }
  const { stranger } = tenants;
  const invite = inviter(operate, { owner, stranger: stranger ?? owner });
  return {
    address,
    owner,
    tenants,
    owned: await belongingsOf(address, owner),
    foreign: stranger ? await belongingsOf(address, stranger) : null,
    portal: await portalPeople(address, { invite, providerPort }),
    gauges: null,
  };
}

/** Invites an owner, which creates the organisation, and assigns it the integration. */
const inviter =
  (
    operate: Installation['operate'],
    integrations: Record<'owner' | 'stranger', { integrationId: string }>,
  ): Parameters<typeof portalPeople>[1]['invite'] =>
  async (who, organisation) => {
    const { integrationId } = integrations[who];
    const email = `${who}@example.com`;
    const text = await operate([
      'portal',
      'invite',
      email,
      '--organisation',
      organisation,
      '--create',
      '--role',
      'owner',
    ]);
    await operate(['portal', 'give', integrationId, '--organisation', organisation]);
    const { url } = JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as { url: string };
    return { url, integrationId };
  };
