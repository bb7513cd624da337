import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../runtime/config.ts';
import { installationOf } from './installation.ts';
import { settingsOf } from './integration-settings.ts';
import { refuseUnsupported } from './unsupported-settings.ts';

const everything = { presentationModel: true, textEngine: true };
const nothing = { presentationModel: false, textEngine: false };
const refused = (given: unknown, installation = everything) =>
  refuseUnsupported(settingsOf('live', given), installation);

describe('settings without effect (A-135)', () => {
  it.each<[unknown, string]>([
    [
      { requiredAssurance: 'passive', requireSelfie: false },
      'requiredAssurance: must be none where no selfie is required',
    ],
    [
      { requireDocument: false, requireSelfie: false },
      'requireDocument: must be true where no selfie is required: nothing would be verified',
    ],
    [
      { registry: 'BR_CPF', requireSelfie: false },
      'requireSelfie: must be true with the Brazilian check, which compares it',
    ],
    [
      { livenessChallenge: true, requireSelfie: false },
      'livenessChallenge: must be false where no selfie is required: there would be no film',
    ],
    [{ duplicates: 'decline' }, 'duplicates: must be inform while crosslinks is false'],
    [{ blocklist: true, requireSelfie: false }, 'blocklist: must be false where no selfie is required'],
    [
      { minimumAge: 18, requireDocument: false },
      'minimumAge: must be null where no document is required: no age would be known',
    ],
    [{ acceptedDocuments: [] }, 'acceptedDocuments: must be null or name a type'],
    [
      { acceptedDocuments: [{ type: 'passport' }] },
      'acceptedDocuments: must name types of PASSPORT, ID_CARD, RESIDENCE_PERMIT, DRIVERS_LICENSE, VISA',
    ],
    [
      { acceptedDocuments: [{ type: 'PASSPORT', country: 'UK' }] },
      'acceptedDocuments: must name countries by ISO 3166-1 alpha-2 codes',
    ],
    [{ faceReviewScore: 90 }, 'faceReviewScore: must not be above faceAcceptScore'],
    [{ referenceAcceptScore: 40 }, 'referenceReviewScore: must not be above referenceAcceptScore'],
  ])('are refused when they are set: %j', (given, message) => {
    expect(() => refused(given)).toThrow(message);
    // Stored settings stay in force.
    expect(() => settingsOf('live', given)).not.toThrow();
  });

  it.each<[unknown, string]>([
    [
      { requiredAssurance: 'model' },
      'requiredAssurance: must be none or passive where VISION_MODELS holds no model of kind pad',
    ],
    [{ printedZone: 'always' }, 'printedZone: must be auto or off where VISION_TEXT_ENGINE is off'],
  ])('are refused where the installation lacks what they need: %j', (given, message) => {
    expect(() => refused(given, nothing)).toThrow(message);
    expect(() => refused(given)).not.toThrow();
  });

  it.each([
    [{}],
    [{ requiredAssurance: 'passive' }],
    [{ crosslinks: true, duplicates: 'decline', blocklist: true }],
    [{ requireDocument: false }],
    [{ acceptedDocuments: [{ type: 'PASSPORT', country: 'GB' }, { type: 'ID_CARD' }], minimumAge: 18 }],
    [{ identityVerification: false, watchlistScreening: true }],
  ])('are none of %j', (given) => {
    expect(() => refused(given, nothing)).not.toThrow();
  });
});

describe('an installation', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'slots-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('has a presentation model once one is declared among its slots', async () => {
    expect(await installationOf(readConfig({ VISION_TEXT_ENGINE: 'off' }))).toEqual(nothing);
    await writeFile(path.join(directory, 'noise1.json'), '[1, 2]');
    await writeFile(path.join(directory, 'face.json'), '{"kind": "descriptor"}');
    const config = readConfig({ VISION_MODELS: directory });
    expect(await installationOf(config)).toEqual({ presentationModel: false, textEngine: true });
    await writeFile(path.join(directory, 'pad.json'), '{"kind": "pad"}');
    expect(await installationOf(config)).toEqual(everything);
  });
});
