import { startSimulator } from '@countersign/registry-simulator';
import { approvedPerson, doubtfulFace, lookAlike, type SpecimenCase } from '@countersign/specimens';
import { afterAll, afterEach, expect, it } from 'vitest';
import { reviewSession } from '../../../service/src/usecases/operator/review-session.ts';
import { byNight } from '../../../service/test/support/engines.ts';
import type { ApiClient, DecisionAnswer } from '../../src/api-client.ts';
import { picturesPatienceMs } from '../../src/patience.ts';
import { describeService } from '../support/each-engine.ts';
import { failed, notApplicable, ok } from '../support/registry-sessions.ts';

// Drawing takes seconds: once for all tests.
const approved = await approvedPerson();
const simulator = await startSimulator();
afterAll(() => simulator.close());
afterEach(() => simulator.control.reset());

/** How often Brazil's registry was asked, by whatever route. */
const questions = () => simulator.control.count('br.status') + simulator.control.count('br.validate');

/** Somebody with a passport, of whom the client knows a CPF or none. */
async function submitted(
  client: ApiClient,
  { pictures }: SpecimenCase,
  person: Record<string, string>,
): Promise<string> {
  const sessionId = await client.createSession({ person });
  for (const picture of pictures) await client.uploadMedia(sessionId, picture);
  await client.submit(sessionId);
  return sessionId;
}

type Decision = NonNullable<DecisionAnswer['verification']>;

describeService(
  'a registry check added to identity checks',
  (running) => {
    const decisionOn = async (
      client: ApiClient,
      specimen: SpecimenCase,
      person: Record<string, string>,
    ): Promise<Decision> => {
      const sessionId = await submitted(client, specimen, person);
      const { verification } = (await client.waitForDecision(sessionId, picturesPatienceMs)).body;
      if (!verification) throw new Error('waiting for a decision ends with one');
      return verification;
    };
    const brazil = () => running().integrate({ settings: { registry: 'BR_CPF' } });
    const bearer = (cpf: string) => ({ idNumber: cpf });

    it('approves who passes both, and leaves the checks of a licence out for another document', async () => {
      const { client } = await brazil();
      const decision = await decisionOn(client, approved, bearer('12345678900'));
      expect(decision).toMatchObject({ status: 'approved', code: 9001 });
      const { BR_CPF } = decision['registryValidations'] as { BR_CPF: { validations: object } };
      expect(BR_CPF.validations).toEqual({
        person_registered: ok,
        selfie_registry_match: ok,
        date_of_birth_match: ok,
        gender_match: ok,
        name_match: ok,
      });
    });

    it('declines a person who is not on record although the identity checks passed', async () => {
      const { client } = await brazil();
      const decision = await decisionOn(client, approved, bearer('12345678901'));
      expect(decision).toMatchObject({
        status: 'declined',
        reasonCode: 902,
        person: { lastName: 'MAASIKAS' },
        registryValidations: {
          BR_CPF: {
            validations: {
              person_registered: failed('person_not_found'),
              selfie_registry_match: notApplicable('person_not_found'),
            },
          },
        },
      });
    });

    it('makes no call about a person who does not pass the identity checks (A-59)', async () => {
      const { client } = await brazil();
      const decision = await decisionOn(client, await lookAlike(), bearer('12345678900'));
      expect(decision).toMatchObject({ status: 'declined', reasonCode: 103, registryValidations: {} });
      expect(questions()).toBe(0);
    });

    byNight(() => {
      it('does not run for another document where no CPF is known (A-52)', async () => {
        const { client } = await brazil();
        const decision = await decisionOn(client, approved, {});
        expect(decision).toMatchObject({ status: 'approved', registryValidations: {} });
        expect(questions()).toBe(0);
      });

      it('is left out where a person decides', async () => {
        const { client, integrationId } = await brazil();
        const specimen = await doubtfulFace();
        const sessionId = await submitted(client, specimen, bearer('12345678900'));
        const doubtful = (await client.waitForDecision(sessionId, picturesPatienceMs)).body.verification;
        expect(doubtful).toMatchObject({ status: 'review', registryValidations: {} });
        await reviewSession(running().ctx)({
          integrationId,
          sessionId,
          verdict: 'approve',
          code: null,
          actor: 'person:reviewer',
        });
        const { verification } = (await client.decision(sessionId)).body;
        expect(verification).toMatchObject({ status: 'approved', registryValidations: {} });
        expect(questions()).toBe(0);
      });
    });
  },
  { env: { SIMULATOR_URL: simulator.url } },
);

describeService(
  'a registry validation (A-34)',
  (running) => {
    const marlon = { firstName: 'Marlon', lastName: 'Tavistock', dateOfBirth: '1979-12-05' };
    const validated = async (idNumber: string): Promise<Decision> => {
      const { client } = await running().integrate({
        settings: { validateRegistry: true, identityVerification: false },
      });
      const { body } = await client.call<{ verification: { id: string } }>({
        method: 'POST',
        path: '/validate-registry',
        body: { verification: { person: { ...marlon, idNumber } } },
      });
      const { verification } = (await client.waitForDecision(body.verification.id)).body;
      if (!verification) throw new Error('waiting for a decision ends with one');
      return verification;
    };

    it('approves who is on record, and shows who was validated', async () => {
      expect(await validated('987-65-4320')).toMatchObject({
        status: 'approved',
        reasonCode: null,
        person: { firstName: 'Marlon', lastName: 'Tavistock', idNumber: '987-65-4320' },
        additionalVerifiedData: {
          validationResults: [
            {
              registryName: 'ssn',
              firstName: 'full_match',
              lastName: 'full_match',
              dateOfBirth: 'full_match',
              address: null,
              city: null,
              state: null,
              zip: null,
              idNumber: 'full_match',
            },
          ],
        },
      });
    });

    it('declines whose name is another one', async () => {
      expect(await validated('987-65-4322')).toMatchObject({
        status: 'declined',
        reasonCode: 123,
        reason: 'The registry checks were not passed',
        additionalVerifiedData: { validationResults: [{ firstName: 'no_match' }] },
      });
    });

    it('declines with no results where the registry is down', async () => {
      expect(await validated('987-65-4328')).toMatchObject({
        status: 'declined',
        reasonCode: 901,
        additionalVerifiedData: { validationResults: [] },
      });
    });
  },
  { env: { SIMULATOR_URL: simulator.url } },
);
