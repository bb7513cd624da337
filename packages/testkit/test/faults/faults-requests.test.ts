/** F1 to F5: the API process is killed on either side of a commit. `@2`: a development start makes a session of its own. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ApiClient } from '../../src/api-client.ts';
import type { Driver } from '../../src/storm/driver.ts';
import { pngOfSize } from '../../../service/test/support/png-of-size.ts';
import { ageBlobs, describeFaults, leaseOver } from '../support/fault-stage.ts';
import { onePixel } from '../support/one-pixel.ts';
import { byNight } from '../../../service/test/support/engines.ts';

const aWeek = 7 * 24 * 3600;
/** Larger than what one read of a socket gives, so that there is a middle. */
const large = (n: number) => pngOfSize(3_000_000, `picture ${n} `);

/** A session whose first upload is not acknowledged. */
async function uploaded(driver: Driver, bytes: Uint8Array): Promise<string> {
  const sessionId = (await driver.create(1)) ?? '';
  expect(await driver.upload(sessionId, bytes)).toBe(null);
  return sessionId;
}

describeFaults('a creation whose process is killed', (faults) => {
  it('makes one session under its key: killed after the row, before the response (F1, I15)', async () => {
    const { plan, killAt, judge } = faults();
    const { driver, integrationId } = await plan('creation with a key');
    const told = await killAt('api', 'session-inserted@2', () => driver.create(1, 'key-1'));
    expect(told).toBe(null);
    const again = await driver.create(1, 'key-1');
    expect(again).toMatch(/^[0-9a-f-]{36}$/);
    expect(await driver.create(1, 'key-1')).toBe(again);
    const { sessions } = await judge();
    expect(sessions.filter((session) => session.integrationId === integrationId)).toMatchObject([
      { id: again, status: 'created' },
    ]);
  });
});

byNight(() => {
  describeFaults('a request whose process is killed', (faults) => {
    const unfinished = async () => fs.readdir(path.join(faults().stage.directory, 'blobs/unfinished'));

    it('makes another session without a key, and the lost one expires (F1)', async () => {
      const { plan, killAt, startAnew, pass, history, judge, received } = faults();
      const { driver, integrationId, plan: sent } = await plan('creation without a key');
      expect(await killAt('api', 'session-inserted@2', () => driver.create(1))).toBe(null);
      const second = await driver.create(2);
      const before = await judge();
      const lost = before.sessions.find(({ id, integrationId: of }) => of === integrationId && id !== second);
      expect(lost?.status).toBe('created');
      const known = { plan: sent, mediaId: null, sha256: null };
      history.push({ ...known, kind: 'create', outcome: 'unknown', sessionId: lost?.id ?? null });
      await pass(aWeek + 60);
      await startAnew('worker');
      // Both expire; the judgement reads decisions once, so none may come later.
      for (const id of [lost?.id, second]) await expect.poll(() => received(id ?? '')).toHaveLength(1);
      const { sessions } = await judge();
      expect(sessions.find(({ id }) => id === lost?.id)?.status).toBe('expired');
      expect(received(lost?.id ?? '')).toMatchObject([{ type: 'decision', verified: true }]);
    });

    it('leaves nothing visible of a picture in transit, and the sweep removes its file (F2)', async () => {
      const { stage, plan, killAt, startAnew, judge } = faults();
      const { driver, plan: sent } = await plan('half an upload');
      const sessionId = await killAt('api', 'media-body-arriving', () => uploaded(driver, large(1)));
      expect(await unfinished()).toHaveLength(1);
      const list = await new ApiClient(sent.access).call<{ images: unknown[] }>({
        method: 'GET',
        path: `/sessions/${sessionId}/media`,
        sign: sessionId,
      });
      expect(list.body.images).toEqual([]);
      await ageBlobs(stage);
      await startAnew('worker');
      await expect.poll(unfinished).toEqual([]);
      expect(await driver.upload(sessionId, large(1))).toMatch(/^[0-9a-f-]{36}$/);
      await judge({ swept: true });
    });

    it('makes one medium when a file’s row was never written, and the sweep removes that file (F3)', async () => {
      const { stage, plan, killAt, startAnew, judge } = faults();
      const { driver } = await plan('a file without a row');
      const sessionId = await killAt('api', 'media-file-stored', () => uploaded(driver, onePixel));
      const mediaId = await driver.upload(sessionId, onePixel);
      expect(await driver.upload(sessionId, onePixel)).toBe(mediaId);
      const stored = async () => {
        const entries = await fs.readdir(path.join(stage.directory, 'blobs'), { recursive: true });
        return entries.filter((name) => /[0-9a-f]{48}$/.test(name)).length;
      };
      const before = await stored();
      await ageBlobs(stage);
      await startAnew('worker');
      await expect.poll(stored).toBe(before - 1);
      await judge({ swept: true });
    });

    it('answers a repeated upload with the medium it had committed (F4)', async () => {
      const { plan, killAt, stage, judge } = faults();
      const { driver, integrationId } = await plan('a medium without an answer');
      const sessionId = await killAt('api', 'media-committed', () => uploaded(driver, onePixel));
      const mediaId = await driver.upload(sessionId, onePixel);
      await judge();
      const rows = await stage.withContext(({ database }) =>
        database.query('select id from media where integration_id = $1', [integrationId]),
      );
      expect(rows).toEqual([{ id: mediaId }]);
    });

    it('answers a repeated submission with 200 and decides it once (F5)', async () => {
      const { stage, plan, startAnew, pass, judge, received } = faults();
      // Decided 30 s later, so that the repetition finds it undecided.
      const { driver } = await plan('a submission without an answer', {}, () => ({
        person: { firstName: 'Approve', lastName: 'Slow' },
      }));
      await startAnew('api', 'submit-committed=kill');
      const sessionId = (await driver.create(1)) ?? '';
      expect(await driver.submit(sessionId)).toBe(null);
      expect(await stage.api.died()).toBe('SIGKILL');
      await startAnew('api');
      expect(await driver.submit(sessionId)).toBe(sessionId);
      await pass(leaseOver);
      const { sessions } = await judge();
      expect(sessions.find(({ id }) => id === sessionId)?.decisions).toMatchObject([
        { kind: 'automatic', status: 'approved', final: true },
      ]);
      expect(received(sessionId).filter(({ type }) => type === 'decision')).toHaveLength(1);
    });
  });
});
