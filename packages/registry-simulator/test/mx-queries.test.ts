import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  combinedRegistryData,
  type CurpQuestion,
  curpRegistryBody,
  ineRegistryBody,
  type VoterListQuestion,
} from '@countersign/core';
import { curpScenarios } from '../src/mx-curp/scenarios.ts';
import { mexicanCurp } from '../src/mx-curp/simulator.ts';
import { woman } from '../src/mx-ine/mexican-people.ts';
import { voterListScenarios } from '../src/mx-voter-list/scenarios.ts';
import { mexicanVoterList } from '../src/mx-voter-list/simulator.ts';
import type { RegistrySettings } from '../../registries/src/registry-settings.ts';
import { sandboxSettings, simulatorSettings } from '../../registries/src/simulator-settings.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import { callContext, genericSettings, open } from './simulator-countries.ts';

const spec = readFileSync(new URL('../../../spec/registries.md', import.meta.url), 'utf8');
const atSomeTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const fast = { retryMinMs: 1, retryMaxMs: 2 };

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({
    registries: [mexicanCurp, mexicanVoterList],
    population: {
      'mx-voter-list': { '999800100': { ...woman }, '999800101': { ...woman, voterListCode: 1 } },
      'mx-curp': {
        [woman.curp.replace('NUGM', 'NUGX')]: { ...woman, curp: woman.curp.replace('NUGM', 'NUGX') },
      },
    },
  });
});
afterAll(() => simulator.close());

function opened(settings: RegistrySettings) {
  const registries = open(settings);
  onTestFinished(() => registries.close());
  return registries;
}
const asksList = (question: VoterListQuestion, settings = simulatorSettings(simulator.url, fast)) =>
  opened(settings).mxVoterList.check(question, callContext());
const asksCurp = (question: CurpQuestion, settings = simulatorSettings(simulator.url, fast)) =>
  opened(settings).mxCurp.check(question, callContext());

const notFound = { kind: 'not_found', at: atSomeTime };
const maintenance = { kind: 'unavailable', cause: 'maintenance', attempts: 1, delivered: 'maybe' };

describe('the voter list by CIC', () => {
  it.each([
    ['999900001', 3, true, 'Vigente como medio de identificación y para votar'],
    ['999900002', 5, false, 'No se obtuvieron datos con la información proporcionada'],
    ['999900015', 1, false, 'Credencial no vigente'],
    ['999900034', 9, false, 'Vigente como identificación; derechos políticos suspendidos'],
    ['999900035', 11, false, 'Vigente únicamente como medio de identificación'],
    ['999900036', 12, true, 'Vigente para votar desde el extranjero'],
    ['999900099', 5, false, 'No se obtuvieron datos con la información proporcionada'],
  ])('%s is %i', async (cic, code, active, documentState) => {
    const result = await asksList({ cic, citizenId: '098765432' });
    expect(result).toMatchObject({ kind: 'answered', at: atSomeTime, answer: { code } });
    expect(ineRegistryBody(result)).toEqual({ active, documentState });
  });

  it('999900011 is 4, an outage that is never "no data"', async () => {
    const result = await asksList({ cic: '999900011', citizenId: '098765432' });
    expect(result).toEqual(maintenance);
    expect(ineRegistryBody(result)).toBeNull();
  });

  it('has the rows of the specification', () => {
    const line = spec.slice(spec.indexOf('Voter list by CIC: '), spec.indexOf('RENAPO by CURP: '));
    const told = [...line.matchAll(/(\d{3}) → (\d+)/g)].map(([, ending, code]) => [
      `999900${ending}`,
      Number(code),
    ]);
    expect(told).toHaveLength(7);
    expect(voterListScenarios.map(({ number, twist }) => [number, twist['code']])).toEqual(told);
  });
});

describe('the simulated voter list', () => {
  const card = {
    code: 3,
    cic: '999900001',
    ocr: '0123098765432',
    voterKey: 'PRLPJN85010109H400',
    emissionNumber: '02',
    federalDistrict: '12',
    localDistrict: '8',
    registrationYear: '2003',
    issueYear: '2023',
    validUntil: '2033',
  };

  it.each([
    ['E to H', { cic: '999900001', citizenId: '098765432' }],
    ['D', { cic: '999900001', ocr: '0123098765432' }],
    ['C', { voterKey: 'PRLPJN85010109H400', emissionNumber: '02', ocr: '0123098765432' }],
    ['unknown to the caller', { cic: '999900001' }],
  ])('finds cards of model %s', async (_model, question) => {
    expect(await asksList(question)).toEqual({ kind: 'answered', at: atSomeTime, answer: card });
  });

  it('does not find any other voter key', async () => {
    const question = { voterKey: 'PRLPJN85010109H401', emissionNumber: '02', ocr: '0123098765432' };
    expect(await asksList(question)).toEqual({ kind: 'answered', at: atSomeTime, answer: { code: 5 } });
  });

  it('finds its population, with its status', async () => {
    expect(await asksList({ cic: '999800100', ocr: '0456012345678' })).toMatchObject({
      answer: { code: 3, cic: '999800100', voterKey: 'NZGRMN90020214M300', issueYear: '2023' },
    });
    expect(await asksList({ cic: '999800101', citizenId: '012345678' })).toMatchObject({
      answer: { code: 1 },
    });
    const byKey = { voterKey: 'NZGRMN90020214M300', emissionNumber: '01', ocr: '0456012345678' };
    expect(await asksList(byKey)).toMatchObject({ answer: { code: 3, cic: '999800100' } });
  });

  it('rejects calls without credentials', async () => {
    const { status } = await fetch(`${simulator.url}/ine/v2/valida_ine`, {
      method: 'POST',
      body: JSON.stringify({ cic: '999900001', ocr: '0123098765432' }),
    });
    expect(status).toBe(401);
  });

  it.each([
    ['123456001', { code: 3 }],
    ['123456004', { code: 3 }],
    ['123456002', { code: 5 }],
    ['123456015', { code: 1 }],
    ['123456034', { code: 9 }],
    ['123456777', { code: 5 }],
  ])('in the sandbox: %s', async (cic, answer) => {
    const result = await asksList({ cic, citizenId: '987654321' }, sandboxSettings(simulator.url, fast));
    expect(result).toMatchObject({ kind: 'answered', answer });
  });

  it('in the sandbox: an ending for its outage', async () => {
    const sandbox = sandboxSettings(simulator.url, fast);
    expect(await asksList({ cic: '123456011', citizenId: '987654321' }, sandbox)).toEqual(maintenance);
  });
});

describe('the population registry by CURP', () => {
  it.each([
    ['PELJ850101HDFRPN06', 'AN', 'male', '1985-01-01', 'DF'],
    ['NUGM900202MJCXRN05', 'AH', 'female', '1990-02-02', 'JC'],
    ['LOXM920303HNLPXN03', 'RCN', 'male', '1992-03-03', 'NL'],
    ['GARX050505XOCRJMA8', 'AN', 'x', '2005-05-05', 'OC'],
    ['PELJ400404HPLRPN00', 'BD', 'male', '1940-04-04', 'PL'],
    ['PEXM000229HNERXNA1', 'CRA', 'male', '2000-02-29', 'NE'],
    ['VXCA800101MSPRSN02', 'RCC', 'female', '1980-01-01', 'SP'],
  ])('%s is %s', async (curp, status, sex, dateOfBirth, birthState) => {
    const result = await asksCurp({ curp });
    expect(result).toMatchObject({
      kind: 'answered',
      answer: { curp, status, sex, dateOfBirth, birthState },
    });
    expect(curpRegistryBody(result)).toEqual({ statusCurp: status, curp });
  });

  it('an old code is answered with the current one', async () => {
    expect(await asksCurp({ curp: 'VACA800101MSPRSN00' })).toMatchObject({
      kind: 'answered',
      answer: { curp: 'VXCA800101MSPRSN02', previous: ['VACA800101MSPRSN00'], status: 'RCC' },
    });
  });

  it('any other is not found', async () => {
    const result = await asksCurp({ curp: 'PELJ850101HDFRPN07' });
    expect(result).toEqual(notFound);
    expect(curpRegistryBody(result)).toEqual({ statusCurp: null, curp: null });
  });

  it('has the rows of the specification', () => {
    const line = spec.slice(spec.indexOf('RENAPO by CURP: '), spec.indexOf('### 15.4'));
    const named = [...line.matchAll(/`([A-Z]{4}\d{6}[HMX]\w{7})`/g)].map(([, curp]) => curp);
    expect(named).toHaveLength(8);
    expect(curpScenarios.map(({ number }) => number)).toEqual(named);
    for (const [, curp, status] of line.matchAll(/`(\w{18})` ([A-Z]{2,3})/g)) {
      const scenario = curpScenarios.find(({ number }) => number === curp);
      expect([curp, scenario?.person?.['curpStatus']]).toEqual([curp, status]);
    }
  });
});

describe('the simulated population registry', () => {
  const described: Extract<CurpQuestion, { names: string }> = {
    names: 'Mónica',
    firstSurname: 'Núñez',
    secondSurname: 'García',
    dateOfBirth: '1990-02-02',
    sex: 'female',
    birthState: 'JC',
  };

  it('finds who is described, with the papers the record rests on', async () => {
    expect(await asksCurp(described)).toEqual({
      kind: 'answered',
      at: atSomeTime,
      answer: {
        curp: 'NUGM900202MJCXRN05',
        previous: [],
        status: 'AH',
        names: 'MONICA',
        firstSurname: 'NUÑEZ',
        secondSurname: 'GARCIA',
        sex: 'female',
        dateOfBirth: '1990-02-02',
        birthState: 'JC',
        evidence: {
          book: '1',
          sheet: '12',
          volume: '3',
          actNumber: '00345',
          documentKind: '1',
          registrationYear: '1990',
          registrationState: '09',
          registrationMunicipality: '015',
        },
      },
    });
  });

  it.each([
    ['names', 'Ana'],
    ['firstSurname', 'Nunez'],
    ['secondSurname', 'Garza'],
    ['dateOfBirth', '1990-02-03'],
    ['sex', 'male'],
    ['birthState', 'DF'],
  ])('finds no person with another %s', async (member, value) => {
    expect(await asksCurp({ ...described, [member]: value })).toEqual(notFound);
  });

  it('finds a person with one surname', async () => {
    const { secondSurname: _none, ...one } = described;
    const manuel = {
      ...one,
      names: 'Manuel',
      firstSurname: 'López',
      dateOfBirth: '1992-03-03',
      birthState: 'NL',
    };
    expect(await asksCurp({ ...manuel, sex: 'male' })).toMatchObject({
      answer: { curp: 'LOXM920303HNLPXN03' },
    });
  });

  it('finds its population', async () => {
    expect(await asksCurp({ curp: 'NUGX900202MJCXRN05' })).toMatchObject({
      answer: { status: 'AN', names: 'MONICA', curp: 'NUGX900202MJCXRN05' },
    });
  });
});

describe('both through the generic connector', () => {
  it('answer the same', async () => {
    const generic = genericSettings(simulator, fast);
    const list = { cic: '999900035', citizenId: '098765432' };
    expect(await asksList(list, generic)).toEqual({ ...(await asksList(list)), at: atSomeTime });
    const code = { curp: 'VACA800101MSPRSN00' };
    expect(await asksCurp(code, generic)).toEqual({ ...(await asksCurp(code)), at: atSomeTime });
    expect(await asksCurp({ curp: 'PELJ850101HDFRPN07' }, generic)).toEqual(notFound);
    expect(await asksList({ cic: '999900011', citizenId: '098765432' }, generic)).toEqual(maintenance);
  });
});

describe('what clients receive about the identity', () => {
  it('is the whole of both registries', async () => {
    const question = { cic: '999900001', citizenId: '098765432' };
    const list = await asksList(question);
    const curp = await asksCurp({ curp: 'PELJ850101HDFRPN06' });
    expect(combinedRegistryData({ question, result: list }, curp)).toEqual({
      ine: {
        active: true,
        status: 'vigente',
        information: 'Vigente como medio de identificación y para votar',
        electorKey: 'PRLPJN85010109H400',
        federalDistrict: '12',
        ocr: '0123098765432',
        registrationYear: '2003',
        issueYear: '2023',
        validUntil: '2033',
        ineIdentifier: '098765432',
      },
      curp: {
        curp: 'PELJ850101HDFRPN06',
        statusCurp: 'AN',
        names: 'JUAN CARLOS',
        paternalSurname: 'PEREZ',
        maternalSurname: 'LOPEZ',
        gender: 'M',
        dateOfBirth: '1985-01-01',
        birthRegion: 'DF',
        documentEvidence: { book: '1', sheet: '12', volume: '3', actNumber: '00345' },
      },
    });
  });
});
