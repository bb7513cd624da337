import { specimenCase, type SpecimenCase } from '@countersign/specimens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestIntegration, TestService } from '../src/index.ts';
import { picturesPatienceMs } from '../src/patience.ts';
import { startQuickService } from './support/quick-database.ts';

type Picture = SpecimenCase['pictures'][number];
const only = ({ pictures }: SpecimenCase, ...contexts: Picture['context'][]): Picture[] =>
  pictures.filter(({ context }) => contexts.includes(context));

/** Drawn pictures through HTTP; what they mean does not depend on the engine of the database, so one is enough. */
describe('a decision about pictures that do not belong together', () => {
  let service: TestService;
  let live: TestIntegration;
  let card: SpecimenCase;
  let other: SpecimenCase;
  beforeAll(async () => {
    service = await startQuickService({ env: { VISION_TEXT_ENGINE: 'auto' } });
    live = await service.integrate({ mode: 'live' });
    card = await specimenCase({ seed: 4, kind: 'td1' });
    other = await specimenCase({ seed: 104, kind: 'td1' });
  });
  afterAll(() => service.close());

  async function decide(pictures: Picture[], document: Record<string, string> = {}) {
    const { firstName, lastName, birthDate } = card.person;
    const person = { firstName, lastName, dateOfBirth: birthDate };
    const sessionId = await live.client.createSession({ person, document });
    for (const picture of pictures) await live.client.uploadMedia(sessionId, picture);
    await live.client.submit(sessionId);
    const { body } = await live.client.waitForDecision(sessionId, picturesPatienceMs);
    return body.verification;
  }

  it('requests the back of a card that was announced as a passport', async () => {
    expect(await decide(only(card, 'face', 'document-front'), { type: 'PASSPORT' })).toMatchObject({
      status: 'resubmission_requested',
      reasonCode: 209,
      reason: 'The document photo is missing',
    });
  });

  it('declines the front of one card with the back of another, and names the sides', async () => {
    const pictures = [...only(card, 'face', 'document-front'), ...only(other, 'document-back')];
    expect(await decide(pictures, { type: 'ID_CARD' })).toMatchObject({
      status: 'declined',
      reasonCode: 102,
      reason: 'The front and the back belong to different documents',
    });
  });

  it('requests the document where another picture of the person was sent in its place', async () => {
    const [selfie] = only(card, 'face');
    if (!selfie) throw new Error('a specimen has a selfie');
    expect(await decide([selfie, { ...selfie, context: 'document-front' }])).toMatchObject({
      status: 'resubmission_requested',
      reasonCode: 209,
    });
  });
});
