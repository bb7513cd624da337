import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { type ClaimRequest, claimJobs } from '../../src/storage/job/claim-jobs.ts';
import { findDueWork } from '../../src/storage/job/due-work.ts';
import { claimFrom } from '../support/claim.ts';
import { sharedClock } from '../support/clock.ts';
import { describeAlone } from '../support/engines.ts';
import { explaining, readInVain, rowsRead } from '../support/plans.ts';

describeAlone('claiming jobs', (open) => {
  const clock = sharedClock(open);
  /** Statements about many jobs take as long as they take on a busy machine: their time is not what is tested. */
  const patiently = (database: Database, text: string, values: unknown[]) =>
    database.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      return tx.query(text, values);
    });
  const queue = (
    database: Database,
    { integrationId, count, due }: { integrationId: string; count: number; due: string },
  ) =>
    patiently(
      database,
      // The time is read once: a row at a time, the clock of the tests takes a second for 100,000.
      `insert into job (integration_id, id, kind, session_id, created_at, due_at)
       select $1::uuid, gen_random_uuid(), 'check-us', gen_random_uuid(), (select now()),
         (select now()) + $3::interval + n * interval '1 millisecond'
       from generate_series(1, $2::int) as n`,
      [integrationId, count, due],
    );
  /** Jobs of many integrations that are due in an hour. */
  const queueLater = (database: Database, owners: string[], count: number) =>
    database.query(
      `insert into job (integration_id, id, kind, session_id, created_at, due_at)
       select owner, gen_random_uuid(), 'check-us', gen_random_uuid(), (select now()), (select now()) + interval '1 hour'
       from unnest($1::uuid[]) as owner, generate_series(1, $2::int)`,
      [owners, count],
    );
  const forget = (database: Database, ...integrationIds: string[]) =>
    patiently(database, 'delete from job where integration_id = any($1::uuid[])', [integrationIds]);

  it('reads none of 20,000 jobs that are due later, however often it polls', async () => {
    const database = await open();
    const integrationId = randomUUID();
    await queue(database, { integrationId, count: 20_000, due: '20 minutes' });
    const { asked, plans } = explaining(database);
    await claimFrom(asked, { 'check-us': 4 });
    // With the table's statistics at hand as well as without.
    await database.query('analyze job');
    await claimFrom(asked, { 'check-us': 4 });
    await forget(database, integrationId);
    expect(plans.map((plan) => readInVain(plan, 'job'))).toEqual([0, 0]);
  });

  it('takes the only job of an integration at once, beside 100,000 of another, and reads a handful of rows (R6, W9)', async () => {
    const database = await open();
    const [busy, quiet] = [randomUUID(), randomUUID()];
    // The embedded database takes most of a minute to make so many.
    const count = database.engine === 'postgres' ? 100_000 : 20_000;
    await queue(database, { integrationId: busy, count, due: '-1 hour' });
    await queue(database, { integrationId: quiet, count: 1, due: '-1 second' });
    const { asked, plans } = explaining(database);
    await claimFrom(asked, { 'check-us': 4 });
    await clock.advance({ seconds: 31 });
    await database.query('analyze job');
    await claimFrom(asked, { 'check-us': 4 });
    await clock.advance({ seconds: 31 });
    const claimed = await claimFrom(database, { 'check-us': 4 });
    await forget(database, busy, quiet);
    const owners = claimed.map(({ integrationId }) => integrationId).toSorted();
    expect(owners).toEqual([busy, busy, quiet].toSorted());
    // Rows and not milliseconds: this machine may be busy.
    expect(Math.max(...plans.map((plan) => rowsRead(plan, 'job')))).toBeLessThan(100);
  });

  it('takes no more jobs than it has places, where the statistics are those of one job', async () => {
    const database = await open();
    const integrationId = randomUUID();
    await queue(database, { integrationId, count: 1, due: '-1 hour' });
    await database.query('analyze job');
    await queue(database, { integrationId, count: 19, due: '-1 hour' });
    // With this the plan was one that chose the jobs anew for each that it changed.
    const reading: Database = {
      ...database,
      query: (text, values) =>
        database.transaction(async (tx) => {
          await tx.query('set local enable_seqscan = on');
          return tx.query(text, values);
        }),
    };
    const claimed = await claimFrom(reading, { 'check-us': 3 });
    await forget(database, integrationId);
    expect(claimed).toHaveLength(3);
  });

  it('goes by what integrations had lately, and gives none more places than it may have', async () => {
    const database = await open();
    const [heavy, light, fresh] = [randomUUID(), randomUUID(), randomUUID()];
    // The heavy one has waited longest.
    await queue(database, { integrationId: heavy, count: 5, due: '-3 minutes' });
    await queue(database, { integrationId: light, count: 5, due: '-2 minutes' });
    await queue(database, { integrationId: fresh, count: 5, due: '-1 minute' });
    const lane = 'check-us';
    const shares = [
      { lane, integrationId: heavy, used: 9_000, held: 0 },
      { lane, integrationId: light, used: 100, held: 1 },
    ] as const;
    const claim = async (places: number, perIntegration: number) => {
      const request: ClaimRequest = {
        lanes: [{ lane, places, perIntegration }],
        shares,
        after: randomUUID(),
      };
      const names = new Map<string, string>([
        [heavy, 'heavy'],
        [light, 'light'],
        [fresh, 'fresh'],
      ]);
      return (await claimJobs(database, request))
        .map(({ integrationId }) => names.get(integrationId))
        .toSorted();
    };
    expect(await claim(1, 4)).toEqual(['fresh']);
    expect(await claim(2, 4)).toEqual(['fresh', 'light']);
    // The light one has its place in hand.
    expect(await claim(2, 1)).toEqual(['fresh', 'heavy']);
    expect(await claim(6, 4)).toEqual(['fresh', 'fresh', 'heavy', 'heavy', 'light', 'light']);
    await forget(database, heavy, light, fresh);
  });

  it('finds the work of every integration among 700, wherever its poll begins', async () => {
    const database = await open();
    const owners = Array.from({ length: 700 }, () => randomUUID());
    await database.query(
      `insert into job (integration_id, id, kind, session_id)
       select id, gen_random_uuid(), 'check-us', gen_random_uuid() from unnest($1::uuid[]) as id`,
      [owners],
    );
    const seen = new Set<string>();
    for (let look = 0; seen.size < owners.length && look < 200; look += 1) {
      const lanes = [{ lane: 'check-us', places: 16, perIntegration: 16 }] as const;
      for (const job of await claimJobs(database, { lanes, shares: [], after: randomUUID() }))
        seen.add(job.integrationId);
    }
    await forget(database, ...owners);
    expect(seen.size).toBe(700);
  });

  it('has a poll before it that finds what a claim would find: what is due and under no lease', async () => {
    const database = await open();
    const integrationId = randomUUID();
    const isDue = async () => (await findDueWork(database)).jobs;
    expect(await isDue()).toBe(false);
    await queue(database, { integrationId, count: 1, due: '1 minute' });
    expect(await isDue()).toBe(false);
    await clock.advance({ seconds: 61 });
    expect(await isDue()).toBe(true);
    await claimFrom(database, { 'check-us': 1 });
    expect(await isDue()).toBe(false);
    // The lease ended without an end of the job.
    await clock.advance({ seconds: 31 });
    expect(await isDue()).toBe(true);
    await database.query('update job set parked_at = now() where integration_id = $1', [integrationId]);
    expect(await isDue()).toBe(false);
    await forget(database, integrationId);
  });

  it('has a poll that finds the one due job behind those of others, and reads none that is due later', async () => {
    const database = await open();
    const owners = Array.from({ length: 100 }, () => randomUUID());
    await queueLater(database, owners, 50);
    await database.query('analyze job');
    const { asked, plans } = explaining(database);
    await findDueWork(asked);
    expect(plans.map((plan) => readInVain(plan, 'job'))).toEqual([0]);
    expect(Math.max(...plans.map((plan) => rowsRead(plan, 'job')))).toBeLessThan(500);
    expect(await findDueWork(database)).toEqual({ jobs: false, webhooks: false });
    const last = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
    await queue(database, { integrationId: last, count: 1, due: '-1 second' });
    expect(await findDueWork(database)).toEqual({ jobs: true, webhooks: false });
    await forget(database, ...owners, last);
  });

  it('has a poll that takes more queues than it reads for due, so that none is overlooked', async () => {
    const database = await open();
    const owners = Array.from({ length: 256 }, () => randomUUID());
    await queueLater(database, owners.slice(1), 1);
    expect(await findDueWork(database)).toEqual({ jobs: false, webhooks: false });
    await queueLater(database, owners.slice(0, 1), 1);
    expect(await findDueWork(database)).toEqual({ jobs: true, webhooks: false });
    await forget(database, ...owners);
  });
});
