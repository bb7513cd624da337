import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { startSimulator } from '@countersign/registry-simulator';
import { createIntegration, hmacHex, createContext, readConfig } from '@countersign/service';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, engines, systemEngines } from '../../../service/test/support/engines.ts';
import { type Access, ApiClient } from '../../src/api-client.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import { mexican, submitted } from '../support/registry-sessions.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** An upload of which the first half was sent; `finish` sends the rest. */
function startUpload({ apiUrl, apiKey, sharedSecret }: Access, sessionId: string) {
  const body = Buffer.from(JSON.stringify({ image: { context: 'face', content: png } }));
  const request = http.request(`${apiUrl}/sessions/${sessionId}/media`, {
    method: 'POST',
    headers: {
      'x-auth-client': apiKey,
      'x-hmac-signature': hmacHex(sharedSecret, body),
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    request.on('response', (response) => (response.resume(), resolve(response.statusCode ?? 0)));
    request.on('error', reject);
  });
  request.write(body.subarray(0, 40));
  return { status, finish: () => request.end(body.subarray(40)) };
}

/** Bytes of uploads that the service has begun to receive. */
async function bytesInFlight(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^countersign_upload_bytes_in_flight (\S+)/m.exec(metrics)?.[1]);
}

/** A service that is not started yet, with data of its own. */
async function prepare(engine: 'pglite' | 'postgres', further: Record<string, string> = {}) {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-drain-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
  if (database) cleanups.push(() => database.drop());
  const env = {
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...further,
  };
  const service = createServiceProcess({ executable, env });
  cleanups.push(() => service.kill());
  return { directory, env, service };
}

/** An integration that only asks Mexico's registry, made while no service runs. */
async function mexicanIntegration(env: Record<string, string>): Promise<Omit<Access, 'apiUrl'>> {
  const ctx = await createContext(readConfig(env));
  try {
    const settings = { registry: 'MX_INE', identityVerification: false } as const;
    const input = { name: 'Mexico', mode: 'test', settings, actor: 'test' } as const;
    const { apiKey, secret } = await createIntegration(ctx)(input);
    return { apiKey, sharedSecret: secret };
  } finally {
    await ctx.keyRing.close();
    await ctx.database.close();
  }
}

describe.each(systemEngines())('a service that is stopped [%s]', (engine) => {
  it('finishes work in flight, accepts nothing new, exits with 0 and continues after the next start (F33, I1)', async () => {
    const { directory, service } = await prepare(engine);
    const readAccess = async () =>
      JSON.parse(await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8')) as Access;

    const { origin } = new URL(await service.start());
    const access = await readAccess();
    const client = new ApiClient(access);
    const uploading = await client.createSession({ person: { firstName: 'Approve' } });
    const deciding = await client.createSession({ person: { firstName: 'Approve' } });
    const upload = startUpload(access, uploading);
    await expect.poll(() => bytesInFlight(origin)).toBeGreaterThan(0);
    await client.submit(deciding);
    const ended = service.terminate();
    const accepts = () =>
      client.createSession({}).then(
        () => true,
        () => false,
      );
    await expect.poll(accepts).toBe(false);
    upload.finish();
    expect(await upload.status).toBe(200);
    const { code, ms } = await ended;
    expect(code).toBe(0);
    expect(ms).toBeLessThan(25_000);

    await service.start();
    const again = new ApiClient(await readAccess());
    expect((await again.waitForDecision(deciding)).body.verification?.status).toBe('approved');
    const media = await again.call<{ images: unknown[] }>({
      method: 'GET',
      path: `/sessions/${uploading}/media`,
      sign: uploading,
    });
    expect(media.body.images).toHaveLength(1);
    expect((await service.terminate()).code).toBe(0);
  });

  it('shuts down cleanly although something prevents the exit of the process, and logs what that is', async () => {
    const { service } = await prepare(engine, {
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: '--import=data:text/javascript,setInterval(()=>{},1e3)',
    });
    await service.start();
    expect((await service.terminate()).code).toBe(0);
    expect(service.output()).toMatch(
      /"reason":"[^"]*Timeout[^"]*","msg":"process exits with resources still open"/,
    );
  });

  it('waits for a slow registry, releases the job of a hanging one, and the next process sends the query once more (F33)', async () => {
    const simulator = await startSimulator();
    cleanups.push(() => simulator.close());
    const { env, service } = await prepare(engine, { SIMULATOR_URL: simulator.url });
    const integration = await mexicanIntegration(env);
    const callsAre = async (count: number) => {
      await expect.poll(() => simulator.control.count('mx.ine')).toBe(count);
    };
    await simulator.control.setFaults([
      { id: 'slow', route: 'mx.ine', fault: 'net.slow', params: { ms: 4_000 }, calls: { to: 1 } },
      { id: 'hangs', route: 'mx.ine', fault: 'net.hang', calls: { to: 1 } },
    ]);

    const client = new ApiClient({ apiUrl: `${await service.start()}/v1`, ...integration });
    const slow = await submitted(client, mexican('999900001'));
    await callsAre(1);
    const hanging = await submitted(client, mexican('999900001'));
    await callsAre(2);
    const { code, ms } = await service.terminate();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(25_000);

    const again = new ApiClient({ apiUrl: `${await service.start()}/v1`, ...integration });
    for (const sessionId of [slow, hanging]) {
      const { body } = await again.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved' });
    }
    expect((await service.terminate()).code).toBe(0);
    const [answered] = simulator.control.calls({ route: 'mx.ine' });
    expect(answered).toMatchObject({ fault: 'slow', status: 200 });
    expect(simulator.control.count('mx.ine')).toBe(3);
  });
});

/** Keeps migrations out, as a process does that brings the tables up to date, until the client ends. */
async function holdMigrations(connectionString: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('select pg_advisory_lock(7264401)');
  return client;
}

describe.runIf(engines().includes('postgres'))('a service that is stopped while it starts [postgres]', () => {
  it('does not wait for whatever delays its start', async () => {
    const { env, service } = await prepare('postgres');
    const holder = await holdMigrations(env['DATABASE_URL']);
    cleanups.push(() => holder.end());
    const ready = service.start().then(
      () => true,
      () => false,
    );
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await holder.query(waiting)).rows).toHaveLength(1);
    const { code, ms } = await service.terminate();
    expect({ ready: await ready, code }).toEqual({ ready: false, code: 1 });
    expect(ms).toBeLessThan(25_000);
  });
});
