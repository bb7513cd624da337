import type { MexicoResult } from '@countersign/contract';
import { approvedPerson } from '@countersign/specimens';
import { beforeAll, describe, expect, it } from 'vitest';
import { clockOf } from '../../../service/test/support/clock.ts';
import type { TestIntegration } from '../../src/index.ts';
import { describeService, onePixel } from '../support/each-engine.ts';
import {
  brazilian,
  colombian,
  decisionOn,
  failed,
  mexican,
  notApplicable,
  ok,
  submitted,
} from '../support/registry-sessions.ts';

/** A call was made, so the answer's time stands there. */
const arrival = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const passedFields = {
  name_match: ok,
  date_of_birth_match: ok,
  gender_match: ok,
  drivers_license_number_match: ok,
  drivers_license_category_match: ok,
  drivers_license_is_valid: ok,
  drivers_license_first_issue_match: ok,
  drivers_license_valid_from_match: ok,
  drivers_license_valid_until_match: ok,
};
const everyField = (check: object) =>
  Object.fromEntries(Object.keys(passedFields).map((name) => [name, check]));

describeService('a standalone registry check', (running) => {
  const clock = clockOf(() => running().ctx.database);
  let brazil: TestIntegration;
  let mexico: TestIntegration;
  let colombia: TestIntegration;
  beforeAll(async () => {
    const standalone = { identityVerification: false } as const;
    brazil = await running().integrate({ settings: { ...standalone, registry: 'BR_CPF' } });
    mexico = await running().integrate({ settings: { ...standalone, registry: 'MX_INE' } });
    colombia = await running().integrate({ settings: { ...standalone, registry: 'CO' } });
  });

  describe('of Brazil', () => {
    it('approves who matches the register in everything, and shows who was checked', async () => {
      expect(await decisionOn(brazil.client, brazilian('90000000175'))).toMatchObject({
        status: 'approved',
        code: 9001,
        reason: null,
        reasonCode: null,
        person: { firstName: 'ANA BEATRIZ', lastName: 'SOUZA LIMA', idNumber: '90000000175' },
        document: { type: 'DRIVERS_LICENSE', country: 'BR', validUntil: '2032-05-09' },
        additionalVerifiedData: {},
        registryValidations: {
          BR_CPF: {
            status: 'success',
            data: null,
            validations: { person_registered: ok, selfie_registry_match: ok, ...passedFields },
            error: null,
            timestamp: arrival,
          },
        },
      });
    });

    it.each([
      ['the number does not exist', '90000000256', 902, 'Person not found'],
      ['there is no licence', '12345678902', 581, 'Selfie does not match the registry portrait'],
      ['the face is another one', '12345678905', 581, 'Selfie does not match the registry portrait'],
      ['the gender is another one', '90000001147', 903, 'Field value mismatch'],
      ['the person is a minor', '11142200111', 902, 'Person not found'],
    ])('declines where %s', async (_, cpf, reasonCode, reason) => {
      const decision = await decisionOn(brazil.client, brazilian(cpf));
      expect(decision).toMatchObject({ status: 'declined', code: 9102, reasonCode, reason });
      expect(decision['registryValidations']).toMatchObject({ BR_CPF: { status: 'failure', data: null } });
    });

    it('declines with the error object where the registry is down (A-60)', async () => {
      expect(await decisionOn(brazil.client, brazilian('11150300011'))).toMatchObject({
        status: 'declined',
        reasonCode: 901,
        reason: 'Registry unavailable',
        registryValidations: {
          BR_CPF: {
            status: 'error',
            data: null,
            validations: null,
            error: { code: 'registry_error', message: 'registry_unavailable' },
            timestamp: null,
          },
        },
      });
    });

    it('declines without a call where there is no selfie (row B3)', async () => {
      const decision = await decisionOn(brazil.client, brazilian('90000000175'), { selfie: false });
      expect(decision).toMatchObject({
        status: 'declined',
        reasonCode: 903,
        registryValidations: {
          BR_CPF: {
            status: 'failure',
            validations: {
              person_registered: notApplicable('input_not_provided'),
              selfie_registry_match: failed('input_not_provided'),
              ...everyField(notApplicable('input_not_provided')),
            },
            timestamp: null,
          },
        },
      });
    });

    it('requests another selfie, and declines for the same reason when none comes in time (A-96)', async () => {
      const sessionId = await submitted(brazil.client, brazilian('90000002976'));
      const first = (await brazil.client.waitForDecision(sessionId)).body.verification;
      expect(first).toMatchObject({
        status: 'resubmission_requested',
        code: 9103,
        reasonCode: 202,
        reason: 'Face not clearly visible',
        registryValidations: {
          BR_CPF: {
            validations: {
              person_registered: notApplicable('output_not_received'),
              selfie_registry_match: failed('input_invalid'),
            },
          },
        },
      });
      await clock.advance({ seconds: 301 });
      await expect
        .poll(async () => (await brazil.client.decision(sessionId)).body.verification?.status, {
          timeout: 15_000,
        })
        .toBe('declined');
      expect((await brazil.client.decision(sessionId)).body.verification).toMatchObject({
        code: 9102,
        reasonCode: 202,
        reason: 'Face not clearly visible',
        person: { idNumber: '90000002976' },
        registryValidations: first?.['registryValidations'],
      });
    });

    it('calls anew for the next attempt, and declines the tenth that cannot be used (539)', async () => {
      const { client } = brazil;
      const sessionId = await client.createSession(brazilian('90000002976'));
      const outcomes: unknown[] = [];
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        await client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
        await client.submit(sessionId);
        const { verification } = (await client.waitForDecision(sessionId)).body;
        outcomes.push([verification?.status, verification?.reasonCode]);
      }
      expect(outcomes).toEqual([
        ...Array.from({ length: 9 }, () => ['resubmission_requested', 202]),
        ['declined', 539],
      ]);
    });

    it('makes no call where a first name forces the outcome (A-102)', async () => {
      const forced = brazilian('90000000256', { person: { firstName: 'Approve' } });
      expect(await decisionOn(brazil.client, forced)).toMatchObject({
        status: 'approved',
        registryValidations: {},
      });
    });
  });

  describe('of Mexico', () => {
    it('approves a card that is current and whose holder it is', async () => {
      const decision = await decisionOn(mexico.client, mexican('999900001'));
      expect(decision).toMatchObject({
        status: 'approved',
        person: { firstName: 'JUAN CARLOS', idNumber: 'PELJ850101HDFRPN06' },
        document: { number: '999900001' },
      });
      const { MX_INE } = decision['registryValidations'] as { MX_INE: MexicoResult };
      expect(MX_INE).toEqual({
        status: 'success',
        data: null,
        validations: {
          consent_obtained: ok,
          person_registered: ok,
          selfie_registry_match: ok,
          not_reported_lost_or_stolen: ok,
          first_name_match: ok,
          father_last_name_match: ok,
          mother_last_name_match: ok,
          personal_number_match: ok,
          registration_year_match: ok,
          issue_year_match: ok,
        },
        error: null,
        timestamp: arrival,
      });
    });

    it.each([
      ['is not in the register', '999900002', 902, 'Person not found'],
      ['shows another face', '999900003', 581, 'Selfie does not match the registry portrait'],
      ['was reported stolen', '999900004', 904, 'Voter card reported lost or stolen'],
      ['belongs to another first name', '999900005', 903, 'Field value mismatch'],
    ])('declines a card that %s', async (_, cic, reasonCode, reason) => {
      const decision = await decisionOn(mexico.client, mexican(cic));
      expect(decision).toMatchObject({ status: 'declined', code: 9102, reasonCode, reason });
      expect(decision['registryValidations']).toMatchObject({ MX_INE: { status: 'failure' } });
    });

    it('declines with the error object where the registry is down (A-61)', async () => {
      expect(await decisionOn(mexico.client, mexican('999900011'))).toMatchObject({
        status: 'declined',
        reasonCode: 901,
        registryValidations: {
          MX_INE: {
            status: 'error',
            validations: null,
            error: { code: 'registry_error', message: 'REGISTRY_UNAVAILABLE' },
            timestamp: null,
          },
        },
      });
    });

    it.each([
      ['there is no consent', []],
      ['consent was refused', [{ type: 'ine', approved: false }]],
      ['only something else was consented to', [{ type: 'bipa', approved: true }]],
    ])('declines without a call where %s (A-29)', async (_, consents) => {
      const decision = await decisionOn(mexico.client, mexican('999900001', consents));
      expect(decision).toMatchObject({
        status: 'declined',
        reasonCode: 640,
        reason: 'Consent not obtained',
        registryValidations: {
          MX_INE: {
            status: 'failure',
            validations: {
              consent_obtained: failed('INPUT_NOT_PROVIDED'),
              person_registered: notApplicable('INPUT_NOT_PROVIDED'),
            },
            timestamp: null,
          },
        },
      });
    });
  });

  describe('of Colombia', () => {
    it('approves a card in force in the name that was given', async () => {
      expect(await decisionOn(colombia.client, colombian('9000000001'), { selfie: false })).toMatchObject({
        status: 'approved',
        person: { fullName: 'MARIA GABRIELA NUÑEZ GARCIA', addresses: [] },
        additionalVerifiedData: {
          registryValidation: {
            countryRegistry: 'CO',
            registryName: 'Registraduría Nacional del Estado Civil',
            fullNameSimilarity: 100,
            documentValid: true,
            personIsAlive: true,
          },
        },
      });
    });

    it.each([
      [
        'the number does not exist',
        '9000000002',
        { fullNameSimilarity: null, documentValid: false, personIsAlive: null },
      ],
      [
        'the person is deceased',
        '9000000006',
        { fullNameSimilarity: 100, documentValid: false, personIsAlive: false },
      ],
      ['the name is another one', '9000000003', { documentValid: true, personIsAlive: true }],
      ['the card was issued on another day', '9000000005', { documentValid: false, personIsAlive: true }],
    ])('declines where %s', async (_, number, registryValidation) => {
      const decision = await decisionOn(colombia.client, colombian(number), { selfie: false });
      expect(decision).toMatchObject({
        status: 'declined',
        reasonCode: 529,
        reason: 'National ID data could not be validated',
        additionalVerifiedData: { registryValidation },
      });
    });

    it.each([
      ['the registry is down', colombian('9000000014')],
      ['no registry is configured for the kind of card', colombian('900001', { idCardType: 'CE' })],
    ])('declines without data of the person where %s (A-62)', async (_, verification) => {
      const decision = await decisionOn(colombia.client, verification, { selfie: false });
      expect(decision).toMatchObject({
        status: 'declined',
        reasonCode: 544,
        reason: 'Registry did not respond',
      });
      expect(decision['additionalVerifiedData']).toEqual({
        registryValidation: {
          countryRegistry: null,
          registryName: null,
          fullNameSimilarity: null,
          documentValid: null,
          personIsAlive: null,
          error: ['Unable to get response from registry'],
        },
      });
    });

    it('requests resubmission where the name is nearly the one on record', async () => {
      const decision = await decisionOn(colombia.client, colombian('9000000004'), { selfie: false });
      expect(decision).toMatchObject({
        status: 'resubmission_requested',
        reasonCode: 529,
        additionalVerifiedData: { registryValidation: { fullNameSimilarity: 72.3, documentValid: true } },
      });
    });
  });

  it('sends the same bytes in the webhook as GET decision answers', async () => {
    const sessionId = await submitted(colombia.client, colombian('9000000001'), { selfie: false });
    const { bytes } = await colombia.client.waitForDecision(sessionId);
    const received = await running().receiver.waitFor(
      1,
      ({ path, body }) => path === '/decision' && body.includes(sessionId),
    );
    expect(received[0]?.body.equals(bytes)).toBe(true);
  });
});

/** A drawn face, large enough for a registry. */
async function drawnSelfie(): Promise<Uint8Array> {
  const { pictures } = await approvedPerson();
  const selfie = pictures.find(({ context }) => context === 'face');
  if (!selfie) throw new Error('the drawn person has a selfie');
  return selfie.bytes;
}

describeService('a registry check of a live integration without a connector', (running) => {
  it.each([
    [
      'Brazil',
      'BR_CPF',
      brazilian('90000000175'),
      901,
      {
        registryValidations: {
          BR_CPF: { status: 'error', error: { message: 'technical_issues' }, timestamp: null },
        },
      },
    ],
    [
      'Colombia',
      'CO',
      colombian('9000000001'),
      544,
      { additionalVerifiedData: { registryValidation: { error: ['Unable to get response from registry'] } } },
    ],
  ] as const)(
    'of %s never approves, and alerts the operator',
    async (_, registry, verification, code, shown) => {
      const { client, integrationId } = await running().integrate({
        mode: 'live',
        settings: { identityVerification: false, registry },
      });
      const sessionId = await client.createSession(verification);
      await client.uploadMedia(sessionId, { context: 'face', bytes: await drawnSelfie() });
      await client.submit(sessionId);
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'declined', reasonCode: code, ...shown });
      const entries = await running().ctx.database.query(
        `select kind, cause from operator_entry where integration_id = $1`,
        [integrationId],
      );
      const asked = registry === 'CO' ? 'co CC' : 'br';
      expect(entries).toEqual([{ kind: 'registry_unusable', cause: `${asked}: unsupported` }]);
    },
  );
});
