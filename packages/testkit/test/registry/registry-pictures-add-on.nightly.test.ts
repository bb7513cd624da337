import { startSimulator } from '@countersign/registry-simulator';
import { approvedPerson, lookAlike, type SpecimenCase } from '@countersign/specimens';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionAnswer } from '../../src/api-client.ts';
import type { TestIntegration, TestService } from '../../src/index.ts';
import { picturesPatienceMs } from '../../src/patience.ts';
import { brazilianRecord, colombianRecord } from '../../src/printed-people.ts';
import { simulatorControl } from '../support/simulator-control.ts';
import { failed, ok, type Verification } from '../support/registry-sessions.ts';
import { byNight } from '../../../service/test/support/engines.ts';
import { startQuickService } from '../support/quick-database.ts';

const token = 'an-invented-token';

/** The back of a Brazilian licence says nothing the registry is asked about, and reading it takes as long as the front. */
const withoutBack = (drawn: SpecimenCase): SpecimenCase => ({
  ...drawn,
  pictures: drawn.pictures.filter(({ context }) => context !== 'document-back'),
});

type Decision = NonNullable<DecisionAnswer['verification']>;

/** Documents and faces are really looked at; what is read does not depend on the engine of the database, so one is enough. */
describe('a registry check added to the identity checks of a national document', () => {
  let closeSimulator = async () => {};
  let service: TestService;
  let control: ReturnType<typeof simulatorControl>;
  let brazil: TestIntegration;
  let colombia: TestIntegration;
  beforeAll(async () => {
    const simulator = await startSimulator({ controlToken: token });
    closeSimulator = () => simulator.close();
    control = simulatorControl({ url: simulator.url, token });
    service = await startQuickService({ env: { SIMULATOR_URL: simulator.url, VISION_TEXT_ENGINE: 'auto' } });
    brazil = await service.integrate({ settings: { registry: 'BR_CPF' } });
    colombia = await service.integrate({ settings: { registry: 'CO' } });
  });
  afterAll(async () => {
    await service.close();
    await closeSimulator();
  });
  afterEach(() => control.reset());

  async function decisionOn(
    { client }: TestIntegration,
    { pictures, documentType }: SpecimenCase,
    person: Verification,
  ): Promise<Decision> {
    const sessionId = await client.createSession({ person, document: { type: documentType } });
    for (const picture of pictures) await client.uploadMedia(sessionId, picture);
    await client.submit(sessionId);
    const { body } = await client.waitForDecision(sessionId, picturesPatienceMs);
    if (body.verification === null) throw new Error('waiting for a decision ends with one');
    return body.verification;
  }

  byNight(() => {
    describe('of Brazil', () => {
      let licence: SpecimenCase;
      let known: Verification;
      beforeAll(async () => {
        licence = withoutBack(await approvedPerson({ kind: 'br-cnh' }));
        const { firstName, lastName, birthDate } = licence.person;
        known = { firstName, lastName, dateOfBirth: birthDate };
      });

      it('approves by the licence, which comes before the session', async () => {
        await control.tell('br', brazilianRecord(licence.person));
        const decision = await decisionOn(brazil, licence, { ...known, idNumber: '90000000256' });
        expect(decision).toMatchObject({
          status: 'approved',
          registryValidations: {
            BR_CPF: {
              validations: {
                person_registered: ok,
                selfie_registry_match: ok,
                drivers_license_number_match: ok,
                drivers_license_is_valid: ok,
                drivers_license_valid_until_match: ok,
              },
            },
          },
        });
      });

      it('declines with 903 what identity alone would approve, where the registry holds another category', async () => {
        await control.tell('br', brazilianRecord(licence.person, { licence: { categories: 'AE' } }));
        const decision = await decisionOn(brazil, licence, known);
        expect(decision).toMatchObject({
          status: 'declined',
          reasonCode: 903,
          registryValidations: {
            BR_CPF: { validations: { drivers_license_category_match: failed('value_mismatch') } },
          },
        });
      });

      it('makes no call about a licence in another person’s hands (A-59)', async () => {
        const other = withoutBack(await lookAlike({ kind: 'br-cnh' }));
        await control.tell('br', brazilianRecord(other.person));
        const { firstName, lastName, birthDate } = other.person;
        const decision = await decisionOn(brazil, other, { firstName, lastName, dateOfBirth: birthDate });
        expect(decision).toMatchObject({ status: 'declined', reasonCode: 103, registryValidations: {} });
        expect(await control.asserts('br.validate', 0)).toBe(200);
        expect(await control.asserts('br.status', 0)).toBe(200);
      });
    });
  });

  describe('of Colombia', () => {
    it('approves the holder of a yellow card, whose bar code has everything that is required', async () => {
      const card = await approvedPerson({ kind: 'co-yellow' });
      await control.tell('co', colombianRecord(card.person));
      const { firstName, lastName, birthDate } = card.person;
      const decision = await decisionOn(colombia, card, { firstName, lastName, dateOfBirth: birthDate });
      expect(decision).toMatchObject({
        status: 'approved',
        additionalVerifiedData: {
          registryValidation: { fullNameSimilarity: 100, documentValid: true, personIsAlive: true },
        },
      });
      expect(await control.asserts('co.ani', 1)).toBe(200);
    });

    byNight(() => {
      it('declines with 529 what identity alone would approve, where the registry holds another name', async () => {
        const card = await approvedPerson({ kind: 'co-digital' });
        const stranger = { firstGiven: 'PEDRO', secondGiven: 'PABLO', firstSurname: 'CHAVES' };
        await control.tell('co', colombianRecord(card.person, { ...stranger, secondSurname: 'TORRES' }));
        const { firstName, lastName, birthDate } = card.person;
        const decision = await decisionOn(colombia, card, { firstName, lastName, dateOfBirth: birthDate });
        expect(decision).toMatchObject({
          status: 'declined',
          reasonCode: 529,
          additionalVerifiedData: { registryValidation: { documentValid: true, personIsAlive: true } },
        });
      });

      it('makes no call about a card in another person’s hands, and shows no registry’s answer (A-51)', async () => {
        const other = await lookAlike({ kind: 'co-yellow' });
        await control.tell('co', colombianRecord(other.person));
        const { firstName, lastName, birthDate } = other.person;
        const decision = await decisionOn(colombia, other, { firstName, lastName, dateOfBirth: birthDate });
        expect(decision).toMatchObject({ status: 'declined', reasonCode: 103, additionalVerifiedData: {} });
        expect(decision['additionalVerifiedData']).not.toHaveProperty('registryValidation');
        expect(await control.asserts('co.ani', 0)).toBe(200);
      });
    });
  });
});
