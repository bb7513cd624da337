import { beforeAll, describe, expect, it } from 'vitest';
import { contractSpec, registriesSpec } from '../../../core/test/registry-documents.ts';
import type { TestIntegration } from '../../src/index.ts';
import { describeService } from '../support/each-engine.ts';
import {
  approved,
  arrival,
  declined,
  genuineWebhook,
  numbersIn,
  passage,
  resubmission,
  standalone,
  told,
  type Verdict,
} from '../support/registry-personas.ts';
import { brazilian, failed, notApplicable, ok } from '../support/registry-sessions.ts';

const fieldNames = [
  'name_match',
  'date_of_birth_match',
  'gender_match',
  'drivers_license_number_match',
  'drivers_license_category_match',
  'drivers_license_is_valid',
  'drivers_license_first_issue_match',
  'drivers_license_valid_from_match',
  'drivers_license_valid_until_match',
];
const everyField = (check: object) => Object.fromEntries(fieldNames.map((name) => [name, check]));

/** With validations; `fields` is every field check, or what differs from success. */
const checked = (status: 'success' | 'failure', person: object, selfie: object, fields: object) => ({
  status,
  data: null,
  validations: { person_registered: person, selfie_registry_match: selfie, ...fields },
  error: null,
  timestamp: arrival,
});
const inError = (message: string, timestamp: string | null) => ({
  status: 'error',
  data: null,
  validations: null,
  error: { code: 'registry_error', message },
  timestamp,
});

const passes = checked('success', ok, ok, everyField(ok));
const differs = (field: string) =>
  checked('failure', ok, ok, { ...everyField(ok), [field]: failed('value_mismatch') });
const unknown = checked(
  'failure',
  failed('person_not_found'),
  notApplicable('person_not_found'),
  everyField(notApplicable('output_not_received')),
);
const withoutPortrait = checked(
  'failure',
  ok,
  failed('output_not_received'),
  everyField(notApplicable('output_not_received')),
);
const otherFace = checked(
  'failure',
  ok,
  failed('selfie_mismatch'),
  everyField(notApplicable('selfie_mismatch')),
);
const minor = checked(
  'failure',
  failed('input_invalid'),
  notApplicable('input_invalid'),
  everyField(notApplicable('output_not_received')),
);
const poorSelfie = checked(
  'failure',
  notApplicable('output_not_received'),
  failed('input_invalid'),
  everyField(notApplicable('output_not_received')),
);
const down = inError('registry_unavailable', null);
const unusable = inError('technical_issues', arrival);

/** @see spec/contract.md A-104 @see spec/registries.md 16.1 */
const personas: [cpf: string, who: string, verdict: Verdict, object: object][] = [
  ['12345678900', 'found, everything matches', approved, passes],
  ['12345678901', 'not found', declined(902), unknown],
  ['12345678902', 'found, holds no licence', declined(581), withoutPortrait],
  ['12345678903', 'name differs', declined(903), differs('name_match')],
  ['12345678904', 'date of birth differs', declined(903), differs('date_of_birth_match')],
  ['12345678905', 'face below the threshold', declined(581), otherFace],
  ['11150300011', 'the registry is down', declined(901), down],
  ['11150000011', 'the registry breaks', declined(901), down],
  ['11159900011', 'the last status there is', declined(901), down],
  ['11142900011', 'the registry throttles', declined(901), down],
  ['11142215011', 'DV150: the licence authority is down', declined(901), down],
  ['11140100011', 'the registry refuses our credentials', declined(901), unusable],
  ['11140000011', 'the registry refuses the request', declined(901), unusable],
  ['11140400011', 'the registry has no such route', declined(901), unusable],
  ['11142206211', 'DV062, not in the published list', declined(901), unusable],
  ['11142200111', 'DV001: a minor', declined(902), minor],
  ['11142204111', 'DV041: the selfie cannot be used', resubmission(202), poorSelfie],
  ['11142204011', 'DV040: no portrait', declined(581), withoutPortrait],
];

/** Somebody else than the identity of the scenarios: with a persona any data will do. */
const anybody = {
  person: { firstName: 'JOAO', lastName: 'DA SILVA', dateOfBirth: '1970-12-24', gender: 'M' },
  document: {
    registrationNumber: '10020030088',
    category: 'D',
    firstIssue: '1990-01-01',
    validFrom: '2024-01-01',
    validUntil: '2034-01-01',
  },
};

it('Brazil’s personas are those of the documents', () => {
  const contract = numbersIn(passage(contractSpec, '| Brazil, CPF |', '| Mexico, CIC |'));
  const registries = numbersIn(passage(registriesSpec, '**16.1 Brazil**', '**16.2 Mexico**'));
  expect(contract).toHaveLength(11);
  const ours = personas.map(([cpf]) => cpf);
  expect(ours).toEqual(expect.arrayContaining([...contract, ...registries]));
});

describeService('Brazil’s personas at the public API', (running) => {
  let brazil: TestIntegration;
  beforeAll(async () => {
    brazil = await standalone(running(), 'BR_CPF');
  });

  describe.concurrent('with any person’s data', () => {
    it.each(personas)('%s: %s', async (cpf, _who, verdict, object) => {
      const verification = brazilian(cpf, anybody);
      const { decision, webhook } = await told(running(), brazil, { verification });
      expect(decision).toMatchObject({ ...verdict, person: { idNumber: cpf, firstName: 'JOAO' } });
      expect(decision['registryValidations']).toEqual({ BR_CPF: object });
      expect(webhook).toEqual(genuineWebhook);
    });
  });

  it('shows no mismatch of what was not sent', async () => {
    const { person, document } = anybody;
    const { dateOfBirth: _unsent, ...known } = person;
    const sent = brazilian('12345678904', { document });
    const verification = { ...sent, person: { ...known, idNumber: '12345678904' } };
    const { decision } = await told(running(), brazil, { verification });
    expect(decision).toMatchObject(approved);
    const { date_of_birth_match: _absent, ...others } = everyField(ok);
    expect(decision['registryValidations']).toEqual({ BR_CPF: checked('success', ok, ok, others) });
  });

  it('finds its own population', async () => {
    const verification = brazilian('90010000100', {
      person: { firstName: 'HENRIQUE', lastName: 'OLIVEIRA COSTA', dateOfBirth: '1982-12-17', gender: 'M' },
      document: {
        registrationNumber: '49253487120',
        category: 'A',
        firstIssue: '2000-12-17',
        validFrom: '2025-11-04',
        validUntil: '2035-11-04',
      },
    });
    const { decision } = await told(running(), brazil, { verification });
    expect(decision).toMatchObject(approved);
    expect(decision['registryValidations']).toEqual({ BR_CPF: passes });
  });

  it.each([
    ['finds no other person, whatever is sent', '52998224725', unknown],
    ['takes no other CPF whose check digits are wrong', '12345678906', { ...minor, timestamp: null }],
  ])('%s', async (_, cpf, object) => {
    const { decision } = await told(running(), brazil, { verification: brazilian(cpf) });
    expect(decision).toMatchObject(declined(902));
    expect(decision['registryValidations']).toEqual({ BR_CPF: object });
  });
});
