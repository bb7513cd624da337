import { beforeAll, describe, expect, it } from 'vitest';
import {
  columnsOf,
  contractSpec,
  registriesSpec,
  tableAfter,
} from '../../../core/test/registry-documents.ts';
import type { TestIntegration } from '../../src/index.ts';
import { describeService } from '../support/each-engine.ts';
import {
  approved,
  arrival,
  declined,
  genuineWebhook,
  numbersIn,
  passage,
  standalone,
  told,
  type Verdict,
} from '../support/registry-personas.ts';
import { failed, mexican, notApplicable, ok, type Verification } from '../support/registry-sessions.ts';

const optionalNames = [
  'first_name_match',
  'father_last_name_match',
  'mother_last_name_match',
  'personal_number_match',
  'registration_year_match',
  'issue_year_match',
];
const everyOptional = (check: object) => Object.fromEntries(optionalNames.map((name) => [name, check]));
const coreNames = [
  'consent_obtained',
  'person_registered',
  'selfie_registry_match',
  'not_reported_lost_or_stolen',
];

/** `core` are the checks that are always on, in their order. */
const checked = (status: 'success' | 'failure', core: object[], optional: object) => ({
  status,
  data: null,
  validations: { ...Object.fromEntries(coreNames.map((name, i) => [name, core[i]])), ...optional },
  error: null,
  timestamp: arrival,
});

const passes = checked('success', [ok, ok, ok, ok], everyOptional(ok));
const differs = (field: string) =>
  checked('failure', [ok, ok, ok, ok], { ...everyOptional(ok), [field]: failed('VALUE_MISMATCH') });
const nobody = notApplicable('PERSON_NOT_FOUND');
const unknown = checked('failure', [ok, failed('PERSON_NOT_FOUND'), nobody, nobody], everyOptional(nobody));
const unlike = notApplicable('SELFIE_MISMATCH');
const otherFace = checked('failure', [ok, ok, failed('SELFIE_MISMATCH'), unlike], everyOptional(unlike));
const reported = checked(
  'failure',
  [ok, ok, ok, failed('VALUE_MISMATCH')],
  everyOptional(notApplicable('VALUE_MISMATCH')),
);
const unasked = notApplicable('INPUT_NOT_PROVIDED');
const withoutConsent = {
  ...checked('failure', [failed('INPUT_NOT_PROVIDED'), unasked, unasked, unasked], everyOptional(unasked)),
  timestamp: null,
};
const down = {
  status: 'error',
  data: null,
  validations: null,
  error: { code: 'registry_error', message: 'REGISTRY_UNAVAILABLE' },
  timestamp: null,
};

type Persona = [cic: string, who: string, verdict: Verdict, object: object];

/** @see spec/contract.md A-104 */
const named: Persona[] = [
  ['999900001', 'all checks pass', approved, passes],
  ['999900002', 'not found', declined(902), unknown],
  ['999900003', 'face mismatch', declined(581), otherFace],
  ['999900004', 'reported stolen', declined(904), reported],
  ['999900005', 'first name differs', declined(903), differs('first_name_match')],
  ['999900006', 'father’s name differs', declined(903), differs('father_last_name_match')],
  ['999900007', 'mother’s name differs', declined(903), differs('mother_last_name_match')],
  ['999900008', 'CURP differs', declined(903), differs('personal_number_match')],
  ['999900009', 'registration year differs', declined(903), differs('registration_year_match')],
  ['999900010', 'issue year differs', declined(903), differs('issue_year_match')],
  ['999900011', 'the registry is down', declined(901), down],
  // Scenarios come before the patterns, by which these would be nobody's.
  ['999900012', 'reported lost, by its scenario', declined(904), reported],
  ['999900019', 'a face at the threshold, by its scenario', approved, passes],
];

/** By their last three digits. @see spec/registries.md 16.2 */
const patterns: Persona[] = [
  ['123456001', 'everything matches', approved, passes],
  ['123456002', 'not found', declined(902), unknown],
  ['123456003', 'face below the threshold', declined(581), otherFace],
  ['123456004', 'reported stolen', declined(904), reported],
  ['123456005', 'first name differs', declined(903), differs('first_name_match')],
  ['123456006', 'father’s name differs', declined(903), differs('father_last_name_match')],
  ['123456007', 'mother’s name differs', declined(903), differs('mother_last_name_match')],
  ['123456008', 'CURP differs', declined(903), differs('personal_number_match')],
  ['123456009', 'registration year differs', declined(903), differs('registration_year_match')],
  ['123456010', 'issue year differs', declined(903), differs('issue_year_match')],
  ['123456011', 'the registry is down', declined(901), down],
  ['123456015', 'not current', declined(902), unknown],
  ['123456012', 'any other ending: not found', declined(902), unknown],
  ['999900034', 'a scenario of the voter list alone: not found', declined(902), unknown],
];

/** With a pattern any data will do. */
const anybody = (cic: string): Verification => ({
  ...mexican(cic),
  person: {
    firstName: 'XIMENA',
    lastName: 'GARCIA',
    secondLastName: 'ROJAS',
    idNumber: 'GARX050505XOCRJMA8',
  },
});

it('Mexico’s personas are those of the documents', () => {
  const contract = numbersIn(passage(contractSpec, '| Mexico, CIC |', '| Colombia, number'));
  expect(contract).toHaveLength(11);
  expect(named.map(([cic]) => cic)).toEqual(expect.arrayContaining(contract));
  const table = columnsOf(tableAfter(registriesSpec, '| Ends in | Card |'), ['Ends in', 'Verdict']);
  const endings = table.flatMap(([ending = '', verdict = '']) =>
    ending.split(' ').map((digits) => [digits, verdict]),
  );
  const ours = patterns.map(([cic, who, { status, reasonCode }]) => [
    who.startsWith('any other') ? 'other' : cic.slice(-3),
    reasonCode === null ? status : `${status} ${reasonCode}`,
  ]);
  expect(endings).toHaveLength(13);
  expect(ours).toEqual(expect.arrayContaining(endings));
});

describeService('Mexico’s personas at the public API', (running) => {
  let mexico: TestIntegration;
  beforeAll(async () => {
    mexico = await standalone(running(), 'MX_INE');
  });

  const expectTold = async (verification: Verification, verdict: Verdict, object: object) => {
    const { decision, webhook } = await told(running(), mexico, { verification });
    const { number } = verification['document'] as Verification;
    expect(decision).toMatchObject({ ...verdict, document: { number, country: 'MX' } });
    expect(decision['registryValidations']).toEqual({ MX_INE: object });
    expect(webhook).toEqual(genuineWebhook);
  };

  describe.concurrent('by number, with the identity of the scenarios', () => {
    it.each(named)('%s: %s', (cic, _who, verdict, object) => expectTold(mexican(cic), verdict, object));
  });

  describe.concurrent('by ending, with any person’s data', () => {
    it.each(patterns)('%s: %s', (cic, _who, verdict, object) => expectTold(anybody(cic), verdict, object));
  });

  it.each([
    ['are left out', []],
    ['are refused', [{ type: 'ine', approved: false }]],
  ])('decline with 640 where consents %s, whatever the CIC', async (_, consents) => {
    for (const cic of ['999900001', '123456001'])
      await expectTold(mexican(cic, consents), declined(640), withoutConsent);
  });

  it('show no mismatch of a CURP in small letters, which the decision shows as it was sent (A-303)', async () => {
    const { person, ...others } = mexican('999900001');
    const small = { ...(person as Verification), idNumber: 'pelj850101hdfrpn06' };
    const { decision } = await told(running(), mexico, { verification: { ...others, person: small } });
    expect(decision).toMatchObject({
      ...approved,
      person: { idNumber: 'pelj850101hdfrpn06' },
      registryValidations: { MX_INE: passes },
    });
  });

  it('show no mismatch of what was not sent', async () => {
    const { person, ...others } = mexican('999900008');
    const { idNumber: _unsent, ...known } = person as Verification;
    const unsent = { ...everyOptional(ok), personal_number_match: unasked };
    const object = checked('success', [ok, ok, ok, ok], unsent);
    await expectTold({ ...others, person: known }, approved, object);
  });

  it('exist beside a population of their registry’s own, and any other person is unknown', async () => {
    const elena: Verification = {
      ...mexican('999800100'),
      person: {
        firstName: 'ELENA',
        lastName: 'HERRERA',
        secondLastName: 'JIMENEZ',
        idNumber: 'HEJE830323MYNRML19',
      },
    };
    const document = { ...(elena['document'] as object), firstIssue: '2003-05-01', validFrom: '2020-05-01' };
    await expectTold({ ...elena, document }, approved, passes);
    await expectTold(mexican('999800400'), declined(902), unknown);
  });
});
