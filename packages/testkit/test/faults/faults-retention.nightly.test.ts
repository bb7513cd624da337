/** The worker is killed while it erases what was kept for long enough. */
import type { GivenSettings } from '@countersign/service';
import { expect, it } from 'vitest';
import { rowsByDay } from '../../../service/test/support/engines.ts';
import { describeFaults } from '../support/fault-stage.ts';
import { onePixel } from '../support/one-pixel.ts';

const twoDays = 2 * 86_400;

const kept: readonly (readonly [scope: string, failpoint: string, settings: GivenSettings])[] = [
  ['pictures', 'erasure-files-deleted', { retention: { pictureDays: 1 } }],
  ['session', 'erasure-key-dropped', { retention: { sessionDays: 1 } }],
];

describeFaults('retention', (faults) => {
  it.each(rowsByDay(kept, ([scope]) => scope === 'session'))(
    'of a %s resumes erasing after a kill at %s, and leaves its proof',
    async (scope, failpoint, settings) => {
      const { stage, plan, pass, restart, killAt, received } = faults();
      const { driver } = await plan(scope, settings);
      await restart();
      const sessionId = (await driver.create(1)) ?? '';
      await driver.upload(sessionId, onePixel);
      await driver.submit(sessionId);
      const isDecision = ({ type }: { type: string }) => type === 'decision';
      await expect.poll(() => received(sessionId).some(isDecision), { timeout: 60_000 }).toBe(true);
      // Nothing erases before the worker that is killed at it, which looks when it starts, and leaves alone what has a webhook still
      // to be sent: this one ends in order, so that it has recorded what it sent.
      await stage.worker.terminate();
      await pass(twoDays);
      await killAt('worker', failpoint, () => Promise.resolve());
      const left = async () => {
        // The embedded database has one owner: its service is ended for the look.
        if (stage.api === stage.worker && stage.api.alive()) await stage.api.terminate();
        const found = await stage.withContext(async ({ database }) => {
          const [row] = await database.query<Record<string, unknown>>(
            `select e.scope, e.actor, e.erased_at is not null as erased, e.files,
               (select count(*)::int from media m where m.session_id = e.session_id) as pictures,
               (select count(*)::int from job j where j.session_id = e.session_id) as jobs,
               s.data_key is null as locked
             from erasure e join session s on s.id = e.session_id where e.session_id = $1`,
            [sessionId],
          );
          return row;
        });
        await restart();
        return found;
      };
      await expect.poll(left, { timeout: 120_000, interval: 3_000 }).toEqual({
        scope,
        actor: 'retention',
        erased: true,
        files: 1,
        pictures: 0,
        jobs: 0,
        locked: scope === 'session',
      });
    },
  );
});
