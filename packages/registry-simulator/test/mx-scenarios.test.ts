import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MxInput } from '@countersign/core';
import { ineScenarios } from '../src/mx-ine/scenarios.ts';
import { mexicanIne } from '../src/mx-ine/simulator.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import { identityClaims } from '../../registries/test/mx-fixtures.ts';
import { ask, decision } from './mx-expectations.ts';

const spec = readFileSync(new URL('../../../spec/registries.md', import.meta.url), 'utf8');

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ registries: [mexicanIne], population: {} });
});
afterAll(() => simulator.close());

const { registrationYear, issueYear } = identityClaims;
const oneSurname = {
  firstName: 'Manuel',
  fatherLastName: 'López',
  curp: 'LOXM920303HNLPXN03',
  registrationYear,
  issueYear,
};
const woman = {
  firstName: 'Mónica',
  fatherLastName: 'Núñez',
  motherLastName: 'García',
  curp: 'NUGM900202MJCXRN05',
  registrationYear,
  issueYear,
};
const sexX = {
  firstName: 'Ximena',
  fatherLastName: 'García',
  motherLastName: 'Rojas',
  curp: 'GARX050505XOCRJMA8',
  registrationYear,
  issueYear,
};

type Row = readonly [id: string, cic: string, row: string, status: string, reasonCode: number | null];

/** What is sent about other people than the identity. */
const claimsOf: Readonly<Record<string, MxInput['claims']>> = {
  'mx.one_surname': oneSurname,
  'mx.woman': woman,
  'mx.sex_x': sexX,
};

/** The table of 15.3, its column "Outcome" by the rows of 5.2. */
// prettier-ignore
const table: readonly Row[] = [
  ['mx.pass', '999900001', 'M12', 'approved', null],
  ['mx.not_found', '999900002', 'M6', 'declined', 902],
  ['mx.face_mismatch', '999900003', 'M9', 'declined', 581],
  ['mx.stolen', '999900004', 'M10', 'declined', 904],
  ['mx.first_name', '999900005', 'M12', 'declined', 903],
  ['mx.father_last_name', '999900006', 'M12', 'declined', 903],
  ['mx.mother_last_name', '999900007', 'M12', 'declined', 903],
  ['mx.personal_number', '999900008', 'M12', 'declined', 903],
  ['mx.registration_year', '999900009', 'M12', 'declined', 903],
  ['mx.issue_year', '999900010', 'M12', 'declined', 903],
  ['mx.down', '999900011', 'M4', 'declined', 901],
  ['mx.lost', '999900012', 'M10', 'declined', 904],
  ['mx.stolen_temp', '999900013', 'M10', 'declined', 904],
  ['mx.lost_temp', '999900014', 'M10', 'declined', 904],
  ['mx.not_current', '999900015', 'M6', 'declined', 902],
  ['mx.not_current_stolen', '999900016', 'M10', 'declined', 904],
  ['mx.no_face', '999900017', 'M8', 'declined', 581],
  ['mx.face_below', '999900018', 'M9', 'declined', 581],
  ['mx.face_at', '999900019', 'M12', 'approved', null],
  ['mx.fields_null', '999900020', 'M12', 'approved', null],
  ['mx.report_absent', '999900021', 'M11', 'declined', 904],
  ['mx.selfie', '999900022', 'M7', 'resubmission_requested', 202],
  ['mx.one_surname', '999900023', 'M12', 'approved', null],
  ['mx.unknown_state', '999900024', 'M5', 'declined', 901],
  ['mx.bad_signature', '999900025', 'M5', 'declined', 901],
  ['mx.busy', '999900026', 'M4', 'declined', 901],
  ['mx.integer_score', '999900027', 'M12', 'approved', null],
  ['mx.slow', '999900028', 'M12', 'approved', null],
  ['mx.other_person', '999900029', 'M5', 'declined', 901],
  ['mx.face_compare', '999900030', 'M8', 'declined', 581],
  ['mx.not_current_stolen_face', '999900031', 'M9', 'declined', 581],
  ['mx.woman', '999900032', 'M12', 'approved', null],
  ['mx.sex_x', '999900033', 'M12', 'approved', null],
];

describe('the scenarios of Mexico, requested over HTTP with signatures verified', () => {
  it.each(table)('%s: CIC %s ends in row %s, %s %s', async (id, cic, row, status, reasonCode) => {
    const asked = await ask(simulator.url, { cic, claims: claimsOf[id] ?? identityClaims });
    expect(decision(asked)).toEqual([row, status, reasonCode]);
    expect(ineScenarios.find(({ number }) => number === cic)?.id).toBe(id);
  });

  it('are those of the specification, no more and no less', () => {
    const section = spec.slice(spec.indexOf('### 15.3'), spec.indexOf('Voter list by CIC:'));
    const named = [...section.matchAll(/`(9999000\d\d)`(?: … `(9999000\d\d)`)?/g)].flatMap(
      ([, from, to = from]) => {
        const numbers: string[] = [];
        for (let cic = Number(from); cic <= Number(to); cic += 1) numbers.push(String(cic));
        return numbers;
      },
    );
    expect(named).toHaveLength(33);
    expect(ineScenarios.map(({ number }) => number)).toEqual(named.toSorted());
    expect(table.map(([, cic]) => cic)).toEqual(named.toSorted());
  });

  it('show one field that differs, and only where it was sent', async () => {
    const { evaluated } = await ask(simulator.url, { cic: '999900007' });
    expect(evaluated.object.validations).toMatchObject({
      father_last_name_match: { result: 'success', reason: null },
      mother_last_name_match: { result: 'failure', reason: 'VALUE_MISMATCH' },
      personal_number_match: { result: 'success', reason: null },
    });
    const { motherLastName: _none, ...claims } = identityClaims;
    const notSent = await ask(simulator.url, { cic: '999900007', claims });
    expect(decision(notSent)).toEqual(['M12', 'approved', null]);
    expect(notSent.evaluated.object.validations).toMatchObject({
      mother_last_name_match: { result: 'not_applicable', reason: 'INPUT_NOT_PROVIDED' },
    });
  });

  it('compare what is sent with what is held', async () => {
    const claims = { ...identityClaims, firstName: 'Pedro', issueYear: '2022' };
    const { evaluated } = await ask(simulator.url, { cic: '999900001', claims });
    expect(evaluated.verdict).toMatchObject({ status: 'declined', reasonCode: 903 });
    expect(evaluated.object.validations).toMatchObject({
      first_name_match: { result: 'failure', reason: 'VALUE_MISMATCH' },
      registration_year_match: { result: 'success', reason: null },
      issue_year_match: { result: 'failure', reason: 'VALUE_MISMATCH' },
    });
  });

  it('with null comparisons leave every optional check not applicable', async () => {
    const { evaluated } = await ask(simulator.url, { cic: '999900020' });
    expect(evaluated.object.validations).toMatchObject({
      first_name_match: { result: 'not_applicable', reason: 'OUTPUT_NOT_RECEIVED' },
      issue_year_match: { result: 'not_applicable', reason: 'OUTPUT_NOT_RECEIVED' },
    });
  });

  it('with a wrong digest are approved where signatures are not verified', async () => {
    const asked = await ask(simulator.url, { cic: '999900025', verified: false });
    expect(decision(asked)).toEqual(['M12', 'approved', null]);
    const verified = await ask(simulator.url, { cic: '999900025' });
    expect(verified.result).toMatchObject({ kind: 'technical', cause: 'bad_signature' });
  });

  it('with no theft report are approved where the gateway drops nulls', async () => {
    const asked = await ask(simulator.url, { cic: '999900021', options: { absentTheftReport: 'none' } });
    expect(decision(asked)).toEqual(['M12', 'approved', null]);
  });

  it('do not include any other CIC outside the sandbox', async () => {
    expect(decision(await ask(simulator.url, { cic: '123456001' }))).toEqual(['M6', 'declined', 902]);
  });
});

describe('the sandbox’s patterns for cards', () => {
  const invented = { firstName: 'Quien', fatherLastName: 'Sea', curp: 'ANY' };

  /** The table of 16.2. */
  it.each([
    ['001', 'M12', 'approved', null],
    ['002', 'M6', 'declined', 902],
    ['003', 'M9', 'declined', 581],
    ['004', 'M10', 'declined', 904],
    ['005', 'M12', 'declined', 903],
    ['006', 'M12', 'declined', 903],
    ['007', 'M12', 'declined', 903],
    ['008', 'M12', 'declined', 903],
    ['009', 'M12', 'declined', 903],
    ['010', 'M12', 'declined', 903],
    ['011', 'M4', 'declined', 901],
    ['015', 'M6', 'declined', 902],
    ['012', 'M6', 'declined', 902],
    ['777', 'M6', 'declined', 902],
  ])('any CIC that ends in %s: row %s, %s %s', async (ending, row, status, reasonCode) => {
    const asked = await ask(`${simulator.url}/sandbox`, { cic: `123456${ending}` });
    expect(decision(asked)).toEqual([row, status, reasonCode]);
  });

  it('include a card out of force, and no card for an ending of no pattern', async () => {
    const { result } = await ask(`${simulator.url}/sandbox`, { cic: '123456015' });
    expect(result).toMatchObject({
      kind: 'answered',
      answer: { standing: 'not_current', theftReport: 'none' },
    });
    const nobody = await ask(`${simulator.url}/sandbox`, { cic: '123456016' });
    expect(nobody.result).toMatchObject({ kind: 'not_found' });
  });

  it('report every supplied field as equal, whatever its value', async () => {
    const asked = await ask(`${simulator.url}/sandbox`, { cic: '123456001', claims: invented });
    expect(decision(asked)).toEqual(['M12', 'approved', null]);
    const differing = await ask(`${simulator.url}/sandbox`, { cic: '123456008', claims: invented });
    expect(differing.evaluated.object.validations).toMatchObject({
      first_name_match: { result: 'success', reason: null },
      personal_number_match: { result: 'failure', reason: 'VALUE_MISMATCH' },
      issue_year_match: { result: 'not_applicable', reason: 'INPUT_NOT_PROVIDED' },
    });
  });

  it('are overridden by the scenarios', async () => {
    const claims = { ...identityClaims, firstName: 'Pedro' };
    const asked = await ask(`${simulator.url}/sandbox`, { cic: '999900001', claims });
    expect(decision(asked)).toEqual(['M12', 'declined', 903]);
  });
});
