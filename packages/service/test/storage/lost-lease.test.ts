import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { migrate } from '../../src/storage/engine/migrate.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import type { LeasedJob } from '../../src/storage/job/jobs.ts';
import { keepLease } from '../../src/workers/keep-lease.ts';
import { createTestDatabase, engines, silent } from '../support/engines.ts';
import { startFaultProxy } from '../../../testkit/src/index.ts';
import { newIntegration, createWebhookContext } from '../support/webhook-setup.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A leased job on a database behind a proxy. */
async function leased(): Promise<{
  database: Database;
  proxy: Awaited<ReturnType<typeof startFaultProxy>>;
  job: LeasedJob;
}> {
  const { url: address, drop } = await createTestDatabase({ migrated: true });
  cleanups.push(drop);
  const url = new URL(address);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port || 5432) });
  cleanups.push(() => proxy.close());
  url.host = `127.0.0.1:${proxy.port}`;
  const database = await openDatabase({ url: url.href, log: silent, connections: 2 });
  cleanups.push(() => database.close());
  await migrate(database);
  const { integrationId } = await newIntegration(createWebhookContext(database));
  const id = '6f5902ac-1c1b-4b5e-9d3c-2f2c0c5ef001';
  await database.query(
    `insert into session (integration_id, id, status, expires_at, data_key, kek_version, sealed, attempt_id, token_issued_at)
     values ($1, $2, 'submitted', now() + interval '1 day', '\\x00', 1, '\\x00', $2, 1)`,
    [integrationId, id],
  );
  await database.query(
    `insert into job (integration_id, id, kind, session_id, lease, claims, leased_until)
     values ($1, $2, 'erase-session', $2, 7, 1, clock_timestamp() + interval '30 seconds')`,
    [integrationId, id],
  );
  const job: LeasedJob = {
    integrationId,
    id,
    kind: 'erase-session',
    lane: 'erase-session',
    sessionId: id,
    attemptId: null,
    payload: {},
    lease: 7,
    waitedSeconds: 0,
    claims: 1,
  };
  return { database, proxy, job };
}

/** A lease of 3 s instead of 30. */
const times = { held: 3_000, renewEvery: 500, retryAfter: 200 };

describe.runIf(engines().includes('postgres'))('a job whose lease cannot be renewed (R6)', () => {
  it('is aborted when the lease has run out, not before', async () => {
    const { database, proxy, job } = await leased();
    const lease = keepLease({ database, log: silent }, job, times);
    cleanups.push(async () => lease.stop());
    await sleep(4_000);
    expect(lease.signal.aborted).toBe(false);
    proxy.behave({ kind: 'drop' });
    const start = performance.now();
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
    // The last renewal was sent up to half a second before the silence began; the rest is a busy machine.
    expect(performance.now() - start).toBeGreaterThan(2_000);
    expect(performance.now() - start).toBeLessThan(4_500);
    proxy.behave({ kind: 'pass' });
  });

  it('continues when the database answers again within the lease', async () => {
    const { database, proxy, job } = await leased();
    const lease = keepLease({ database, log: silent }, job, times);
    cleanups.push(async () => lease.stop());
    await sleep(600);
    proxy.behave({ kind: 'cut' });
    await sleep(1_000);
    proxy.behave({ kind: 'pass' });
    await sleep(4_000);
    expect(lease.signal.aborted).toBe(false);
  });

  it('is aborted at once when another worker has it', async () => {
    const { database, job } = await leased();
    await database.query('update job set lease = 8');
    const lease = keepLease({ database, log: silent }, job, times);
    cleanups.push(async () => lease.stop());
    const start = performance.now();
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
    expect(performance.now() - start).toBeLessThan(2_500);
  });
});
