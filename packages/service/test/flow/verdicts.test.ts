import type { CaptureFindings } from '@countersign/findings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { claimJob, judging } from '../support/decide.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { enterFlow, type FlowPageClient } from '../support/flow-client.ts';
import { pngOfSize } from '../support/png-of-size.ts';
import { VisionKilled } from '../../src/vision/vision.ts';
import { judgePictures } from '../../src/workers/judge-pictures.ts';

const seen = (...quality: CaptureFindings['quality']): CaptureFindings => ({
  refusal: null,
  width: 1920,
  height: 1080,
  quality,
  ms: 80,
});
const sharp = seen({ code: 'img.blur', value: 90, region: 'image' });
const blurred = seen(
  { code: 'img.blur', value: 4, region: 'image' },
  { code: 'doc.glare', value: 0.01, region: 'image' },
);

describeEnginesOnce('verdicts during capture (A-187)', (open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  const started = async (): Promise<FlowPageClient & { sessionId: string }> => {
    const client = await api.integrate({ settings: { requireDocument: false } });
    const made = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const page = await enterFlow(api, made.json.verification.sessionToken);
    await page.start();
    return { ...page, sessionId: made.json.verification.id };
  };
  let taken = 0;
  /** Takes a selfie that the picture process sees so. @returns the id of the medium */
  const take = async (
    page: FlowPageClient & { sessionId: string },
    judge: () => Promise<CaptureFindings>,
  ): Promise<string> => {
    const id = await page.upload('face', pngOfSize(300, `selfie ${(taken += 1)}`));
    const job = await claimJob(api, page.sessionId, 'judge-picture');
    if (!job) throw new Error('nobody is going to judge the picture');
    await judgePictures(api.ctx, judging(judge))(job, new AbortController().signal);
    return id;
  };
  const verdict = async (page: FlowPageClient, id: string) =>
    (await page.send({ path: `/media/${id}/verdict` })).body;
  const accept = (page: FlowPageClient, id: string) =>
    page.send({ method: 'POST', path: `/media/${id}/accept` });

  it('name all problems at once, failures first, and request another picture', async () => {
    const page = await started();
    const id = await take(page, () => Promise.resolve(blurred));
    expect(await verdict(page, id)).toEqual({
      result: 'fail',
      problems: [
        { code: 'img.blur', severity: 'fail' },
        { code: 'doc.glare', severity: 'warn' },
      ],
      retakesLeft: 2,
    });
    const state = await page.state();
    expect(state.next).toEqual({ kind: 'picture', context: 'face', challenge: false, still: true });
    expect(state.pictures).toMatchObject([{ id, accepted: false }]);
    expect((await page.submit()).body.error.code).toBe('state-changed');
  });

  it('accept any picture after two retakes, and record that', async () => {
    const page = await started();
    const first = await take(page, () => Promise.resolve(blurred));
    expect((await accept(page, first)).body.error.code).toBe('state-changed');
    const second = await take(page, () => Promise.resolve(blurred));
    expect((await verdict(page, second)).retakesLeft).toBe(1);
    const third = await take(page, () => Promise.resolve(blurred));
    expect((await verdict(page, third)).retakesLeft).toBe(0);
    expect((await page.submit()).status).toBe(409);
    const accepted = await accept(page, third);
    expect([accepted.status, accepted.body.missing]).toEqual([200, [{ kind: 'submit' }]]);
    expect((await accept(page, third)).status).toBe(200);
    const rows = await api.ctx.database.query<{ details: unknown }>(
      `select details from audit where session_id = $1 and action = 'accept-picture'`,
      [page.sessionId],
    );
    expect(rows).toEqual([{ details: { mediaId: third, context: 'face', codes: 'img.blur doc.glare' } }]);
    expect((await page.submit()).status).toBe(200);
  });

  it('pass a good picture', async () => {
    const page = await started();
    const id = await take(page, () => Promise.resolve(sharp));
    expect(await verdict(page, id)).toEqual({ result: 'ok', problems: [], retakesLeft: 2 });
    expect((await page.state()).missing).toEqual([{ kind: 'submit' }]);
  });

  it('request nothing and use up no retake where the service could not assess the picture', async () => {
    const page = await started();
    const id = await take(page, () => Promise.reject(new VisionKilled()));
    expect(await verdict(page, id)).toEqual({
      result: 'unknown',
      problems: [{ code: 'sys.unavailable', severity: 'unknown' }],
      retakesLeft: 2,
    });
    expect((await page.state()).missing).toEqual([{ kind: 'submit' }]);
    const next = await take(page, () => Promise.resolve(blurred));
    expect((await verdict(page, next)).retakesLeft).toBe(2);
  });

  it('that are not ready in time are unknown, and available to a later request', async () => {
    const page = await started();
    const id = await page.upload('face', pngOfSize(300, 'late'));
    const before = performance.now();
    expect(await verdict(page, id)).toEqual({
      result: 'unknown',
      problems: [{ code: 'sys.unavailable', severity: 'unknown' }],
      retakesLeft: 2,
    });
    expect(performance.now() - before).toBeGreaterThan(1_000);
    const job = await claimJob(api, page.sessionId, 'judge-picture');
    if (!job) throw new Error('nobody is going to judge the picture');
    const waiting = verdict(page, id);
    await judgePictures(
      api.ctx,
      judging(() => Promise.resolve(sharp)),
    )(job, new AbortController().signal);
    expect((await waiting).result).toBe('ok');
  });
});
