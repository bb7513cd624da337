import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { simulatorScenarios } from '../src/server/simulated-registries.ts';

const document = await readFile(new URL('../../../spec/registries.md', import.meta.url), 'utf8');
const section = (number: string): string => {
  const [, text = ''] =
    new RegExp(`### ${number.replace('.', String.raw`\.`)} [^\n]*\n([^]*?)\n##`).exec(document) ?? [];
  return text;
};
const rows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => /^\| (br|mx|co)\./.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
const numbersIn = (cell = ''): string[] =>
  [...cell.matchAll(/`(\d{9,11})`/g)].map(([, number]) => number ?? '');

const listed = (registry: string): Map<string | null, string> =>
  new Map(
    simulatorScenarios.filter((row) => row.registry === registry).map(({ number, id }) => [number, id]),
  );

describe('the scenario tables of the document are those of the simulator', () => {
  it.each([
    ['15.2', 'br', 29],
    ['15.3', 'mx', 26],
    ['15.4', 'co', 21],
  ])('section %s (%s, %i lines)', (number, registry, lines) => {
    const table = rows(section(number));
    const known = listed(registry);
    expect(table).toHaveLength(lines);
    for (const [ids = '', numbers = ''] of table) {
      const named = ids.split(' · ').map((id) => id.trim());
      const written = numbersIn(numbers);
      if (numbers.includes('…') || ids.includes('…') || numbers.includes('NN')) continue;
      expect(written.map((one) => known.get(one))).toEqual(named);
    }
  });

  it('names in order the six Mexican comparisons and the five unusable selfies that the document abridges', () => {
    const six = ['999900005', '999900006', '999900007', '999900008', '999900009', '999900010'];
    expect(six.map((cic) => listed('mx').get(cic))).toEqual([
      'mx.first_name',
      'mx.father_last_name',
      'mx.mother_last_name',
      'mx.personal_number',
      'mx.registration_year',
      'mx.issue_year',
    ]);
    const five = ['90000002976', '90000003000', '90000003190', '90000003271', '90000003352'];
    expect(five.map((cpf) => listed('br').get(cpf))).toEqual([
      'br.selfie_041',
      'br.selfie_042',
      'br.selfie_043',
      'br.selfie_044',
      'br.selfie_045',
    ]);
  });

  it('has every two-digit state of Colombia', () => {
    const known = listed('co');
    const states = Array.from({ length: 100 }, (_, state) => `90000001${String(state).padStart(2, '0')}`);
    expect(states.filter((number) => !known.has(number))).toEqual([]);
  });

  it('has the codes and cards that only the population registry and the voter list have', () => {
    const text = section('15.3').slice(section('15.3').indexOf('Voter list by CIC'));
    const curps = [...text.matchAll(/`([A-Z]{4}\d{6}[A-Z]{6}[0-9A-Z]\d)`/g)].map(([, curp]) => curp ?? '');
    expect(curps).toHaveLength(8);
    expect(curps.filter((curp) => !listed('mx-curp').has(curp))).toEqual([]);
    for (const cic of ['001', '002', '011', '015', '034', '035', '036'])
      expect(listed('mx-voter-list').has(`999900${cic}`)).toBe(true);
  });

  it('names no scenario and no number of a registry twice', () => {
    for (const registry of ['br', 'mx', 'mx-curp', 'mx-voter-list', 'co', 'us']) {
      const own = simulatorScenarios.filter((row) => row.registry === registry);
      expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
      expect(new Set(own.map(({ number }) => number)).size).toBe(own.length);
    }
  });
});
