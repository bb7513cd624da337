import { startSimulator } from '@countersign/registry-simulator';
import { drawSelfie, specimenCase, type SpecimenCase } from '@countersign/specimens';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionAnswer } from '../../src/api-client.ts';
import type { TestIntegration, TestService } from '../../src/index.ts';
import { picturesPatienceMs } from '../../src/patience.ts';
import { brazilianRecord, colombianRecord, mexicanRecord } from '../../src/printed-people.ts';
import { simulatorControl } from '../support/simulator-control.ts';
import { failed, notApplicable, ok, type Verification } from '../support/registry-sessions.ts';
import { byNight } from '../../../service/test/support/engines.ts';
import { reviewSession } from '../../../service/src/usecases/operator/review-session.ts';
import { startQuickService } from '../support/quick-database.ts';

const token = 'an-invented-token';

type Pictures = readonly { context: string; bytes: Buffer }[];
type Decision = NonNullable<DecisionAnswer['verification']>;
const civilRegistryOf = (decision: Decision) =>
  (decision['additionalVerifiedData'] as { registryValidation: Record<string, unknown> }).registryValidation;

/** Everything real but the people. What is read does not depend on the engine of the database, so one is enough. */
describe('a standalone registry check of a person with pictures only', () => {
  let simulatorUrl = '';
  let closeSimulator = async () => {};
  let service: TestService;
  let control: ReturnType<typeof simulatorControl>;
  beforeAll(async () => {
    const simulator = await startSimulator({ controlToken: token });
    simulatorUrl = simulator.url;
    closeSimulator = () => simulator.close();
    control = simulatorControl({ url: simulatorUrl, token });
    service = await startQuickService({ env: { SIMULATOR_URL: simulatorUrl, VISION_TEXT_ENGINE: 'auto' } });
  });
  afterAll(async () => {
    await service.close();
    await closeSimulator();
  });
  afterEach(() => control.reset());

  const standalone = (registry: 'BR_CPF' | 'MX_INE' | 'CO', rest: object = {}) =>
    service.integrate({ settings: { identityVerification: false, registry, ...rest } });

  async function decisionOn(
    { client }: TestIntegration,
    { pictures }: { pictures: Pictures },
    verification: Verification = {},
  ): Promise<Decision> {
    const sessionId = await client.createSession(verification);
    for (const picture of pictures) await client.uploadMedia(sessionId, picture);
    await client.submit(sessionId);
    const { body } = await client.waitForDecision(sessionId, picturesPatienceMs);
    if (body.verification === null) throw new Error('waiting for a decision ends with one');
    return body.verification;
  }

  byNight(() => {
    describe('by a Brazilian driving licence', () => {
      let brazil: TestIntegration;
      /** Inês Guimarães dos Anjos; the back says nothing the registry is asked about. */
      let licence: SpecimenCase;
      beforeAll(async () => {
        brazil = await standalone('BR_CPF');
        const drawn = await specimenCase({ kind: 'br-cnh', seed: 2 });
        licence = { ...drawn, pictures: drawn.pictures.filter(({ context }) => context !== 'document-back') };
      });
      const everythingPrinted = {
        name_match: ok,
        date_of_birth_match: ok,
        drivers_license_number_match: ok,
        drivers_license_category_match: ok,
        drivers_license_is_valid: ok,
        drivers_license_first_issue_match: ok,
        drivers_license_valid_from_match: ok,
        drivers_license_valid_until_match: ok,
        person_registered: ok,
        selfie_registry_match: ok,
      };
      const checksOf = (decision: Decision) =>
        (decision['registryValidations'] as { BR_CPF: { validations: object } }).BR_CPF.validations;

      it('approves a person on record as on the licence; what is not printed is not compared', async () => {
        await control.tell('br', brazilianRecord(licence.person));
        const decision = await decisionOn(brazil, licence);
        expect(decision).toMatchObject({ status: 'approved', code: 9001 });
        // A Brazilian licence does not say its holder's sex.
        expect(checksOf(decision)).toEqual(everythingPrinted);
      });

      it('declines with 903 where the registry holds another last day of the licence, and only that', async () => {
        await control.tell('br', brazilianRecord(licence.person, { licence: { validUntil: '2031-01-01' } }));
        const decision = await decisionOn(brazil, licence);
        expect(decision).toMatchObject({
          status: 'declined',
          reasonCode: 903,
          reason: 'Field value mismatch',
        });
        expect(checksOf(decision)).toEqual({
          ...everythingPrinted,
          drivers_license_valid_until_match: failed('value_mismatch'),
        });
      });

      it('uses the licence before the session, even for the CPF (registries 4.1)', async () => {
        await control.tell('br', brazilianRecord(licence.person));
        const decision = await decisionOn(brazil, licence, {
          person: { idNumber: '90000000256', dateOfBirth: '2001-01-01', gender: licence.person.sex },
          document: { registrationNumber: '58316794534', category: 'AE', firstIssue: '1999-01-01' },
        });
        expect(decision).toMatchObject({ status: 'approved' });
        expect(checksOf(decision)).toEqual({ ...everythingPrinted, gender_match: ok });
      });
    });
  });

  describe('by a Mexican voter card', () => {
    const consents = [{ type: 'ine', approved: true }];
    let mexico: TestIntegration;
    /** Íñigo Núñez Bermúdez: the zone writes INIGO, the registry IÑIGO. */
    let card: SpecimenCase;
    beforeAll(async () => {
      mexico = await standalone('MX_INE');
      card = await specimenCase({ kind: 'mx-ine', seed: 3 });
    });
    const everythingRead = {
      consent_obtained: ok,
      person_registered: ok,
      selfie_registry_match: ok,
      not_reported_lost_or_stolen: ok,
      first_name_match: ok,
      // Both surnames stand in one field of the card: only the session can tell them apart.
      father_last_name_match: notApplicable('INPUT_NOT_PROVIDED'),
      mother_last_name_match: notApplicable('INPUT_NOT_PROVIDED'),
      personal_number_match: ok,
      registration_year_match: ok,
      issue_year_match: ok,
    };
    const checksOf = (decision: Decision) =>
      (decision['registryValidations'] as { MX_INE: { validations: object } }).MX_INE.validations;

    it('approves a person on record as on the card', async () => {
      await control.tell('mx', mexicanRecord(card.person));
      const decision = await decisionOn(mexico, card, { consents });
      expect(checksOf(decision)).toEqual(everythingRead);
      expect(decision).toMatchObject({ status: 'approved', code: 9001 });
    });

    describe('with the optional checks off, beside the number and the selfie of another person (A-360)', () => {
      const own = '999900001';
      let bare: TestIntegration;
      let front: Pictures;
      beforeAll(async () => {
        bare = await standalone('MX_INE', {
          mexico: {
            first_name_match: false,
            father_last_name_match: false,
            mother_last_name_match: false,
            personal_number_match: false,
            registration_year_match: false,
            issue_year_match: false,
          },
        });
        front = card.pictures.filter(({ context }) => context === 'document-front');
      });
      const fields = { number: own, country: 'MX', type: 'ID_CARD' };
      const selfie = () => card.pictures.filter(({ context }) => context === 'face');

      it('declines a card with the portrait of another person than the registry approves', async () => {
        const bytes = await drawSelfie({ seed: 16, variant: 1 });
        const pictures = [...front, { context: 'face', bytes }];
        const decision = await decisionOn(bare, { pictures }, { consents, document: fields });
        expect(decision).toMatchObject({
          status: 'declined',
          reasonCode: 103,
          reason: 'The person does not appear to be the document holder',
        });
        expect(checksOf(decision)).toEqual({
          consent_obtained: ok,
          person_registered: ok,
          selfie_registry_match: ok,
          not_reported_lost_or_stolen: ok,
        });
      });

      it('declines a card that names another person than the client did', async () => {
        await control.tell('mx', mexicanRecord(card.person));
        const person = { firstName: 'Juan Carlos', lastName: 'Pérez' };
        expect(await decisionOn(bare, card, { consents, person })).toMatchObject({
          status: 'declined',
          reasonCode: 104,
          reason: 'The name supplied does not match the document',
        });
      });

      it('leaves another date of birth to a person, and keeps the registry’s answer in what that decides', async () => {
        const pictures = [...front, ...selfie()];
        const person = { dateOfBirth: '1990-01-31' };
        const doubtful = await decisionOn(bare, { pictures }, { consents, document: fields, person });
        const validations = {
          consent_obtained: ok,
          person_registered: ok,
          selfie_registry_match: ok,
          not_reported_lost_or_stolen: ok,
        };
        const registryValidations = { MX_INE: { status: 'success', validations } };
        expect(doubtful).toMatchObject({ status: 'review', registryValidations });
        const { integrationId, client } = bare;
        const reviewed = { integrationId, sessionId: doubtful.id, actor: 'person:reviewer' };
        await reviewSession(service.ctx)({ ...reviewed, verdict: 'approve', code: null });
        const { verification } = (await client.decision(doubtful.id)).body;
        expect(verification).toMatchObject({ status: 'approved', reasonCode: null, registryValidations });
      });

      byNight(() => {
        it('approves the holder of the card', async () => {
          const pictures = [...front, ...selfie()];
          expect(await decisionOn(bare, { pictures }, { consents, document: fields })).toMatchObject({
            status: 'approved',
            person: { dateOfBirth: card.person.birthDate },
          });
        });
      });
    });

    byNight(() => {
      it('declines with 903 where the registry holds another CURP than the card, whatever the session has', async () => {
        const curp = 'PELJ850101HDFRPN06';
        await control.tell('mx', mexicanRecord(card.person, { curp }));
        const decision = await decisionOn(mexico, card, {
          consents,
          person: { lastName: 'Núñez', secondLastName: 'Bermúdez', idNumber: curp },
          document: { number: '999900002', country: 'MX', type: 'ID_CARD' },
        });
        expect(checksOf(decision)).toEqual({
          ...everythingRead,
          father_last_name_match: ok,
          mother_last_name_match: ok,
          personal_number_match: failed('VALUE_MISMATCH'),
        });
        expect(decision).toMatchObject({ status: 'declined', reasonCode: 903 });
      });
    });
  });

  it('requests new pictures where they are of two people’s documents, before a registry is called (A-344)', async () => {
    const colombia = await standalone('CO');
    const [card, passport] = [
      await specimenCase({ kind: 'co-digital', seed: 14 }),
      await specimenCase({ kind: 'td3', seed: 40 }),
    ];
    const pictures = [card, passport].flatMap((drawn) => drawn.pictures.slice(0, 1));
    expect(await decisionOn(colombia, { pictures })).toMatchObject({
      status: 'resubmission_requested',
      reasonCode: 204,
      person: { firstName: null, lastName: null },
      additionalVerifiedData: {},
    });
  });

  byNight(() => {
    describe('by a Colombian card', () => {
      let colombia: TestIntegration;
      beforeAll(async () => {
        colombia = await standalone('CO');
      });
      const inForce = {
        countryRegistry: 'CO',
        registryName: 'Registraduría Nacional del Estado Civil',
        documentValid: true,
        personIsAlive: true,
      };

      it('approves the holder of a yellow one by the code on its back', async () => {
        const card = await specimenCase({ kind: 'co-yellow', seed: 4 });
        await control.tell('co', colombianRecord(card.person));
        const decision = await decisionOn(colombia, card);
        expect(civilRegistryOf(decision)).toEqual({ ...inForce, fullNameSimilarity: 100 });
        expect(decision).toMatchObject({ status: 'approved', code: 9001 });
      });

      it('approves the holder of a digital one by the NUIP, not the serial, and completes a name that was cut off', async () => {
        // The zone has no room for the last letter.
        const person = { firstName: 'María Gabriela', lastName: 'Montaño Jiménez' };
        const card = await specimenCase({ kind: 'co-digital', seed: 4, person });
        expect(card.mrzLines[2]).toBe('MONTANO<JIMENEZ<<MARIA<GABRIEL');
        await control.tell('co', colombianRecord(card.person));
        const decision = await decisionOn(colombia, card);
        expect(civilRegistryOf(decision)).toEqual({ ...inForce, fullNameSimilarity: 100 });
        expect(decision).toMatchObject({ status: 'approved', code: 9001 });
      });

      it('declines with 529 where the registry issued that card on another day than is printed on it', async () => {
        const card = await specimenCase({ kind: 'co-digital', seed: 4 });
        await control.tell('co', colombianRecord(card.person, { issuedOn: '2014-06-20' }));
        const decision = await decisionOn(colombia, card);
        expect(civilRegistryOf(decision)).toEqual({
          ...inForce,
          fullNameSimilarity: 100,
          documentValid: false,
        });
        expect(decision).toMatchObject({ status: 'declined', reasonCode: 529 });
      });
    });
  });
});
