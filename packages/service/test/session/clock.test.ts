import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { measureClockSkew } from '../../src/storage/engine/database-clock.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { claimFrom } from '../support/claim.ts';
import { clockOf, sharedClock } from '../support/clock.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { createTestDatabase, describeEnginesOnce, engines, silent } from '../support/engines.ts';
import {
  attempted,
  createWebhookContext,
  inState,
  newIntegration,
  newSession,
  record,
  setUrl,
  startDelivery,
  untilStored,
} from '../support/webhook-setup.ts';

/** Whole minutes by which the database is ahead of this process, which may be paused for some seconds. */
const ahead = async (database: Database) => Math.round(-(await measureClockSkew(database)) / 60) + 0;

describeApiOnce('sessions, when the clock of the tests is advanced', (given) => {
  it('expire once their seven days are over, and not a minute before', async () => {
    const { client, clock } = given;
    const [early, late] = [await client.createSession(), await client.createSession()];
    await clock.advance({ days: 6, hours: 23, minutes: 59 });
    expect((await client.submit(early)).status).toBe(200);
    await clock.advance({ minutes: 1 });
    expect((await client.submit(late)).json.code).toBe('1304');
  });

  it('have times of creation that columns take from it by default', async () => {
    const { client, clock } = given;
    const createdIn = async (sessionId: string) => {
      const answer = await client.call({ path: `/sessions/${sessionId}/attempts` });
      return Date.parse(answer.json.verifications[0].createdTime);
    };
    const before = await createdIn(await client.createSession());
    await clock.advance({ hours: 12 });
    const after = await createdIn(await client.createSession());
    expect(Math.round((after - before) / 3_600_000)).toBe(12);
  });
});

describeEnginesOnce('work, when the clock of the tests is advanced', (open) => {
  const clock = sharedClock(open);
  beforeEach(async () => {
    // What other files of this process left would come due too.
    for (const table of ['delivery', 'webhook', 'job']) await (await open()).query(`delete from ${table}`);
  });

  it('a failed webhook is sent again when its time has come', async () => {
    const database = await open();
    const ctx = createWebhookContext(database);
    const receiver = await startWebhookReceiver();
    const { integrationId, secret } = await newIntegration(ctx);
    receiver.trust([secret]);
    await setUrl(ctx, integrationId, receiver.url);
    receiver.behave({ status: 500 });
    const delivery = startDelivery(ctx);
    const id = await record(ctx, await newSession(ctx, integrationId));
    expect((await untilStored(database, id, attempted(1))).state).toBe('due');
    receiver.behave({ status: 200 });
    await clock.advance({ seconds: 12 });
    expect((await untilStored(database, id, inState('delivered'))).attempts).toBe(2);
    await delivery.stop();
    await receiver.close();
  });

  it('a job is claimed again once the lease of 30 s has run out', async () => {
    const database = await open();
    const ctx = createWebhookContext(database);
    const session = await newSession(ctx, (await newIntegration(ctx)).integrationId);
    await database.query(
      `insert into job (integration_id, id, kind, session_id) values ($1, gen_random_uuid(), 'check-us', $2)`,
      [session.integrationId, session.sessionId],
    );
    const leases = async () => (await claimFrom(database, { 'check-us': 1 })).map(({ lease }) => lease);
    expect(await leases()).toEqual([1]);
    await clock.advance({ seconds: 25 });
    expect(await leases()).toEqual([]);
    await clock.advance({ seconds: 6 });
    expect(await leases()).toEqual([2]);
  });

  it('is right again after each test', async () => {
    expect(await ahead(await open())).toBe(0);
    await clock.advance({ days: 1, hours: 1, minutes: 1, seconds: 60 });
    expect(await ahead(await open())).toBe(1_502);
  });

  it('so that none finds what another advanced', async () => {
    expect(await ahead(await open())).toBe(0);
  });

  it('all its functions agree, within a transaction too', async () => {
    await clock.advance({ hours: 1 });
    const rows = await (
      await open()
    ).transaction((tx) =>
      tx.query(
        `select round(extract(epoch from now() - pg_catalog.now()))::int as now,
           round(extract(epoch from transaction_timestamp() - pg_catalog.now()))::int as transaction,
           round(extract(epoch from statement_timestamp() - pg_catalog.statement_timestamp()))::int as statement,
           round(extract(epoch from clock_timestamp() - pg_catalog.clock_timestamp()))::int as clock`,
      ),
    );
    expect(rows).toEqual([{ now: 3_600, transaction: 3_600, statement: 3_600, clock: 3_600 }]);
  });
});

it('the service takes the time by nothing else: its statements have no current_timestamp or the like', () => {
  const source = path.resolve(import.meta.dirname, '../..');
  const files = ['src', 'migrations'].flatMap((folder) =>
    fs
      .readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|sql)$/.test(file))
      .map((file) => path.join(source, folder, file)),
  );
  expect(files.length).toBeGreaterThan(100);
  const fixed =
    /\b(current_timestamp|current_date|current_time|localtimestamp|localtime|timeofday|pg_catalog\.now)\b/i;
  expect(files.filter((file) => fixed.test(fs.readFileSync(file, 'utf8')))).toEqual([]);
});

describe.runIf(engines().includes('postgres'))('a database of its own on PostgreSQL', () => {
  it('keeps what was advanced, for every connection and process', async () => {
    const { url, drop } = await createTestDatabase();
    const [one, other] = [await openDatabase({ url, log: silent }), await openDatabase({ url, log: silent })];
    expect(await ahead(other)).toBe(0);
    await clockOf(() => one).advance({ hours: 2 });
    expect(await ahead(other)).toBe(120);
    await Promise.all([one.close(), other.close()]);
    await drop();
  });
});
