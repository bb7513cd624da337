import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drawPortrait, drawSelfie, facePairs } from '@countersign/specimens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestIntegration } from '../../src/index.ts';
import { picturesPatienceMs } from '../../src/patience.ts';
import { describeService } from '../support/each-engine.ts';
import { byNight } from '../../../service/test/support/engines.ts';
import {
  brazilian,
  failed,
  mexican,
  notApplicable,
  ok,
  type Verification,
} from '../support/registry-sessions.ts';

/** Of the scenarios `br.face_compare` and `mx.face_compare`. @see spec/registries.md 15.2, 15.3 */
const compared = { cpf: '90000004081', cic: '999900030' };

const pairOf = (kind: 'match' | 'mismatch') => {
  const pair = facePairs.find((candidate) => candidate.kind === kind);
  if (pair === undefined) throw new Error('no such pair');
  return pair;
};

// Drawing takes seconds: once for all engines.
const portrait = await drawPortrait(pairOf('match').portrait);
const sameFace = await drawSelfie(pairOf('match').selfie);
const otherFace = await drawSelfie(pairOf('mismatch').selfie);

const portraits = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-portraits-'));
for (const number of Object.values(compared))
  await fs.writeFile(path.join(portraits, `${number}.png`), portrait);
afterAll(() => fs.rm(portraits, { recursive: true, force: true }));

/** The decision on a session with this picture of the person. */
async function decisionOn({ client }: TestIntegration, verification: Verification, bytes: Buffer) {
  const sessionId = await client.createSession(verification);
  await client.uploadMedia(sessionId, { context: 'face', bytes });
  await client.submit(sessionId);
  return (await client.waitForDecision(sessionId, picturesPatienceMs)).body.verification;
}

describeService(
  'a registry that has the person’s portrait on file',
  (running) => {
    let brazil: TestIntegration;
    let mexico: TestIntegration;
    beforeAll(async () => {
      brazil = await running().integrate({ settings: { identityVerification: false, registry: 'BR_CPF' } });
      mexico = await running().integrate({ settings: { identityVerification: false, registry: 'MX_INE' } });
    });

    it('approves the person it shows', async () => {
      expect(await decisionOn(brazil, brazilian(compared.cpf), sameFace)).toMatchObject({
        status: 'approved',
        registryValidations: { BR_CPF: { status: 'success', validations: { selfie_registry_match: ok } } },
      });
      expect(await decisionOn(mexico, mexican(compared.cic), sameFace)).toMatchObject({
        status: 'approved',
        registryValidations: { MX_INE: { status: 'success', validations: { selfie_registry_match: ok } } },
      });
    });

    it('declines another face with 581, and compares nothing else (rows B11, M9)', async () => {
      expect(await decisionOn(brazil, brazilian(compared.cpf), otherFace)).toMatchObject({
        status: 'declined',
        reasonCode: 581,
        registryValidations: {
          BR_CPF: {
            validations: {
              person_registered: ok,
              selfie_registry_match: failed('selfie_mismatch'),
              name_match: notApplicable('selfie_mismatch'),
            },
          },
        },
      });
      expect(await decisionOn(mexico, mexican(compared.cic), otherFace)).toMatchObject({
        status: 'declined',
        reasonCode: 581,
        registryValidations: {
          MX_INE: {
            validations: {
              person_registered: ok,
              selfie_registry_match: failed('SELFIE_MISMATCH'),
              not_reported_lost_or_stolen: notApplicable('SELFIE_MISMATCH'),
            },
          },
        },
      });
    });
  },
  { env: { SIM_PORTRAITS: portraits } },
);

byNight(() => {
  describeService('a registry that has no portrait of the person', (running) => {
    it('recognises no person (rows B10, M8)', async () => {
      const settings = { identityVerification: false };
      const brazil = await running().integrate({ settings: { ...settings, registry: 'BR_CPF' } });
      expect(await decisionOn(brazil, brazilian(compared.cpf), sameFace)).toMatchObject({
        status: 'declined',
        reasonCode: 581,
        registryValidations: {
          BR_CPF: {
            validations: { person_registered: ok, selfie_registry_match: failed('output_not_received') },
          },
        },
      });
      const mexico = await running().integrate({ settings: { ...settings, registry: 'MX_INE' } });
      expect(await decisionOn(mexico, mexican(compared.cic), sameFace)).toMatchObject({
        status: 'declined',
        reasonCode: 581,
        registryValidations: {
          MX_INE: {
            validations: { person_registered: ok, selfie_registry_match: failed('OUTPUT_NOT_RECEIVED') },
          },
        },
      });
    });
  });
});
