import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createIntegration, openShell, readConfig, setWebhookUrl, type Shell } from '@countersign/service';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../../service/test/support/engines.ts';
import { type Access, ApiClient } from '../src/api-client.ts';
import { checkStorm } from '../src/storm/check.ts';
import type { Answers, Counters, HistoryEntry, Remains, SessionPlan } from '../src/storm/history.ts';
import { startLoad } from '../src/storm/load.ts';
import { hookPath, receiptsOf } from '../src/storm/receipts.ts';
import { createServiceProcess, type ServiceProcess } from '../src/storm/service-process.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../src/webhook-receiver.ts';
import { brazilian, colombian, mexican } from './support/registry-sessions.ts';

const executable = path.resolve(import.meta.dirname, '../../../bin/countersign');
const kills = 20;
/** A 1 × 1 PNG with a comment of its own: valid, and different every time. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (n: number) => Buffer.concat([png, Buffer.from(`picture ${n} `.repeat(500))]);
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Stage {
  directory: string;
  env: Record<string, string>;
  processes: ServiceProcess[];
  receiver: WebhookReceiver;
  plans: SessionPlan[];
  /** Of the simulator, which is a process of its own and is not killed. */
  simulatorUrl: string;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** One embedded process, or an API process and a worker process on PostgreSQL, on fixed ports so that clients can come back. */
async function setStage(engine: 'pglite' | 'postgres'): Promise<Stage> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-storm-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const receiver = await startWebhookReceiver();
  cleanups.push(() => receiver.close());
  const database = engine === 'postgres' ? await createTestDatabase() : null;
  if (database) cleanups.push(() => database.drop());
  const simulator = createServiceProcess({
    executable,
    command: 'simulator',
    // Long enough to be killed in.
    env: { SIM_PORT: '0', SIM_CONTROL_TOKEN: controlToken, SIM_LATENCY_MS: '20-300' },
  });
  const simulatorUrl = await simulator.start();
  cleanups.push(() => simulator.kill());
  const env = {
    SIMULATOR_URL: simulatorUrl,
    PORT: String(await freePort()),
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    WEBHOOK_URL: `${receiver.url}${hookPath}`,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const roles = engine === 'postgres' ? ['api', 'worker'] : ['api,worker'];
  const processes = roles.map((role) =>
    createServiceProcess({ executable, env: { ...env, COUNTERSIGN_ROLES: role } }),
  );
  cleanups.push(async () => void (await Promise.all(processes.map((process) => process.kill()))));
  for (const process of processes) await process.start();
  const access = JSON.parse(
    await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8'),
  ) as Access;
  receiver.trust([access.sharedSecret]);
  for (const process of processes) expect((await process.terminate()).code).toBe(0);
  const stage = { directory, env, processes, receiver, plans: [identity(access)], simulatorUrl };
  stage.plans.push(...(await inShell(stage, (shell) => planRegistries(shell, stage, access.apiUrl))));
  for (const process of processes) await process.start();
  return stage;
}

const controlToken = 'storm';

const identity = (access: Access): SessionPlan => ({
  name: 'forced approval',
  access,
  verification: (n) => ({ person: { firstName: 'Approve', lastName: `Number${n}` } }),
  approves: true,
});

/** Scenarios of spec/registries.md 15.2 to 15.4: one that is approved and one of nobody, for each country. */
const scenarios = [
  { registry: 'BR_CPF', approved: brazilian('12345678900'), unknown: brazilian('12345678901') },
  { registry: 'MX_INE', approved: mexican('999900001'), unknown: mexican('999900002') },
  { registry: 'CO', approved: colombian('9000000001'), unknown: colombian('9000000002') },
] as const;

/** An integration for each country, and what is sent to it. */
async function planRegistries(shell: Shell, { receiver }: Stage, apiUrl: string): Promise<SessionPlan[]> {
  const plans: SessionPlan[] = [];
  for (const { registry, approved, unknown } of scenarios) {
    const settings = { registry, identityVerification: false };
    const input = { name: registry, mode: 'test', settings, actor: 'test' } as const;
    const { integrationId, apiKey, secret } = await createIntegration(shell)(input);
    const url = `${receiver.url}${hookPath}`;
    for (const type of ['decision', 'event'] as const)
      await setWebhookUrl(shell)({ integrationId, type, url, actor: 'test' });
    receiver.trustClient(apiKey, [secret]);
    const access = { apiUrl, apiKey, sharedSecret: secret };
    plans.push(
      { name: `${registry} approved`, access, verification: () => approved, approves: true },
      { name: `${registry} not found`, access, verification: () => unknown, approves: false },
    );
  }
  return plans;
}

async function freePort(): Promise<number> {
  const receiver = await startWebhookReceiver();
  await receiver.close();
  return receiver.port;
}

/** Kills every process at a random moment and starts it again. */
async function storm({ processes }: Stage): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    await sleep(150 + Math.random() * 700);
    const victim = processes[kill % processes.length];
    await victim?.kill();
    await victim?.start();
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the service finish what is left (leases of killed processes end after 30 s), stopping it to look in between. */
async function settle(stage: Stage): Promise<Remains> {
  for (let look = 1; ; look++) {
    for (const process of stage.processes) expect((await process.terminate()).code).toBe(0);
    const remains = await lookInside(stage);
    const left = remains.undecided + remains.jobs + remains.webhooksDue;
    if (left === 0 || look === 10) return remains;
    for (const process of stage.processes) await process.start();
    await sleep(6_000);
  }
}

const lookInside = (stage: Stage): Promise<Remains> => inShell(stage, remainsOf);

async function inShell<T>({ env }: Stage, work: (shell: Shell) => Promise<T>): Promise<T> {
  const shell = await openShell(readConfig({ ...env }));
  try {
    return await work(shell);
  } finally {
    await shell.keyRing.close();
    await shell.database.close();
  }
}

async function countersOf({ simulatorUrl }: Stage): Promise<Counters> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${simulatorUrl}/__sim/counters`, { headers });
  return ((await response.json()) as { routes: Counters }).routes;
}

async function ask(history: HistoryEntry[]): Promise<Answers> {
  const answers: Answers = { decisions: new Map(), media: new Map() };
  for (const { plan, kind, outcome, sessionId, mediaId } of history) {
    if (outcome !== 'ok' || !sessionId) continue;
    const client = new ApiClient(plan.access);
    if (kind === 'submit') await client.waitForDecision(sessionId, 60_000);
    const answer = await client.decision(sessionId);
    if (answer.status === 200)
      answers.decisions.set(sessionId, answer.body.verification ? hash(answer.bytes) : null);
    if (!mediaId) continue;
    const file = await client.call({ method: 'GET', path: `/media/${mediaId}`, sign: mediaId });
    if (file.status === 200) answers.media.set(mediaId, hash(file.bytes));
  }
  return answers;
}

async function remainsOf({ database, blobs }: Shell): Promise<Remains> {
  const [counts] = await database.query<{ undecided: number; jobs: number; webhooksDue: number }>(
    `select (select count(*)::int from attempt where status = 'submitted') as undecided,
       (select count(*)::int from job) as jobs,
       (select count(*)::int from webhook where state <> 'delivered') as "webhooksDue"`,
  );
  const sessions = await database.query<{ id: string; status: string }>(`select id, status from session`);
  const decisions = await database.query<{ sessionId: string; kind: string; status: string; final: boolean }>(
    `select session_id as "sessionId", kind, status, final from decision`,
  );
  const moves = await database.query<{ sessionId: string; from: string | null; to: string | null }>(
    `select session_id as "sessionId", from_state as "from", to_state as "to" from audit
     where session_id is not null and to_state is not null order by id`,
  );
  const checks = await database.query<Remains['checks'][number] & Record<string, unknown>>(
    `select session_id as "sessionId", registry, starts, ended_at is not null as ended from registry_check`,
  );
  const media = await database.query<{ blob: string }>(`select blob from media`);
  const stored = new Set<string>();
  for await (const { name } of blobs.list()) stored.add(name);
  return {
    sessions: sessions.map((session) => ({
      ...session,
      decisions: decisions.filter(({ sessionId }) => sessionId === session.id),
    })),
    undecided: counts?.undecided ?? -1,
    jobs: counts?.jobs ?? -1,
    webhooksDue: counts?.webhooksDue ?? -1,
    brokenMedia: media.filter(({ blob }) => !stored.has(blob)).length,
    checks,
    moves,
  };
}

/** Acknowledged submissions of a plan that ended in approval. */
const approvalsOf = (plan: string, history: readonly HistoryEntry[], { sessions }: Remains): number => {
  const approved = new Set(sessions.filter(({ status }) => status === 'approved').map(({ id }) => id));
  return history.filter(
    ({ kind, outcome, sessionId, plan: { name } }) =>
      kind === 'submit' && outcome === 'ok' && name === plan && approved.has(sessionId ?? ''),
  ).length;
};

describe.each(engines())('a service killed without warning [%s]', (engine) => {
  it(`keeps every acknowledged write, decides each submission once, asks registries twice at most and tells of it, over ${kills} kills`, async () => {
    const stage = await setStage(engine);
    const load = startLoad({ plans: stage.plans, clients: 6, picture });
    await storm(stage);
    await load.stop();
    const acknowledged = load.history.filter(({ outcome }) => outcome === 'ok').length;
    const answers = await ask(load.history);
    const remains = await settle(stage);
    const receipts = receiptsOf(stage.receiver.received);
    const counters = await countersOf(stage);
    const violations = checkStorm({ history: load.history, receipts, remains, answers, counters });
    const begunTwice = remains.checks.filter(({ starts }) => starts > 1).length;
    console.log(
      `storm [${engine}]: ${kills} kills, ${acknowledged} acknowledged writes, ${receipts.length} webhooks, ${remains.checks.length} registry checks (${begunTwice} begun twice), ${violations.length} violations`,
    );
    expect(violations).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
    const promised = stage.plans.filter(({ approves }) => approves).map(({ name }) => name);
    expect(promised.filter((name) => approvalsOf(name, load.history, remains) < 3)).toEqual([]);
  }, 900_000);
});
