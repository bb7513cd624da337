/** F35 and F40: a session is deleted under its job, and an installation is put back to an earlier state. */
import fs from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { clockSearchPath } from '../../../service/test/support/clock.ts';
import { byNight, testServerUrl } from '../../../service/test/support/engines.ts';
import { ApiClient } from '../../src/api-client.ts';
import { describeFaults, type FaultStage, leaseOver } from '../support/fault-stage.ts';

describeFaults('a session that is deleted while its job runs', (faults) => {
  it('stays deleted: the job ends, and nothing reappears (F40, I9)', async () => {
    const { stage, plan, startAnew, restart, judge, received } = faults();
    const settings = { identityVerification: false, watchlistScreening: true, deletion: true };
    const { driver, plan: sent } = await plan('deleted', settings, () => ({
      person: { firstName: 'Kanarina', lastName: 'Testsanction' },
      vendorData: 'Kanarina',
    }));
    await startAnew('worker', 'screening-run=delay:4000@1');
    await restart();
    const sessionId = (await driver.create(1)) ?? '';
    await driver.submit(sessionId);
    await stage.worker.passed('screening-run');
    expect(await driver.delete(sessionId)).toBe(sessionId);
    const { sessions, screenings } = await judge({ withTexts: true, erased: ['Kanarina'] });
    expect(sessions.find(({ id }) => id === sessionId)).toMatchObject({ erased: true });
    expect(screenings.filter((found) => found.sessionId === sessionId)).toEqual([]);
    expect(received(sessionId).filter(({ type }) => type === 'watchlist')).toEqual([]);
    const again = await new ApiClient(sent.access).decision(sessionId).catch(() => null);
    expect(again?.status ?? 404).toBe(404);
  });
});

/** The database as it is now, kept beside it under another name; nothing may be connected to it. */
async function administer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Keeps database and files of a stopped installation. @returns what puts them back */
async function backUp({ stage }: FaultStage): Promise<() => Promise<void>> {
  const files = `${stage.directory}-backup`;
  await fs.cp(stage.directory, files, { recursive: true });
  const name = new URL(stage.env['DATABASE_URL'] ?? 'postgres://x/').pathname.slice(1);
  if (name)
    await administer(
      async (client) => void (await client.query(`create database ${name}_backup template ${name}`)),
    );
  return async () => {
    await fs.rm(stage.directory, { recursive: true });
    await fs.rename(files, stage.directory);
    if (!name) return;
    await administer(async (client) => {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`alter database ${name}_backup rename to ${name}`);
      // A copy does not take over what was set for its template.
      await client.query(`alter database ${name} set search_path = ${clockSearchPath}`);
    });
  };
}

byNight(() => {
  describeFaults('an installation restored to the state of an hour ago', (faults) => {
    it('resends what was due then under the same id, shows the same bytes, and continues (F35, I3, I4)', async () => {
      const { stage, plan, pass, restart, history, judge, received } = faults();
      const { driver, plan: sent } = await plan('restored');
      await restart();
      stage.receiver.behave({ status: 500 });
      const kept = (await driver.create(1)) ?? '';
      await driver.submit(kept);
      const before = await new ApiClient(sent.access).waitForDecision(kept);
      await expect.poll(() => received(kept).length).toBeGreaterThanOrEqual(2);
      for (const process of stage.processes) await process.terminate();
      const putBack = await backUp(faults());
      await stage.start();
      stage.receiver.behave({ status: 200 });
      await expect.poll(() => received(kept).length).toBeGreaterThanOrEqual(4);
      const told = new Set(received(kept).map(({ id, sha256 }) => `${id} ${sha256}`));
      const later = (await driver.create(2)) ?? '';
      await driver.submit(later);
      await new ApiClient(sent.access).waitForDecision(later);
      for (const process of stage.processes) await process.kill();
      await putBack();
      // Before the start: what is due may be sent as soon as a worker is there.
      const soFar = received(kept).length;
      await stage.start();
      const after = await new ApiClient(sent.access).waitForDecision(kept);
      expect(after.bytes.equals(before.bytes)).toBe(true);
      expect((await new ApiClient(sent.access).decision(later)).status).toBe(404);
      await pass(3_600 + leaseOver);
      await restart();
      await expect.poll(() => received(kept).length).toBeGreaterThan(soFar);
      expect(new Set(received(kept).map(({ id, sha256 }) => `${id} ${sha256}`))).toEqual(told);
      // What came after the backup is gone, its webhooks with it: no client of this installation knows it any more.
      history.splice(0, history.length, ...history.filter(({ sessionId }) => sessionId !== later));
      stage.receiver.received.splice(
        0,
        stage.receiver.received.length,
        ...stage.receiver.received.filter(({ body }) => !body.includes(later)),
      );
      await judge();
    });
  });
});
