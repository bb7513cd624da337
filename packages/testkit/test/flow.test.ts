import { challengeFilm, drawSelfie, specimenCase } from '@countersign/specimens';
import { expect, it } from 'vitest';
import type { FlowChallengeAnswer } from '@countersign/contract';
import { packFilm } from '../../service/test/support/film.ts';
import { type FlowPageClient, uploadOf } from '../../service/test/support/flow-client.ts';
import type { FilmAttack } from '@countersign/specimens';
import { describeService, onePixel } from './support/each-engine.ts';
import { pageOf } from './support/flow-page.ts';

describeService(
  'a person in the flow',
  (running) => {
    /** Asks until the picture is judged: a machine that is busy takes longer than one question waits. */
    const verdictOf = async (page: FlowPageClient, mediaId: string) => {
      const ask = async () => (await page.send({ path: `/media/${mediaId}/verdict` })).body;
      await expect
        .poll(async () => (await page.state()).pictures.find(({ id }) => id === mediaId)?.verdict, {
          timeout: 60_000,
        })
        .not.toBe(null);
      return ask();
    };
    const events = (sessionId: string) =>
      running()
        .receiver.received.filter(({ path, body }) => path === '/event' && body.includes(sessionId))
        .map(({ body }) => (JSON.parse(body.toString()) as { code: number }).code);

    it(
      'is verified by pictures taken there: each is judged while it is taken, and all are decided about',
      { timeout: 240_000 },
      async () => {
        const { client } = await running().integrate({
          mode: 'live',
          settings: { granularReasonCodes: true },
        });
        const { pictures } = await specimenCase({ kind: 'td1', seed: 46 });
        const page = await pageOf(client);
        await page.start();
        await page.document('EE', 'ID_CARD');
        for (const { context, bytes } of pictures) {
          if (context !== 'document-front' && context !== 'document-back' && context !== 'face') continue;
          const verdict = await verdictOf(page, await page.upload(context, bytes));
          expect([context, verdict.result === 'fail', verdict.retakesLeft]).toEqual([context, false, 2]);
        }
        expect((await page.state()).missing).toEqual([{ kind: 'submit' }]);
        expect((await page.submit()).body.session.status).toBe('submitted');
        const { body } = await client.waitForDecision(page.sessionId, 60_000);
        expect([
          body.verification?.status,
          body.verification?.person['lastName'],
          body.technicalData.ip,
        ]).toEqual(['approved', 'IBANEZ DEL PRADO', '127.0.0.1']);
        await expect.poll(() => events(page.sessionId), { timeout: 60_000 }).toEqual([7001, 7002]);
        await expect.poll(async () => (await page.state()).ended, { timeout: 60_000 }).toBe('complete');
      },
    );

    it('gets a request for a better picture at once', async () => {
      const { client } = await running().integrate({ settings: { requireDocument: false } });
      const page = await pageOf(client);
      await page.start();
      const verdict = await verdictOf(page, await page.upload('face', onePixel));
      expect(verdict.result).toBe('fail');
      expect((await page.state()).next).toMatchObject({ kind: 'picture', context: 'face' });
    });

    const settings = { requireDocument: false, requiredAssurance: 'challenge', manualReview: false } as const;
    /** Films a drawn head; `steps` are those that the film shows, where they differ from the ones drawn. */
    const film = async (attack: FilmAttack) => {
      const { client } = await running().integrate({
        mode: 'live',
        settings: { ...settings, granularReasonCodes: true },
      });
      const page = await pageOf(client);
      await client.uploadMedia(page.sessionId, {
        context: 'face-reference',
        bytes: await drawSelfie({ seed: 46, variant: 2 }),
      });
      await page.start();
      const challenge = (await page.send({ method: 'POST', path: '/challenge' }))
        .body as unknown as FlowChallengeAnswer;
      const drawn = await challengeFilm({ seed: 46, steps: challenge.steps, attack });
      await page.upload('face', drawn.selfie);
      const bytes = packFilm(drawn.frames.map(({ at, jpeg }) => ({ at, bytes: jpeg })));
      const opened = await page.send({
        method: 'POST',
        path: '/uploads',
        body: uploadOf('film', bytes, { challenge: challenge.id }),
      });
      const sent = await page.send({
        method: 'PATCH',
        path: `/uploads/${opened.body.id}`,
        headers: { 'upload-offset': '0' },
        body: bytes,
      });
      expect(sent.body.complete).toBe(true);
      return { client, page };
    };

    it('who follows the head movements reaches the assurance that the integration demands (A-186)', async () => {
      const { client, page } = await film('none');
      expect((await page.submit()).body.session.status).toBe('submitted');
      const { body } = await client.waitForDecision(page.sessionId, 60_000);
      expect([body.verification?.status, body.verification?.reasonCode]).toEqual(['approved', null]);
    });

    it('who holds a print before the camera does not, and is requested to try again', async () => {
      const { client, page } = await film('tilted-flat');
      await page.submit();
      const { body } = await client.waitForDecision(page.sessionId, 60_000);
      expect([body.verification?.status, body.verification?.reasonCode]).toEqual([
        'resubmission_requested',
        603,
      ]);
      const state = await page.state();
      expect(state.missing.map((one) => ('context' in one ? one.context : one.kind))).toEqual([
        'start',
        'face',
        'submit',
      ]);
    });

    it('who sends a still alone does not either', async () => {
      const { client } = await running().integrate({
        mode: 'live',
        settings: { ...settings, granularReasonCodes: true },
      });
      const page = await pageOf(client);
      await client.uploadMedia(page.sessionId, {
        context: 'face-reference',
        bytes: await drawSelfie({ seed: 46, variant: 2 }),
      });
      await page.start();
      await page.upload('face', await drawSelfie({ seed: 46 }));
      expect((await page.submit(1, true)).body.session.status).toBe('submitted');
      const { body } = await client.waitForDecision(page.sessionId, 60_000);
      expect([body.verification?.status, body.verification?.reasonCode]).toEqual([
        'resubmission_requested',
        603,
      ]);
    });
  },
  // Print is read elsewhere; here it would take longer than all the rest.
  { env: { VISION_TEXT_ENGINE: 'off' } },
);
