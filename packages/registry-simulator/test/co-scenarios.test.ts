import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CoInput } from '@countersign/core';
import { brazil } from '../src/br-cpf/simulator.ts';
import { coPattern, coScenarios } from '../src/co-civil/scenarios.ts';
import { colombia } from '../src/co-civil/simulator.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import { aniOptions, check, claim, openAni, openGeneric } from '../../registries/test/co-fixtures.ts';

let simulator: Simulator;
beforeAll(async () => {
  // Brazil's part gives out the bearer tokens.
  simulator = await startSimulator({ registries: [brazil, colombia], population: {} });
});
afterAll(() => simulator.close());

/** Ways to ask the same people. */
const ways = {
  flat: (url: string, dataMs?: number) => openAni(aniOptions(url, 'flat', dataMs ? { dataMs } : {})),
  nested: (url: string, dataMs?: number) => openAni(aniOptions(url, 'nested', dataMs ? { dataMs } : {})),
  generic: (url: string, dataMs?: number) => openGeneric(url, dataMs ? { dataMs } : {}),
};
const wayNames = ['flat', 'nested', 'generic'] as const;

type Row = readonly [
  id: string,
  number: string,
  similarity: number | null,
  row: string,
  decision: string,
  /** What is claimed besides, or otherwise. */
  more: Partial<CoInput>,
];

const passes = ['C10', 'approved'] as const;
const review = ['C9', 'resubmission_requested 529'] as const;
const pending = ['C8', 'resubmission_requested 529'] as const;
const silent = ['C1', 'declined 544'] as const;
const declined = (row: string) => [row, 'declined 529'] as const;

/** The table of 15.4. Its slow and silent rows come with tests of their own. */
const table: readonly Row[] = [
  ['co.pass', '9000000001', 100, ...passes, {}],
  ['co.not_found', '9000000002', null, ...declined('C2'), {}],
  ['co.stranger', '9000000003', 0, ...declined('C7'), {}],
  ['co.review', '9000000004', 72.3, ...review, {}],
  ['co.issue_date', '9000000005', 100, ...declined('C5'), {}],
  ['co.deceased', '9000000006', 100, ...declined('C3'), {}],
  ['co.no_name', '9000000007', null, ...declined('C6'), {}],
  ['co.slash', '9000000008', 100, ...passes, {}],
  ['co.question', '9000000009', 100, ...passes, {}],
  ['co.particle', '9000000010', 100, ...passes, {}],
  ['co.one_surname', '9000000011', 100, ...passes, { givenNames: 'LUIS', surnames: 'ROMERO' }],
  ['co.no_second', '9000000012', 75, ...review, {}],
  ['co.no_issue_date', '9000000013', 100, ...passes, {}],
  ['co.down', '9000000014', null, ...silent, {}],
  ['co.batch_error', '9000000016', null, ...silent, {}],
  ['co.other_person', '9000000017', null, ...silent, {}],
  ['co.death_date_only', '9000000018', 100, ...declined('C3'), {}],
  ['co.latin1', '9000000019', 100, ...passes, {}],
  ['co.minor_card', '9000000020', 100, ...passes, { idType: 'TI' }],
  ['co.sister', '9000000021', 38.9, ...declined('C7'), {}],
];

/** `co.state_NN` for every state of 6.2, and for every number without one. */
const states: readonly Row[] = Array.from({ length: 100 }, (_, state): Row => {
  const digits = String(state).padStart(2, '0');
  const outcome = (): readonly [number | null, string, string] => {
    if ([0, 1, 12, 14].includes(state)) return [100, ...passes];
    if ([21, 51].includes(state)) return [100, ...declined('C3')];
    if ([22, 23, 24, 25, 26, 27, 28, 52, 53, 54, 55, 56].includes(state)) return [100, ...declined('C4')];
    if ([88, 99].includes(state)) return [100, ...pending];
    return [null, ...silent];
  };
  return [`co.state_${digits}`, `90000001${digits}`, ...outcome(), {}];
});

describe.each(wayNames)('a Colombian scenario, requested the %s way', (way) => {
  let asked: ReturnType<(typeof ways)[typeof way]>;
  beforeAll(() => {
    asked = ways[way](simulator.url);
  });
  afterAll(() => asked.http.close());

  it.each([...table, ...states])(
    '%s (%s): S %s, row %s, %s',
    async (_id, number, similarity, row, decision, more) => {
      const got = await check(asked, { number, ...more });
      expect([got.object.fullNameSimilarity, got.row, got.decision]).toEqual([similarity, row, decision]);
    },
  );

  it('co.silent (9000000022) never sends a head: no answer', async () => {
    await using impatient = ways[way](simulator.url, 2_000);
    const got = await check(impatient, { number: '9000000022' });
    expect(got.result).toMatchObject({ kind: 'unavailable', cause: 'timeout', delivered: 'maybe' });
    expect([got.row, got.decision]).toEqual([...silent]);
  });
});

describe('a slow Colombian scenario', () => {
  it.concurrent.each(wayNames)(
    'co.slow (9000000015), requested the %s way, is approved after seven seconds',
    async (way) => {
      await using asked = ways[way](simulator.url);
      const before = performance.now();
      const got = await check(asked, { number: '9000000015' });
      expect([got.object.fullNameSimilarity, got.row, got.decision]).toEqual([100, ...passes]);
      expect(performance.now() - before).toBeGreaterThanOrEqual(6_990);
    },
  );
});

describe('the connector’s result for a scenario', () => {
  it('the batch error is maintenance in the nested shape and a failed request in the flat one', async () => {
    await using flat = ways.flat(simulator.url);
    await using nested = ways.nested(simulator.url);
    const result = async (asked: typeof flat) => (await check(asked, { number: '9000000016' })).result;
    expect(await result(flat)).toMatchObject({ kind: 'unavailable', cause: 'http_5xx' });
    expect(await result(nested)).toMatchObject({
      kind: 'unavailable',
      cause: 'maintenance',
      delivered: 'maybe',
    });
  });

  it.each([
    ['co.down', '9000000014', { kind: 'unavailable', cause: 'http_5xx' }],
    ['co.other_person', '9000000017', { kind: 'technical', cause: 'schema', httpStatus: 200 }],
    ['co.not_found', '9000000002', { kind: 'not_found' }],
    ['co.latin1', '9000000019', { answer: { name: { firstSurname: 'NUÑEZ' } } }],
    ['co.particle', '9000000010', { answer: { name: { particle: 'DE LA' } } }],
    ['co.deceased', '9000000006', { answer: { stateCode: 21, deathDate: '2021-03-04' } }],
    ['co.state_77', '9000000177', { kind: 'answered', answer: { stateCode: 77 } }],
  ])('%s (%s) is %o', async (_id, number, expected) => {
    for (const way of ['flat', 'nested'] as const) {
      await using asked = ways[way](simulator.url);
      expect((await check(asked, { number })).result).toMatchObject(expected);
    }
  });
});

describe('a Colombian persona of test integrations', () => {
  const cases: readonly (readonly [
    digit: string,
    similarity: number | null,
    row: string,
    decision: string,
  ])[] = [
    ['0', 100, ...passes],
    ['1', 100, ...declined('C4')],
    ['2', 100, ...declined('C3')],
    ['3', 61.5, ...declined('C7')],
    ['6', 72.3, ...review],
    ['7', null, ...declined('C2')],
    ['8', null, ...declined('C2')],
    ['9', null, ...declined('C2')],
  ];

  it.each(cases)('that ends in %s: S %s, row %s, %s', async (digit, similarity, row, decision) => {
    await using asked = ways.flat(`${simulator.url}/sandbox`);
    for (const [idType, number] of [
      ['CC', `12345${digit}`],
      ['CC', `700000000${digit}`],
      ['TI', `7000000000${digit}`],
    ] as const) {
      const got = await check(asked, { idType, number });
      expect([got.object.fullNameSimilarity, got.row, got.decision]).toEqual([similarity, row, decision]);
    }
  });

  it('that ends in 4 never answers', async () => {
    await using asked = ways.flat(`${simulator.url}/sandbox`, 150);
    expect((await check(asked, { number: '123454' })).decision).toBe('declined 544');
  });

  it('that ends in 5 answers after seven seconds', () => {
    expect(coPattern('123455')).toMatchObject({ twist: { delayMs: 7_000 }, outcome: 'approved' });
  });

  it('has no meaning outside the sandbox', async () => {
    await using asked = ways.flat(simulator.url);
    expect((await check(asked, { number: '123450' })).row).toBe('C2');
  });

  it.each(['12345', '123456789012', 'ABCDEF', ''])('is not made from %j', (number) => {
    expect(coPattern(number)).toBeNull();
  });

  it.each(['CE', 'NIT'])('of a %s has no connector: no answer', async (idType) => {
    await using asked = ways.flat(`${simulator.url}/sandbox`);
    const before = simulator.control.count('co.ani');
    const got = await check(asked, { idType, number: idType === 'CE' ? '123450' : '900123456-8' });
    expect(got.result).toEqual({ kind: 'technical', cause: 'unsupported', attempts: 0, at: null });
    expect(got.decision).toBe('declined 544');
    expect(simulator.control.count('co.ani')).toBe(before);
  });
});

describe('a number of impossible shape', () => {
  it.each([
    ['CC', '12'],
    ['TI', '900000001'],
    ['CE', '12345'],
    ['NIT', '12345678-9'],
    ['PA', '123456'],
  ])('%s %s is refused without a call', async (idType, number) => {
    await using asked = ways.flat(`${simulator.url}/sandbox`);
    const before = simulator.control.count('co.ani');
    const got = await check(asked, { idType, number });
    expect([got.result, got.row, got.decision]).toEqual([null, 'C2', 'declined 529']);
    expect(simulator.control.count('co.ani')).toBe(before);
  });
});

describe('the table of 15.4', () => {
  const document = readFileSync(new URL('../../../spec/registries.md', import.meta.url), 'utf8');
  const section = document.slice(document.indexOf('### 15.4'), document.indexOf('### 15.5'));
  /** `co.slash · co.question` and their numbers, one by one. */
  const printed = section
    .split('\n')
    .filter((line) => line.startsWith('| co.'))
    .flatMap((line) => {
      const [ids = '', numbers = '', , score = '', outcome = ''] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim());
      const each = numbers.split(' · ');
      return ids.split(' · ').map((id, index) => ({ id, number: each[index] ?? '', score, outcome }));
    })
    .filter(({ id }) => id !== 'co.state_NN');

  it('is tested row by row as it is printed', () => {
    const inWords: Readonly<Record<string, string>> = {
      approved: 'approved',
      resubmission: 'resubmission_requested 529',
      '529': 'declined 529',
      '544': 'declined 544',
    };
    const slowOnes = ['co.slow', 'co.silent'];
    const tested = table.map(([id, number, similarity, row, decision]) => ({
      id,
      number,
      score: String(similarity),
      row: decision === 'approved' ? null : row,
      decision,
    }));
    const expected = printed
      .filter(({ id }) => !slowOnes.includes(id))
      .map(({ id, number, score, outcome }) => ({
        id,
        number,
        score,
        row: /^C\d+/.exec(outcome)?.[0] ?? null,
        decision: inWords[/resubmission|approved|\d{3}$/.exec(outcome)?.[0] ?? ''],
      }));
    expect(tested).toEqual(expected);
    expect(printed).toHaveLength(22);
  });

  it('is what the simulator lists, with the outcomes tested here', () => {
    const listed = coScenarios.map(({ id, number, outcome }) => [id, number, outcome]);
    const tested: unknown[] = [...table, ...states].map(([id, number, , , decision]) => [
      id,
      number,
      decision,
    ]);
    expect(listed).toEqual(expect.arrayContaining(tested));
    expect(listed).toHaveLength(tested.length + 2);
  });

  it('uses the identity that the section gives', () => {
    expect(section).toContain('`MARIA | GABRIELA | NUÑEZ | " " | GARCIA`, issued `2015-06-20`, state 0');
    expect(section).toContain(`Claim \`${claim.givenNames}\` / \`${claim.surnames}\``);
  });
});
