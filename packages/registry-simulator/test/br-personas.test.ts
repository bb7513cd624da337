/** The Brazilian numbers of test integrations. @see spec/registries.md 16.1 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrAnswer, RegistryResult } from '@countersign/core';
import { brazil } from '../src/br-cpf/simulator.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import {
  type Asking,
  askSimulator,
  answered,
  compared,
  different,
  face,
  notFound,
  rejected,
  technical,
  unavailable,
  withoutLicence,
} from './br-expectations.ts';
import {
  callContext,
  datavalidOptions,
  openDatavalid,
  wholeQuestion,
} from '../../registries/test/br-fixtures.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ registries: [brazil], population: {} });
});
afterAll(() => simulator.close());

const ask = (cpf: string, asking: Asking = {}) => askSimulator(simulator, cpf, asking);

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

  it.each(['11130000011', '11160000011', '12345678906'])('%s is unknown', async (cpf) => {
    const { connector } = openDatavalid(datavalidOptions(`${simulator.url}/sandbox`));
    expect(await connector.check({ ...wholeQuestion, cpf }, callContext())).toEqual(notFound);
  });

  it('exists under /sandbox only', async () => {
    const { connector } = openDatavalid(datavalidOptions(simulator.url));
    expect(await connector.check({ ...wholeQuestion, cpf: '12345678900' }, callContext())).toEqual(notFound);
  });
});
