/** F7, F8, F9 and F36: the process that decides, sends, ends, erases or promotes is killed between two of its commits. */
import { expect, it } from 'vitest';
import { byNight, rowsByDay } from '../../../service/test/support/engines.ts';
import { describeFaults, type FaultStage, leaseOver } from '../support/fault-stage.ts';
import { onePixel } from '../support/one-pixel.ts';

/** The hold of a resubmission webhook, and the window that follows it, in seconds. @see spec/contract.md A-98 */
const hold = 300;

describeFaults('a webhook whose sender is killed', (faults) => {
  it.each(rowsByDay(['webhook-claimed', 'webhook-answered'], (point) => point === 'webhook-answered'))(
    'at %s sends the same bytes under the same id again (F8, I4)',
    async (failpoint) => {
      const { plan, killAt, judge, received } = faults();
      const { driver } = await plan(failpoint);
      const sessionId = await killAt('worker', failpoint, async () => {
        const created = (await driver.create(1)) ?? '';
        await driver.submit(created);
        return created;
      });
      await judge();
      const byId = new Map(received(sessionId).map(({ id, sha256 }) => [id, sha256]));
      expect(byId.size).toBe(2);
      const repeated = received(sessionId).length > byId.size;
      expect(repeated).toBe(failpoint === 'webhook-answered');
    },
  );
});

byNight(() => {
  describeFaults('a process killed around its webhooks', (faults) => {
    const decisions = (sessionId: string) =>
      faults()
        .received(sessionId)
        .filter(({ type }) => type === 'decision');

    it('sends a decision that was committed and not yet sent (F7, I4)', async () => {
      const { plan, killAt, judge } = faults();
      const { driver } = await plan('committed decision');
      const sessionId = await killAt('worker', 'decision-committed', async () => {
        const created = (await driver.create(1)) ?? '';
        await driver.submit(created);
        return created;
      });
      await judge();
      expect(new Set(decisions(sessionId).map(({ id }) => id)).size).toBe(1);
    });

    it('killed inside the hold still sends the request to resubmit once, and killed at the end of the window still ends it once (F7, I5)', async () => {
      const { plan, startAnew, pass, look, judge, stage } = faults();
      const { driver } = await plan('hold', {}, () => ({
        person: { firstName: 'Resubmit', lastName: 'Slow' },
      }));
      await faults().restart();
      const sessionId = (await driver.create(1)) ?? '';
      await driver.submit(sessionId);
      await pass(0);
      await inFlow(faults(), sessionId);
      // Or it decides, as soon as the time has passed.
      await stage.worker.kill();
      await pass(leaseOver);
      await startAnew('worker', 'decision-committed=kill').catch(killedAtStart);
      if (stage.worker.alive()) await faults().restart();
      expect(await stage.worker.died()).toBe('SIGKILL');
      expect(decisions(sessionId)).toEqual([]);
      await pass(leaseOver);
      await faults().restart();
      await look();
      await stage.worker.kill();
      await pass(hold);
      await startAnew('worker', 'session-end-committed=kill').catch(killedAtStart);
      if (stage.worker.alive()) await faults().restart();
      // Told, and ended after it: both wait for the same instant.
      expect(await stage.worker.died()).toBe('SIGKILL');
      await pass(leaseOver);
      const { sessions } = await judge();
      expect(sessions.find(({ id }) => id === sessionId)?.decisions.map(({ kind }) => kind)).toEqual([
        'automatic',
        'timeout',
      ]);
      expect(new Set(decisions(sessionId).map(({ id }) => id)).size).toBe(2);
    });

    it.each(['erasure-key-dropped', 'erasure-files-deleted'])(
      'at %s resumes erasing, and nothing of the person remains (F36, I9)',
      async (failpoint) => {
        const { plan, killAt, judge } = faults();
        const canary = `Zwitscherbach${failpoint}`;
        const { driver } = await plan(failpoint, { deletion: true }, () => ({
          person: { firstName: 'Approve', lastName: canary },
          vendorData: canary,
        }));
        await faults().restart();
        const sessionId = (await driver.create(1)) ?? '';
        await driver.upload(sessionId, Buffer.concat([onePixel, Buffer.from(canary)]));
        await driver.submit(sessionId);
        await expect.poll(() => decisions(sessionId).length).toBe(1);
        expect(await killAt('worker', failpoint, () => driver.delete(sessionId))).toBe(sessionId);
        const { sessions } = await judge({ withTexts: true, erased: [canary] });
        expect(sessions.find(({ id }) => id === sessionId)).toMatchObject({ erased: true });
      },
    );
  });
});

/** The embedded service does all in one process, which what is due may kill before it is ready. */
const killedAtStart = (error: Error): void => {
  expect(error.message).toMatch(/^the service ended with null:\n[^]*failpoint \w/);
};

/** The flow's own submission does not exist yet; the row says so in its place. */
const inFlow = ({ stage }: FaultStage, sessionId: string) =>
  stage.withContext(({ database }) =>
    database.query(`update attempt set fed_by = 'flow' where session_id = $1`, [sessionId]),
  );
