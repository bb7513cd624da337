import { describe, expect, it } from 'vitest';
import { session } from '../../test/identity-case.ts';
import type { SessionData } from '../session/session-data.ts';
import { evaluateBr } from './br-cpf.ts';
import { evaluateCo } from './co-civil.ts';
import { evaluateMx } from './mx-ine.ts';
import { brazilInput, colombiaInput, mexicoInput } from './registry-claims.ts';
import type { BrFieldCheck } from './verdict.ts';

const without = (path: string, { person, document, ...rest }: SessionData): SessionData => ({
  ...rest,
  person: lacking(path, 'person.', person),
  document: lacking(path, 'document.', document),
});

const lacking = <Members extends object>(path: string, prefix: string, members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => prefix + name !== path)) as Members;

const fields: Record<BrFieldCheck, 'off' | 'on'> = {
  name_match: 'on',
  date_of_birth_match: 'off',
  gender_match: 'off',
  drivers_license_number_match: 'off',
  drivers_license_category_match: 'off',
  drivers_license_is_valid: 'off',
  drivers_license_first_issue_match: 'off',
  drivers_license_valid_from_match: 'off',
  drivers_license_valid_until_match: 'off',
};
const brazilian: SessionData = {
  ...session,
  person: { idNumber: '90000000256' },
  document: { country: 'BR', type: 'DRIVERS_LICENSE' },
};
const mexican: SessionData = {
  ...session,
  document: { number: '999900001', country: 'MX', type: 'ID_CARD' },
  consents: [{ type: 'ine', approved: true }],
};
const colombian: SessionData = {
  ...session,
  person: { firstName: 'María Gabriela', lastName: 'Núñez García' },
  document: { number: '9000000001', idCardType: 'CC', firstIssue: '2015-06-20' },
};
const colombia = { passAbove: 85, resubmitFrom: 70, registryName: 'Registro' };

const rowOfBrazil = (data: SessionData, selfie = true) => {
  const input = brazilInput(data, null, { selfie, test: false, alone: true });
  const evaluated = evaluateBr(input, { faceThreshold: 80, nameThreshold: 90, fields }, null, '2026-11-20');
  return evaluated === 'call' ? evaluated : evaluated.row;
};
const rowOfMexico = (data: SessionData, selfie = true) => {
  const optional = {
    first_name_match: true,
    father_last_name_match: true,
    mother_last_name_match: true,
    personal_number_match: true,
    registration_year_match: true,
    issue_year_match: true,
  };
  const evaluated = evaluateMx(mexicoInput(data, null, { selfie }), { faceThreshold: 80, optional }, null);
  return evaluated === 'call' ? evaluated : evaluated.row;
};
const rowOfColombia = (data: SessionData) => {
  const evaluated = evaluateCo(colombiaInput(data, null), colombia, null);
  return evaluated === 'call' ? evaluated : evaluated.row;
};

describe('a registry that alone decides (A-133)', () => {
  it('is called with nothing but the inputs that the interface requires', () => {
    expect([rowOfBrazil(brazilian), rowOfMexico(mexican), rowOfColombia(colombian)]).toEqual([
      'call',
      'call',
      'call',
    ]);
  });

  it.each([
    ['document.country', 'B2'],
    ['document.type', 'B2'],
    ['person.idNumber', 'B2'],
  ])('of Brazil is not called without %s: row %s', (path, row) => {
    expect(rowOfBrazil(without(path, brazilian))).toBe(row);
  });

  it.each([
    ['document.country', 'M2'],
    ['document.type', 'M2'],
    ['document.number', 'M2'],
  ])('of Mexico is not called without %s: row %s', (path, row) => {
    expect(rowOfMexico(without(path, mexican))).toBe(row);
  });

  it('of Brazil and Mexico is not called without a selfie, nor that of Mexico without consent', () => {
    expect([rowOfBrazil(brazilian, false), rowOfMexico(mexican, false)]).toEqual(['B3', 'M3']);
    expect(rowOfMexico({ ...mexican, consents: [] })).toBe('M1');
  });

  it.each([
    'person.firstName',
    'person.lastName',
    'document.number',
    'document.idCardType',
    'document.firstIssue',
  ])('of Colombia is not called by data without %s: row C2', (path) => {
    expect(rowOfColombia(without(path, colombian))).toBe('C2');
  });

  it('of Brazil gives the reason of missing inputs for every check', () => {
    const notSent = { result: 'failure', reason: 'input_not_provided' };
    const input = brazilInput(without('document.type', brazilian), null, {
      selfie: true,
      test: false,
      alone: true,
    });
    const evaluated = evaluateBr(input, { faceThreshold: 80, nameThreshold: 90, fields }, null, '2026-11-20');
    const notGiven = { result: 'not_applicable', reason: 'input_not_provided' };
    expect(evaluated).toMatchObject({
      object: {
        status: 'failure',
        validations: { person_registered: notSent, selfie_registry_match: notGiven, name_match: notGiven },
      },
      verdict: { status: 'declined', reasonCode: 903 },
    });
  });
});
