import { describe, expect, it } from 'vitest';
import { brazilAdvice, mexicoAdvice } from './advisory-notes.ts';
import type { BrInput, MxInput } from './verdict.ts';

const brazil = (claims: BrInput['claims']) =>
  brazilAdvice({ cpf: '90000000176', selfie: true, licencePresented: true, claims });
const mexico = (claims: MxInput['claims'], cic = '999900001') =>
  mexicoAdvice({ consents: [], cic, selfie: true, claims });

describe('notes on Brazilian numbers', () => {
  it('has none on a licence in order, on a missing one, or on the CPF', () => {
    expect(brazil({ licenceNumber: '58316794534', licenceCategory: 'AB' })).toEqual([]);
    expect(brazil({})).toEqual([]);
  });

  it('notes check digits that disagree', () => {
    expect(brazil({ licenceNumber: '58316794535' })).toEqual([
      { code: 'check_digit', field: 'licenceNumber' },
    ]);
  });

  it('notes a number of another form', () => {
    expect(brazil({ licenceNumber: '5831679453' })).toEqual([{ code: 'shape', field: 'licenceNumber' }]);
  });

  it('notes a category that the national list does not have', () => {
    expect(brazil({ licenceCategory: 'BE' })).toEqual([{ code: 'unknown_value', field: 'licenceCategory' }]);
  });
});

describe('notes on Mexican numbers', () => {
  it('has none on numbers in order, listed words and sex X included', () => {
    expect(mexico({ curp: 'PELJ850101HDFRPN06' })).toEqual([]);
    expect(mexico({ curp: 'VACA800101MSPRSN00' })).toEqual([]);
    expect(mexico({ curp: 'GARX050505XOCRJMA8' })).toEqual([]);
    expect(mexico({})).toEqual([]);
  });

  it('notes a wrong check digit of a CURP', () => {
    expect(mexico({ curp: 'PELJ850101HDFRPN07' })).toEqual([{ code: 'check_digit', field: 'curp' }]);
  });

  it('notes a CURP of another form', () => {
    expect(mexico({ curp: 'PELJ850101' })).toEqual([{ code: 'shape', field: 'curp' }]);
  });

  it('notes a state that the code does not have, and a day that the calendar does not have', () => {
    expect(mexico({ curp: 'PELJ850101HXXRPN06' }).map(({ code }) => code)).toContain('unknown_value');
    expect(mexico({ curp: 'PELJ850230HDFRPN06' }).map(({ code }) => code)).toContain('date');
  });

  it('notes a CIC that has not nine digits', () => {
    expect(mexico({}, '99990000')).toEqual([{ code: 'shape', field: 'cic' }]);
  });
});
