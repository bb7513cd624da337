import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { showSession } from '../../src/usecases/operator/show-session.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { decided, seeing, verify } from '../support/decide.ts';
import { seenPictures } from '../support/findings.ts';

describeApiOnce('countersign session show', (given) => {
  const show = (integrationId: string, sessionId: string) =>
    showSession(given.api.ctx)({ integrationId, sessionId });

  it('shows an operator what was found, in words and without a value of the document', async () => {
    const { client, api } = given;
    const id = await client.createSession({ person: { firstName: 'Liisa', lastName: 'Tavistock' } });
    await client.submit(id);
    const seen = seenPictures();
    const sign = { mediaId: seen.pictures[0]?.mediaId ?? '', region: 'card' as const, value: 9.5 };
    seen.evidence.push({
      ...sign,
      code: 'doc.recaptured',
      strength: 0.8,
      sentence: 'A fine grid lies over the card.',
    });
    seen.pictures[1]?.quality.push({ code: 'doc.far', value: 0.2, region: 'card' });
    await verify(api, id, seeing(seen));
    const shown = await show(client.integrationId, id);
    expect(shown).toMatchObject({
      outcome: 'shown',
      session: {
        sessionId: id,
        status: 'declined',
        attempt: 1,
        findings: {
          pictures: [
            { context: 'face', problems: [] },
            { context: 'document-front', problems: ['doc.far (warn)'] },
          ],
          barcode: 'aamva',
          signs: [{ code: 'doc.recaptured', strength: 0.8, sentence: 'A fine grid lies over the card.' }],
          assurance: 'Signs of a copied picture: informational. Not a liveness test.',
          challengeFaults: null,
        },
      },
    });
    expect(shown).toMatchObject({
      session: {
        findings: {
          fields: expect.arrayContaining([
            { field: 'lastName', status: 'disagree', sources: ['barcode', 'session'] },
            { field: 'firstName', status: 'agree', sources: ['barcode', 'session'] },
          ]) as unknown,
        },
      },
    });
    for (const secret of ['MAASIKAS', 'Tavistock', '1991-03-14', 'D4417003']) {
      expect(JSON.stringify(shown)).not.toContain(secret);
    }
  });

  it('shows no findings of a forced outcome, and no session of other integrations', async () => {
    const { client, api } = given;
    const id = await decided(api, client, 'Approve');
    expect(await show(client.integrationId, id)).toMatchObject({
      outcome: 'shown',
      session: { status: 'approved', findings: null },
    });
    const stranger = await api.integrate();
    expect(await show(stranger.integrationId, id)).toEqual({ outcome: 'unknown-session' });
    expect(await show(client.integrationId, randomUUID())).toEqual({ outcome: 'unknown-session' });
  });
});
