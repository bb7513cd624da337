import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrAnswer, isValidCpf, type RegistryResult } from '@countersign/core';
import { brScenarios } from '../src/br-cpf/scenarios.ts';
import { brazil } from '../src/br-cpf/simulator.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import {
  type Asking,
  askSimulator,
  allEqual,
  answered,
  compared,
  different,
  ended,
  equal,
  face,
  noPortrait,
  notFound,
  rejected,
  technical,
  unavailable,
  withoutLicence,
} from './br-expectations.ts';
import {
  callContext,
  datavalidOptions,
  identityClaims,
  openDatavalid,
  wholeQuestion,
} from '../../registries/test/br-fixtures.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ registries: [brazil], population: {} });
});
afterAll(() => simulator.close());

const ask = (cpf: string, asking: Asking = {}) => askSimulator(simulator, cpf, asking);

interface Expected {
  id: string;
  cpf: string;
  result: RegistryResult<BrAnswer>;
  /** Of the decision table. */
  row: string;
  reasonCode: number | null;
  /** Checks that fail, in the order of the wire. */
  failed: string[];
}

const expectation = (
  [id, cpf]: [string, string],
  result: RegistryResult<BrAnswer>,
  [row, reasonCode, ...failed]: [string, number | null, ...string[]],
): Expected => ({ id, cpf, result, row, reasonCode, failed });

const faceFails: [string, number, string] = ['B11', 581, 'selfie_registry_match'];
const noFace: [string, number, string] = ['B10', 581, 'selfie_registry_match'];
const poorSelfie: [string, number, string] = ['B9', 202, 'selfie_registry_match'];
const nobody: [string, number, string] = ['B8', 902, 'person_registered'];
const passes: [string, null] = ['B12', null];
const fails = (...checks: string[]): [string, number, ...string[]] => ['B12', 903, ...checks];

/** The table of 15.2. Its slow rows come with a test of their own. */
const table: readonly Expected[] = [
  expectation(['br.pass', '90000000175'], answered(), passes),
  expectation(['br.not_found', '90000000256'], notFound, nobody),
  expectation(['br.no_portrait', '90000000337'], answered({ face: noPortrait }), noFace),
  expectation(['br.no_licence', '90000000418'], withoutLicence, noFace),
  expectation(['br.face_mismatch', '90000000507'], face(41), faceFails),
  expectation(['br.face_below', '90000000680'], face(79.99), faceFails),
  expectation(['br.face_at', '90000000760'], face(80), passes),
  expectation(['br.name', '90000000841'], compared({ name: { similarity: 42 } }), fails('name_match')),
  expectation(['br.name_at', '90000000922'], compared({ name: { similarity: 90 } }), passes),
  expectation(['br.dob', '90000001066'], compared({ dateOfBirth: different }), fails('date_of_birth_match')),
  expectation(['br.gender', '90000001147'], compared({ gender: different }), fails('gender_match')),
  expectation(
    ['br.licence_number', '90000001228'],
    compared({ licenceNumber: different }),
    fails('drivers_license_number_match'),
  ),
  expectation(
    ['br.category', '90000001309'],
    compared({ licenceCategory: different }),
    fails('drivers_license_category_match'),
  ),
  expectation(
    ['br.not_issued', '90000001490'],
    compared({ licenceStatus: different }),
    fails('drivers_license_is_valid'),
  ),
  expectation(
    ['br.impediment', '90000004243'],
    compared({ licenceStatus: different }),
    fails('drivers_license_is_valid'),
  ),
  expectation(
    ['br.first_issue', '90000001570'],
    compared({ firstIssue: different }),
    fails('drivers_license_first_issue_match'),
  ),
  expectation(
    ['br.valid_from', '90000001651'],
    compared({ validFrom: different }),
    fails('drivers_license_valid_from_match'),
  ),
  expectation(
    ['br.valid_until', '90000001732'],
    compared({ validUntil: different }),
    fails('drivers_license_valid_until_match'),
  ),
  expectation(['br.fields_missing', '90000001902'], answered({ compared: {} }), passes),
  expectation(['br.deceased', '90000002038'], ended('deceased'), nobody),
  expectation(['br.multiplicity', '90000002119'], ended('cancelled'), nobody),
  expectation(['br.ex_officio', '90000002208'], ended('cancelled'), nobody),
  expectation(['br.void', '90000002380'], ended('void'), nobody),
  expectation(['br.pending', '90000002461'], answered({ taxpayerStatus: 'pending' }), passes),
  expectation(['br.suspended', '90000002542'], answered({ taxpayerStatus: 'suspended' }), passes),
  expectation(['br.minor', '90000002623'], rejected('minor', 'http:451'), ['B7', 902, 'person_registered']),
  expectation(['br.poor_record', '90000002704'], rejected('portrait', 'DV002'), noFace),
  expectation(['br.no_face_record', '90000002895'], rejected('portrait', 'DV040'), noFace),
  expectation(['br.selfie_041', '90000002976'], rejected('selfie', 'DV041'), poorSelfie),
  expectation(['br.selfie_042', '90000003000'], rejected('selfie', 'DV042'), poorSelfie),
  expectation(['br.selfie_043', '90000003190'], rejected('selfie', 'DV043'), poorSelfie),
  expectation(['br.selfie_044', '90000003271'], rejected('selfie', 'DV044'), poorSelfie),
  expectation(['br.selfie_045', '90000003352'], rejected('selfie', 'DV045'), poorSelfie),
  expectation(['br.social_name', '90000003433'], answered(), passes),
  expectation(['br.spoof', '90000003514'], answered(), passes),
  expectation(['br.bad_quality', '90000003603'], answered(), passes),
  expectation(['br.upstream', '90000003786'], unavailable('maintenance'), ['B5', 901]),
  expectation(['br.consent_setup', '90000003867'], technical('config', 422), ['B6', 901]),
  expectation(['br.face_compare', '90000004081'], answered({ face: noPortrait }), noFace),
  expectation(
    ['br.two', '90000004162'],
    compared({ name: { similarity: 42 }, dateOfBirth: different }),
    fails('name_match', 'date_of_birth_match'),
  ),
  expectation(['br.refused_number', '90000004324'], rejected('id_number', 'http:400'), [
    'B4',
    902,
    'person_registered',
  ]),
];
const elsewhere = ['br.expired', 'br.slow', 'br.deadline'];

const outcomeOf = ({ status, reasonCode }: { status: string; reasonCode: number | null }): string =>
  reasonCode === null ? status : `${status} ${reasonCode}`;

describe('a Brazilian scenario', () => {
  it('is each of the table, and every number is a valid one', () => {
    const known = table.map(({ id, cpf }) => [id, cpf]);
    const others = brScenarios
      .filter(({ id }) => !elsewhere.includes(id))
      .map(({ id, number }) => [id, number]);
    expect(others).toEqual(known);
    expect(brScenarios).toHaveLength(44);
    expect(brScenarios.filter(({ number }) => !isValidCpf(number ?? ''))).toEqual([]);
  });

  it.each(table)(
    '$id is answered and decided by row $row',
    async ({ id, cpf, result, row, reasonCode, failed }) => {
      const got = await ask(cpf);
      expect(got.result).toEqual(result);
      expect([got.row, got.verdict.reasonCode, got.failed]).toEqual([row, reasonCode, failed]);
      const promised = brScenarios.find((scenario) => scenario.id === id)?.outcome.split(';')[0];
      if (promised !== 'by the score') expect(outcomeOf(got.verdict)).toBe(promised);
    },
  );

  it('br.expired fails the licence that ran out, when its own last day is sent', async () => {
    const got = await ask('90000001813', { claims: { ...identityClaims, validUntil: '2022-05-09' } });
    expect(got.result).toEqual(answered());
    expect([got.verdict.reasonCode, got.failed]).toEqual([903, ['drivers_license_is_valid']]);
  });

  it('br.fields_missing is declined where a field is required', async () => {
    const got = await ask('90000001902', { fields: { gender_match: 'required' } });
    expect([got.verdict.reasonCode, got.failed]).toEqual([903, ['gender_match']]);
  });

  it.each([
    ['br.pass', '90000000175', 'real', 'B12', null],
    ['br.spoof', '90000003514', 'spoof', 'B11', 581],
    ['br.bad_quality', '90000003603', 'unusable', 'B9', 202],
  ])('%s has a liveness result where that is requested', async (_, cpf, liveness, row, reasonCode) => {
    const got = await ask(cpf, { options: { requestLiveness: true } });
    expect(got.result).toEqual(
      answered({ face: { onFile: true, similarity: 97, liveness } as BrAnswer['face'] }),
    );
    expect([got.row, got.verdict.reasonCode]).toEqual([row, reasonCode]);
  });

  it.each([
    ['br.minor', '90000002623', rejected('minor', 'DV001'), 902],
    ['br.refused_number', '90000004324', rejected('id_number', 'DV010'), 902],
    ['br.not_found', '90000000256', notFound, 902],
    ['br.deceased', '90000002038', answered({ taxpayerStatus: null }), null],
  ])(
    '%s is reported by Datavalid itself where the status is not looked up',
    async (_, cpf, result, reasonCode) => {
      const got = await ask(cpf, { options: { consultaCpf: null } });
      expect(got.result).toEqual(result);
      expect(got.verdict.reasonCode).toBe(reasonCode);
    },
  );

  it('br.slow is approved after seven seconds', async () => {
    const before = Date.now();
    const got = await ask('90000003948');
    expect(got.result).toEqual(answered());
    expect(Date.now() - before).toBeGreaterThanOrEqual(7_000);
  });

  it('br.deadline ends at the deadline of the check', async () => {
    const got = await ask('90000004405', { deadlineMs: 500 });
    expect(got.result).toEqual(unavailable('timeout'));
    expect([got.row, got.verdict.reasonCode]).toEqual(['B5', 901]);
  });

  it('answers V4 as it answers V5', async () => {
    const got = await ask('90000001147', { options: { wireVersion: 'v4', consent: null } });
    expect(got.result).toEqual(compared({ gender: different }));
  });
});

describe('requests to the Brazilian registry', () => {
  it.each(Object.keys(identityClaims) as (keyof typeof identityClaims)[])(
    'may be %s alone: consent, request and answer are about nothing else',
    async (field) => {
      const { connector } = openDatavalid(datavalidOptions(simulator.url));
      const claims = { [field]: identityClaims[field] };
      const question = { ...wholeQuestion, claims, compareLicenceStatus: false };
      const result = await connector.check(question, callContext());
      expect(result).toEqual(answered({ compared: { [field]: allEqual[field] } }));
    },
  );

  it('may be the state of the licence alone', async () => {
    const { connector } = openDatavalid(datavalidOptions(simulator.url));
    const result = await connector.check({ ...wholeQuestion, claims: {} }, callContext());
    expect(result).toEqual(answered({ compared: { licenceStatus: equal } }));
  });

  it('leaves names of fields in the log of calls, and nothing of a person', async () => {
    const { connector, records } = openDatavalid(datavalidOptions(simulator.url));
    await connector.check(
      { ...wholeQuestion, cpf: '90000001147' },
      callContext({ correlationId: 'call-in-the-log' }),
    );
    await connector.check({ ...wholeQuestion, cpf: '90000004324' }, callContext());
    expect(records.map(({ route, code }) => [route, code])).toEqual([
      ['br.status', null],
      ['br.gcc', null],
      ['br.validate', null],
      ['br.status', 'http:400'],
    ]);
    expect(records[2]).toMatchObject({
      connector: 'datavalid',
      correlationId: 'call-in-the-log',
      kind: 'answered',
      compared: {
        equal: [
          'name',
          'dateOfBirth',
          'licenceNumber',
          'licenceCategory',
          'licenceStatus',
          'firstIssue',
          'validFrom',
          'validUntil',
        ],
        different: ['gender'],
      },
    });
    const log = JSON.stringify(records);
    for (const secret of [
      '90000001147',
      '90000004324',
      ...Object.values(identityClaims).filter((value) => value.length > 2),
    ])
      expect(log).not.toContain(secret);
    expect(log).not.toContain('/9j/');
  });
});
