/** An operator erases sessions, and whatever executes the command is killed on either side of a commit. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeFaults, type FaultStage, testBundle } from '../support/fault-stage.ts';
import { onePixel } from '../support/one-pixel.ts';

/** Runs the command line on the stage's installation: beside the embedded service over its socket, else on the database. */
function countersign({ stage }: FaultStage, args: readonly string[], failpoints = '') {
  const { status, signal } = spawnSync(process.execPath, ['--liftoff-only', testBundle, ...args], {
    env: { ...stage.env, PATH: process.env['PATH'] ?? '', COUNTERSIGN_FAILPOINTS: failpoints },
    encoding: 'utf8',
  });
  return { status, signal };
}

/**
 * Runs a command that is killed at a failpoint: the service where that executes it, else the command itself.
 * @param armed `name=kill`, or `name=kill@N` for the N-th pass
 */
async function killedAt(faults: FaultStage, armed: string, args: readonly string[]): Promise<void> {
  const { stage, startAnew } = faults;
  if (stage.api !== stage.worker) {
    expect(countersign(faults, args, armed).signal).toBe('SIGKILL');
    return;
  }
  await startAnew('api', armed);
  expect(countersign(faults, args).status).not.toBe(0);
  expect(await stage.api.died()).toBe('SIGKILL');
  await startAnew('api');
}

/** Sessions with a picture and a decision that its webhook has delivered. */
async function decidedSessions({ plan, restart, received }: FaultStage, name: string, count: number) {
  const { driver, integrationId } = await plan(name);
  await restart();
  const sessionIds: string[] = [];
  for (let at = 1; at <= count; at += 1) {
    const id = (await driver.create(at)) ?? '';
    await driver.upload(id, onePixel);
    await driver.submit(id);
    const isDecision = ({ type }: { type: string }) => type === 'decision';
    await expect.poll(() => received(id).some(isDecision), { timeout: 60_000 }).toBe(true);
    sessionIds.push(id);
  }
  return { integrationId, sessionIds };
}

/** What is stored of an erasure, session by session. The embedded database has one owner: its service is ended for the look. */
async function erasuresOf(
  { stage, restart }: FaultStage,
  sessionIds: readonly string[],
  action: string,
): Promise<Record<string, unknown>[]> {
  if (stage.api === stage.worker && stage.api.alive()) await stage.api.terminate();
  const rows = await stage.withContext(({ database }) =>
    database.query(
      `select s.deleted_at is not null as deleted, s.data_key is null as locked,
         (select count(*)::int from media m where m.session_id = s.id) as pictures,
         (select count(*)::int from erasure e where e.session_id = s.id) as proofs,
         (select count(*)::int from erasure e where e.session_id = s.id and e.erased_at is not null) as finished,
         (select count(*)::int from audit a where a.session_id = s.id and a.action = $2) as entries
       from session s where s.id = any($1::uuid[]) order by array_position($1::uuid[], s.id)`,
      [sessionIds, action],
    ),
  );
  await restart();
  return rows;
}

/** Between two looks the embedded service must have time to work. */
const looking = { timeout: 120_000, interval: 3_000 };

const untouched = { deleted: false, locked: false, pictures: 1, proofs: 0, finished: 0, entries: 0 };
const erased = { deleted: true, locked: true, pictures: 0, proofs: 1, finished: 1, entries: 1 };

describeFaults('an erasure by an operator that is killed', (faults) => {
  it.each([
    ['deletion-uncommitted', false],
    ['deletion-committed', true],
  ] as const)(
    'at %s has deleted all of the session or nothing, and can be repeated',
    async (failpoint, isDeleted) => {
      const { integrationId, sessionIds } = await decidedSessions(faults(), failpoint, 1);
      const erase = ['session', 'erase', integrationId, sessionIds[0] ?? '', '--yes', '--json'];
      await killedAt(faults(), `${failpoint}=kill`, erase);
      const state = () => erasuresOf(faults(), sessionIds, 'delete-session');
      if (!isDeleted) {
        expect(await state()).toEqual([untouched]);
        expect(countersign(faults(), erase).status).toBe(0);
      } else {
        // There is no such session any more.
        expect(countersign(faults(), erase).status).toBe(4);
      }
      await expect.poll(state, looking).toEqual([erased]);
    },
  );

  it.each([
    ['erasure-repeated-uncommitted', false],
    ['erasure-repeated-committed', true],
  ] as const)(
    'while it repeats those of a restored backup, at %s of the second, continues where it was',
    async (failpoint, isSecond) => {
      const { integrationId, sessionIds } = await decidedSessions(faults(), failpoint, 3);
      const file = path.join(faults().stage.directory, `${failpoint}.jsonl`);
      const lines = sessionIds.map((sessionId) =>
        JSON.stringify({ integrationId, sessionId, scope: 'session' }),
      );
      await fs.writeFile(file, `${lines.join('\n')}\n`);
      const replay = ['erasures', 'replay', file, '--json'];
      await killedAt(faults(), `${failpoint}=kill@2`, replay);
      const state = () => erasuresOf(faults(), sessionIds, 'erase-session-again');
      const [first, second, third] = await state();
      expect([first?.['deleted'], second?.['deleted']]).toEqual([true, isSecond]);
      expect(third).toEqual(untouched);
      expect(countersign(faults(), replay).status).toBe(0);
      await expect.poll(state, looking).toEqual([erased, erased, erased]);
      // Once more finds nothing left.
      expect(countersign(faults(), replay).status).toBe(0);
      expect(await state()).toEqual([erased, erased, erased]);
    },
  );
});
