import { readFile } from 'node:fs/promises';
import { isValidCpf, isVoterKey, parseCurp, parseOcr } from '@countersign/core';
import { describe, expect, it } from 'vitest';
import { allRegistries, committedPopulation } from '../src/server/simulated-registries.ts';
import { startSimulator } from '../src/server/simulator.ts';
import { curpOf, voterKeyOf } from '../tools/mexican-numbers.ts';
import { makePopulation, populationSeed, populationText } from '../tools/population.ts';

const population = makePopulation(populationSeed);
const { br, mx, co } = population;

describe('the population', () => {
  it('is the one that its seed gives', async () => {
    expect(populationSeed).toBe(20261120);
    const committed = await readFile(new URL('../src/server/population.json', import.meta.url), 'utf8');
    expect(populationText(20261120)).toBe(committed);
  });

  it('is another for another seed', () => {
    expect(populationText(20261121)).not.toBe(populationText(20261120));
  });

  it('has 300 people per country under the numbers of the document', () => {
    const [brazilians, mexicans, colombians] = [br, mx, co].map((people) => Object.keys(people));
    expect(brazilians).toHaveLength(300);
    expect(brazilians?.every(isValidCpf)).toBe(true);
    expect(brazilians?.map((cpf) => cpf.slice(0, 9)).at(0)).toBe('900100001');
    expect(brazilians?.map((cpf) => cpf.slice(0, 9)).at(-1)).toBe('900100300');
    expect(mexicans).toHaveLength(300);
    expect([mexicans?.at(0), mexicans?.at(-1)]).toEqual(['999800100', '999800399']);
    expect(colombians).toHaveLength(300);
    expect([colombians?.at(0), colombians?.at(-1)]).toEqual(['9100000001', '9100000300']);
  });

  it('holds only people whom their registries take', async () => {
    const all = await committedPopulation();
    for (const registry of allRegistries)
      for (const person of Object.values(all[registry.registry] ?? {}))
        expect(registry.objection?.(person) ?? null).toBeNull();
  });

  it('shares no number with the scenarios', async () => {
    const all = await committedPopulation();
    for (const { registry, scenarios } of allRegistries)
      expect(scenarios.filter(({ number }) => number !== null && number in (all[registry] ?? {}))).toEqual(
        [],
      );
  });

  it('has Mexican numbers that agree with the person', () => {
    for (const person of Object.values(mx)) {
      const curp = parseCurp(person.curp);
      expect(curp).toMatchObject({ hasCheckDigit: true, isKnownState: true });
      expect(isVoterKey(person.voterKey)).toBe(true);
      expect(person.voterKey.slice(6, 12)).toBe(person.curp.slice(4, 10));
      expect(person.voterKey[14]).toBe(person.curp[10]);
      expect(parseOcr(person.ocr)).not.toBeNull();
      expect(Number(person.registrationYear) - Number(curp?.dateOfBirth?.slice(0, 4))).toBeGreaterThanOrEqual(
        18,
      );
      expect(Number(person.issueYear)).toBeGreaterThanOrEqual(Number(person.registrationYear));
    }
    expect(new Set(Object.values(mx).map(({ curp }) => curp)).size).toBe(300);
  });

  it('has names with Ñ, people of one surname, and particles', () => {
    const mexicans = Object.values(mx);
    const colombians = Object.values(co);
    expect(mexicans.filter(({ fatherLastName }) => fatherLastName.includes('Ñ')).length).toBeGreaterThan(10);
    expect(mexicans.filter(({ motherLastName }) => motherLastName === null).length).toBeGreaterThan(5);
    expect(colombians.filter(({ firstSurname }) => firstSurname?.includes('Ñ')).length).toBeGreaterThan(10);
    expect(colombians.filter(({ secondSurname }) => secondSurname === null).length).toBeGreaterThan(5);
    expect(colombians.filter(({ particle }) => particle !== ' ').length).toBeGreaterThan(5);
    expect(Object.values(br).filter(({ name }) => / D(A|E|OS) /.test(name)).length).toBeGreaterThan(20);
  });

  it('is who the simulator answers about', async () => {
    const simulator = await startSimulator();
    try {
      const [cpf] = Object.keys(br);
      const token = await fetch(`${simulator.url}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('key:secret').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const { access_token: bearer } = (await token.json()) as { access_token: string };
      const status = await fetch(`${simulator.url}/consulta-cpf-df/v2/cpf/${cpf}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect(await status.json()).toMatchObject({ ni: '90010000100', nome: 'HENRIQUE OLIVEIRA COSTA' });
    } finally {
      await simulator.close();
    }
  });
});

describe('Mexican numbers', () => {
  const person = (names: readonly [string, string, string | null], more: object) => ({
    firstName: names[0],
    fatherLastName: names[1],
    motherLastName: names[2],
    dateOfBirth: '1985-01-01',
    sex: 'H' as const,
    birthState: 'DF',
    ...more,
  });

  it.each([
    ['PELJ850101HDFRPN06', person(['JUAN CARLOS', 'PEREZ', 'LOPEZ'], {}), '0'],
    [
      'NUGM900202MJCXRN05',
      person(['MONICA', 'NUÑEZ', 'GARCIA'], { dateOfBirth: '1990-02-02', sex: 'M', birthState: 'JC' }),
      '0',
    ],
    [
      'LOXM920303HNLPXN03',
      person(['MANUEL', 'LOPEZ', null], { dateOfBirth: '1992-03-03', birthState: 'NL' }),
      '0',
    ],
  ])('gives the CURP %s of the document', (curp, holder, series) => {
    expect(curpOf(holder, series)).toBe(curp);
  });

  it('gives the voter key of the document', () => {
    expect(voterKeyOf(person(['JUAN CARLOS', 'PEREZ', 'LOPEZ'], {}), '09', '400')).toBe('PRLPJN85010109H400');
  });
});
