import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrAnswer,
  type BrField,
  type BrPolicy,
  evaluateBr,
  isValidCpf,
  type RegistryResult,
} from '@countersign/core';
import { brScenarios } from '../src/br-cpf/scenarios.ts';
import { brazil } from '../src/br-cpf/simulator.ts';
import type { DatavalidOptions } from '../src/registry-settings.ts';
import { type Simulator, startSimulator } from '../src/simulator/simulator.ts';
import {
  callContext,
  datavalidOptions,
  identityClaims,
  openDatavalid,
  policy,
  wholeQuestion,
} from './br-fixtures.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ registries: [brazil], population: {} });
});
afterAll(() => simulator.close());

const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const equal = { equal: true };
const different = { equal: false };
const allEqual: Record<BrField, BrAnswer['compared'][BrField] & object> = {
  name: { similarity: 100 },
  dateOfBirth: equal,
  gender: equal,
  licenceNumber: equal,
  licenceCategory: equal,
  licenceStatus: equal,
  firstIssue: equal,
  validFrom: equal,
  validUntil: equal,
};

/** Everything equal and regular but for this. */
const answered = (more: Partial<BrAnswer> = {}): RegistryResult<BrAnswer> => ({
  kind: 'answered',
  at,
  answer: {
    taxpayerStatus: 'regular',
    licenceFound: true,
    face: { onFile: true, similarity: 97, liveness: null },
    compared: allEqual,
    ...more,
  },
});
const face = (similarity: number) => answered({ face: { onFile: true, similarity, liveness: null } });
const compared = (more: BrAnswer['compared']) => answered({ compared: { ...allEqual, ...more } });
const ended = (taxpayerStatus: NonNullable<BrAnswer['taxpayerStatus']>) =>
  answered({ taxpayerStatus, licenceFound: null, face: null, compared: {} });
const rejected = (
  input: 'id_number' | 'minor' | 'selfie' | 'portrait',
  code: string,
): RegistryResult<BrAnswer> => ({
  kind: 'rejected',
  at,
  input,
  code,
});
const technical = (cause: 'config' | 'auth' | 'unexpected_status', httpStatus: number, attempts = 1) =>
  ({ kind: 'technical', cause, attempts, at, httpStatus }) as const;
const unavailable = (cause: 'maintenance' | 'timeout' | 'http_5xx' | 'rate_limited', attempts = 1) =>
  ({ kind: 'unavailable', cause, attempts, delivered: 'maybe' }) as const;
const notFound: RegistryResult<BrAnswer> = { kind: 'not_found', at };
const noPortrait: BrAnswer['face'] = { onFile: false, similarity: null, liveness: null };
const withoutLicence = answered({
  licenceFound: false,
  face: null,
  compared: { name: { similarity: 100 }, dateOfBirth: equal },
});

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

const today = '2026-11-20';

interface Asking {
  claims?: Partial<typeof identityClaims> | Record<string, string>;
  options?: Partial<DatavalidOptions>;
  deadlineMs?: number;
  prefix?: '' | '/sandbox';
  fields?: Partial<BrPolicy['fields']>;
}

/** Asks the simulator through the real connector and evaluates what comes. */
async function ask(cpf: string, { claims = identityClaims, prefix = '', ...more }: Asking = {}) {
  const { connector } = openDatavalid(datavalidOptions(simulator.url + prefix, more.options));
  const deadline = new Date(Date.now() + (more.deadlineMs ?? 30_000)).toISOString();
  const result = await connector.check({ ...wholeQuestion, cpf, claims }, callContext({ deadline }));
  const evaluated = evaluateBr(
    { cpf, cpfExempt: prefix === '/sandbox', selfie: true, licencePresented: true, claims },
    { ...policy, fields: { ...policy.fields, ...more.fields } },
    result,
    today,
  );
  if (evaluated === 'call') throw new Error('a result was not taken');
  const { row, object, verdict } = evaluated;
  const validations: Record<string, { result: string } | undefined> = object.validations ?? {};
  const failed = Object.keys(validations).filter((check) => validations[check]?.result === 'failure');
  return { result, row, verdict, failed };
}

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
  ])('%s shows its liveness where that is asked', async (_, cpf, liveness, row, reasonCode) => {
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
    '%s is told by Datavalid itself where the status is not looked up',
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

  it('br.deadline is given up at the deadline of the check', async () => {
    const got = await ask('90000004405', { deadlineMs: 500 });
    expect(got.result).toEqual(unavailable('timeout'));
    expect([got.row, got.verdict.reasonCode]).toEqual(['B5', 901]);
  });

  it('answers V4 as it answers V5', async () => {
    const got = await ask('90000001147', { options: { wireVersion: 'v4', consent: null } });
    expect(got.result).toEqual(compared({ gender: different }));
  });
});

describe('a Brazilian persona of test integrations', () => {
  const anybody = {
    name: 'JOAO DA SILVA',
    dateOfBirth: '1970-12-24',
    gender: 'M',
    licenceNumber: '10020030088',
    licenceCategory: 'D',
    firstIssue: '1990-01-01',
    validFrom: '2024-01-01',
    validUntil: '2030-01-01',
  };
  const sandbox = { prefix: '/sandbox', claims: anybody } as const;

  const personas: [string, RegistryResult<BrAnswer>, string, number | null][] = [
    ['12345678900', answered(), 'B12', null],
    ['12345678901', notFound, 'B8', 902],
    ['12345678902', withoutLicence, 'B10', 581],
    ['12345678903', compared({ name: { similarity: 42 } }), 'B12', 903],
    ['12345678904', compared({ dateOfBirth: different }), 'B12', 903],
    ['12345678905', face(41), 'B11', 581],
    ['11150300011', unavailable('http_5xx'), 'B5', 901],
    ['11150400011', unavailable('http_5xx'), 'B5', 901],
    ['11142900011', unavailable('rate_limited', 3), 'B5', 901],
    ['11140100011', technical('auth', 401, 2), 'B6', 901],
    ['11140000011', technical('config', 400), 'B6', 901],
    ['11140400011', technical('unexpected_status', 404), 'B6', 901],
    ['11142200111', rejected('minor', 'DV001'), 'B7', 902],
    ['11142204111', rejected('selfie', 'DV041'), 'B9', 202],
    ['11142204011', rejected('portrait', 'DV040'), 'B10', 581],
    ['11142206211', technical('unexpected_status', 422), 'B6', 901],
    ['11142215011', unavailable('maintenance'), 'B5', 901],
  ];
  it.each(personas)('%s answers whatever is claimed', async (cpf, result, row, reasonCode) => {
    const got = await ask(cpf, sandbox);
    expect(got.result).toEqual(result);
    expect([got.row, got.verdict.reasonCode]).toEqual([row, reasonCode]);
  });

  it.each(['11130000011', '11160000011', '12345678906'])('%s is nobody', async (cpf) => {
    const { connector } = openDatavalid(datavalidOptions(`${simulator.url}/sandbox`));
    expect(await connector.check({ ...wholeQuestion, cpf }, callContext())).toEqual(notFound);
  });

  it('exists under /sandbox only', async () => {
    const { connector } = openDatavalid(datavalidOptions(simulator.url));
    expect(await connector.check({ ...wholeQuestion, cpf: '12345678900' }, callContext())).toEqual(notFound);
  });
});

describe('what is asked of the Brazilian registry', () => {
  it.each(Object.keys(identityClaims) as (keyof typeof identityClaims)[])(
    'may be %s alone: consent, request and answer are about nothing else',
    async (field) => {
      const { connector } = openDatavalid(datavalidOptions(simulator.url));
      const claims = { [field]: identityClaims[field] };
      const question = { ...wholeQuestion, claims, askLicenceStatus: false };
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
