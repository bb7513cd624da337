import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FlowChallengeAnswer } from '@countersign/contract';
import { startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { filmOf, jpegOfSize, packFilm } from '../support/film.ts';
import { enterFlow, type FlowPageClient, uploadOf } from '../support/flow-client.ts';
import { pngOfSize } from '../support/png-of-size.ts';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';

describeEnginesOnce('the film of head movements (A-186)', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  const started = async (
    settings: GivenSettings = { requiredAssurance: 'challenge', stillAlternative: false },
  ) => {
    const client = await api.integrate({ settings: { requireDocument: false, ...settings } });
    const made = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const page = await enterFlow(api, made.json.verification.sessionToken);
    await page.start();
    return { ...page, sessionId: made.json.verification.id };
  };
  const draw = async (page: FlowPageClient) =>
    (await page.send({ method: 'POST', path: '/challenge' })).body as unknown as FlowChallengeAnswer;
  const send = async (page: FlowPageClient, film: Buffer, challenge: string) => {
    const opened = await page.send({
      method: 'POST',
      path: '/uploads',
      body: uploadOf('film', film, { challenge }),
    });
    if (opened.status !== 200) return opened;
    return page.send({
      method: 'PATCH',
      path: `/uploads/${opened.body.id}`,
      headers: { 'upload-offset': '0' },
      body: film,
    });
  };

  it('is part of the selfie: without it the selfie step is not complete', async () => {
    const page = await started();
    const face = { kind: 'picture', context: 'face', challenge: true, still: false };
    expect((await page.state()).missing).toEqual([face, { kind: 'submit' }]);
    await page.upload('face', pngOfSize(200, 'face'));
    expect((await page.state()).missing).toEqual([face, { kind: 'submit' }]);
    expect((await page.submit(1, true)).body.error.code).toBe('state-changed');
    const { id, steps, expiresAt } = await draw(page);
    expect(steps).toHaveLength(4);
    for (const step of steps) expect(['left', 'right', 'up', 'closer', 'back']).toContain(step);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(200_000);
    const sent = await send(page, filmOf(12), id);
    expect([sent.status, sent.body.complete, sent.body.mediaId]).toEqual([200, true, null]);
    expect((await page.state()).missing).toEqual([{ kind: 'submit' }]);
    expect((await page.submit()).status).toBe(200);
  });

  it('is drawn at random each time, and only the last challenge counts', async () => {
    const page = await started();
    const [first, second] = [await draw(page), await draw(page)];
    expect(first.id).not.toBe(second.id);
    const old = await send(page, filmOf(12), first.id);
    expect([old.status, old.body.error.code]).toEqual([422, 'film-invalid']);
    expect((await send(page, filmOf(12), second.id)).status).toBe(200);
  });

  it('is refused for another session’s challenge, for none, or after the deadline', async () => {
    const [page, other] = [await started(), await started()];
    const theirs = await draw(other);
    expect((await send(page, filmOf(12), theirs.id)).body.error.code).toBe('film-invalid');
    const mine = await draw(page);
    expect((await send(page, filmOf(12), theirs.id)).body.error.code).toBe('film-invalid');
    await clock.advance({ seconds: 301 });
    expect((await send(page, filmOf(12), mine.id)).body.error.code).toBe('film-invalid');
  });

  it.each<[string, () => Buffer]>([
    ['a still', () => jpegOfSize(480, 640)],
    ['too few frames', () => filmOf(7)],
    ['too many frames', () => filmOf(121)],
    ['a frame that is too large', () => filmOf(12, jpegOfSize(641, 480))],
    ['a frame that is no JPEG', () => filmOf(12, pngOfSize(200))],
    ['half a frame', () => filmOf(12).subarray(0, -3)],
    ['half a head', () => Buffer.concat([filmOf(12), Buffer.alloc(5)])],
    [
      'times that do not rise',
      () => packFilm(Array.from({ length: 12 }, () => ({ at: 0, bytes: jpegOfSize(480, 640) }))),
    ],
    [
      'no beginning',
      () => packFilm(Array.from({ length: 12 }, (_, at) => ({ at: at + 1, bytes: jpegOfSize(480, 640) }))),
    ],
  ])('sent as %s is refused, and may be sent again', async (_, film) => {
    const page = await started();
    const { id } = await draw(page);
    const refused = await send(page, film(), id);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'film-invalid']);
    expect((await send(page, filmOf(8), id)).status).toBe(200);
  });

  it('may be replaced by a still where the integration allows it and the person chooses it', async () => {
    const page = await started({ livenessChallenge: true });
    await page.upload('face', pngOfSize(200, 'face'));
    expect((await page.state()).missing).toEqual([{ kind: 'submit' }]);
    expect((await page.submit(1, false)).body.error.code).toBe('state-changed');
    expect((await page.submit(1, true)).status).toBe(200);
  });

  it('is not accepted where the integration has it switched off', async () => {
    const page = await started({});
    const answer = await page.send({ method: 'POST', path: '/challenge' });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'state-changed']);
  });

  it('is stored encrypted in the blob store, its movements sealed', async () => {
    const page = await started();
    const { id, steps } = await draw(page);
    await send(page, filmOf(12, jpegOfSize(480, 640, 'a frame in clear')), id);
    const [film] = await api.ctx.database.query<{ blob: string; steps: Uint8Array }>(
      `select blob, steps from flow_film where session_id = $1`,
      [page.sessionId],
    );
    const stored = await (await api.ctx.blobs.read(film?.blob ?? '')).toArray();
    expect(Buffer.concat(stored as Buffer[]).includes('a frame in clear')).toBe(false);
    expect(Buffer.from(film?.steps ?? []).includes(steps[0] ?? '')).toBe(false);
  });
});
