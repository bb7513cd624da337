/** The API process is killed on either side of what a page of the flow does. */
import { drawSelfie } from '@countersign/specimens';
import { expect, it } from 'vitest';
import { byNight } from '../../../service/test/support/engines.ts';
import { pngOfSize } from '../../../service/test/support/png-of-size.ts';
import { enterFlow } from '../../../service/test/support/flow-client.ts';
import { ApiClient } from '../../src/api-client.ts';
import { describeFaults } from '../support/fault-stage.ts';
import { linkOf, overNetwork } from '../support/flow-page.ts';

const png = pngOfSize(300_000, 'killed between its parts');
const nothing = () => null;

describeFaults('a page of the flow whose service is killed', (faults) => {
  /** A person who takes a selfie and nothing else, on an integration of its own. */
  const link = async (name: string) => {
    const { plan, restart } = faults();
    const settings = { requireDocument: false };
    const { plan: sent } = await plan(name, settings, () => ({}));
    await restart();
    const client = new ApiClient(sent.access);
    const verification = { person: { firstName: 'Approve', lastName: 'Maasikas' } };
    const { sessionId, token } = await linkOf(client, verification);
    const enter = () => enterFlow(overNetwork(new URL(sent.access.apiUrl).origin), token);
    const media = async () => {
      const path = `/sessions/${sessionId}/media`;
      return (await client.call<{ images: { size: number }[] }>({ method: 'GET', path, sign: sessionId }))
        .body.images;
    };
    const attempts = async () => {
      const path = `/sessions/${sessionId}/attempts`;
      const call = { method: 'GET', path, sign: sessionId } as const;
      return (await client.call<{ verifications: { status: string }[] }>(call)).body.verifications;
    };
    return { enter, media, attempts, client, sessionId };
  };

  it('finds the picture whose last response was lost', async () => {
    const { enter, media } = await link('lost answer of the last part');
    const page = await enter();
    await page.start();
    await faults().killAt('api', 'flow-upload-committed', () => page.upload('face', png).catch(nothing));
    const [picture] = (await page.state()).pictures;
    expect(await page.upload('face', png)).toBe(picture?.id);
    expect(await media()).toHaveLength(1);
  });

  byNight(() => {
    it('resumes with the part that was in transit', async () => {
      const { enter, media } = await link('between parts');
      const { killAt } = faults();
      await (await enter()).start();
      const page = await enter();
      await killAt('api', 'flow-part-committed@2', () => page.upload('face', png).catch(nothing));
      expect(await media()).toEqual([]);
      // The bearer is in the database, and so it holds.
      const state = await page.state();
      expect([state.session.status, state.holder]).toEqual(['started', 'this']);
      expect(await page.upload('face', png)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await media()).toMatchObject([{ size: 300_000 }]);
    });

    it('submits one attempt although the response was lost', async () => {
      const { enter, attempts, client, sessionId } = await link('lost answer of the submission');
      const page = await enter();
      await page.start();
      await page.upload('face', await drawSelfie({ seed: 46 }));
      await faults().killAt('api', 'flow-submit-committed', () => page.submit().catch(nothing));
      const again = await page.submit();
      expect([again.status, again.body.session.attempt]).toEqual([200, 1]);
      expect((await client.waitForDecision(sessionId, 60_000)).body.verification?.status).toBe('approved');
      expect(await attempts()).toMatchObject([{ status: 'approved' }]);
    });
  });
});
