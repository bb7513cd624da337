import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../test/decision-table.ts';
import {
  barcodeWith,
  type Changes,
  decide,
  input,
  printedWith,
  read,
  unread,
  zoneWith,
} from '../../test/identity-case.ts';
import { compareDeclared } from './declared-data.ts';
import { readingOf } from './document/document-reading.ts';
import { riskLabels } from './risk.ts';
import type { SessionData } from './session-data.ts';

type Declared = SessionData['person'] & SessionData['document'];
const declared = ({ idNumber, gender, ...document }: Declared): Changes['session'] => ({
  person: { ...(idNumber === undefined ? {} : { idNumber }), ...(gender === undefined ? {} : { gender }) },
  document,
});

/** A passport of a real state, whose optional data contain a personal number. */
const estonian = zoneWith({ issuingState: 'EST', nationality: 'EST', optional1: '49103149907' });
const spanish = zoneWith(
  { documentCode: 'ID', issuingState: 'ESP', number: 'BAA000589', optional1: '99999999R' },
  { format: 'TD1' },
);
const compared = (session: Changes['session'], findings: Changes['findings'] = { mrz: estonian }) => {
  const complete = input({ session: session ?? {}, findings: findings ?? {} });
  const reading = readingOf(complete.findings, complete.session);
  return compareDeclared({ session: complete.session, reading, findings: complete.findings });
};

describe('data the client declared', () => {
  it('agree with the document they are of', () => {
    const all = {
      country: 'EE',
      type: 'PASSPORT',
      number: 'kq 0914725',
      idNumber: '49103149907',
      gender: 'F',
    } as const;
    expect(compared(declared(all))).toEqual({
      country: 'agrees',
      type: 'agrees',
      number: 'agrees',
      idNumber: 'agrees',
      gender: 'agrees',
    });
    expect(meaningOf({ session: declared(all) ?? {}, findings: { mrz: estonian } }).live).toBe('approved');
  });

  it.each<[string, Declared, Changes['findings']]>([
    ['a state that is none', { country: 'EE' }, {}],
    [
      'a territory of the issuing state',
      { country: 'PR' },
      { ...unread, barcode: barcodeWith({ issuingState: read('USA', 1) }) },
    ],
    [
      'a territory with passports of the state',
      { country: 'HK' },
      { mrz: zoneWith({ issuingState: 'CHN' }) },
    ],
    [
      'a card that its state codes as a permit',
      { type: 'ID_CARD' },
      { mrz: zoneWith({ documentCode: 'IR' }) },
    ],
    ['a passport card', { type: 'PASSPORT' }, { mrz: zoneWith({ documentCode: 'IP' }) }],
    ['the number of the person for that of the document', { number: '99999999R' }, { mrz: spanish }],
    ['a number with the check digit that is printed beside it', { number: 'KQ09147254' }, undefined],
    [
      'a number that was repaired',
      { number: 'XR7718204' },
      { mrz: zoneWith({}, { status: 'repaired', repaired: ['number'] }) },
    ],
    [
      'a personal number where the passport has one of another kind',
      { idNumber: '1234567890123' },
      undefined,
    ],
    [
      'a gender that the document leaves open',
      { gender: 'M' },
      { mrz: zoneWith({ sex: null, rawSex: 'X' }) },
    ],
    [
      'print that was read with low confidence',
      { number: 'XR7718204', gender: 'M' },
      { ...unread, printed: printedWith({ number: read('KQ0914725', 0.8), sex: read('F', 0.8) }) },
    ],
  ])('are not contradicted by %s', (_, session, findings) => {
    const results = Object.values(compared(declared(session), findings));
    expect(results).not.toContain('contradicts');
    expect(results).not.toContain('unlike');
  });

  it('have one number only: that of another document is no further contradiction', () => {
    expect(compared(declared({ type: 'ID_CARD', number: 'XR7718204' }))).toMatchObject({
      type: 'contradicts',
      number: 'unknown',
    });
  });

  it.each<[keyof Declared, Declared, string, string, number, number, string, string]>([
    [
      'country',
      { country: 'MX' },
      'resubmission',
      'resubmission',
      602,
      206,
      'The document is not of the country supplied',
      'document_country_differences_detected',
    ],
    [
      'type',
      { type: 'ID_CARD' },
      'resubmission',
      'resubmission',
      602,
      206,
      'The document is not of the type supplied',
      'document_type_differences_detected',
    ],
    [
      'number',
      { number: 'XR7718204' },
      'declined',
      'declined',
      104,
      104,
      'The document number supplied does not match the document',
      'document_number_differences_detected',
    ],
    [
      'number',
      { number: 'KQ0914726' },
      'declined',
      'review',
      104,
      104,
      'The document number supplied does not match the document',
      'document_number_differences_detected',
    ],
    [
      'idNumber',
      { idNumber: '38001085718' },
      'resubmission',
      'resubmission',
      602,
      206,
      'The personal number supplied does not match the document',
      'id_number_differences_detected',
    ],
    [
      'gender',
      { gender: 'M' },
      'resubmission',
      'resubmission',
      602,
      206,
      'The gender supplied does not match the document',
      'gender_differences_detected',
    ],
  ])(
    'that contradict it in %s (%j) have their own outcome and label',
    (field, session, live, test, code, plain, reason, label) => {
      const changes = { session: declared(session) ?? {}, findings: { mrz: estonian } };
      expect(meaningOf(changes)).toEqual({ live, test, code, plain, reason });
      const complete = input(changes);
      const reading = readingOf(complete.findings, complete.session);
      expect(riskLabels({ ...complete, reading })).toContainEqual({
        label,
        category: 'client_data_mismatch',
        sessionIds: [],
      });
      const policy = { declaredData: { ...complete.policy.declaredData, [field]: 'inform' } };
      expect(decide({ ...changes, policy })).toEqual(['pass_checks', null]);
      const strict = { declaredData: { ...complete.policy.declaredData, [field]: 'decline' } };
      expect(decide({ ...changes, policy: strict })).toEqual(['fail_check', 104]);
      // On the Brazilian check, what was read outranks what was sent.
      expect(decide({ ...changes, policy: { registry: 'BR_CPF' } })).toEqual(['pass_checks', null]);
    },
  );

  it('are judged after the name: of several declines the name is reported', () => {
    const person = { firstName: 'Orlan', lastName: 'Petrusek' };
    const session = { person, document: { number: 'XR7718204' } };
    expect(meaningOf({ session })).toMatchObject({
      code: 104,
      reason: 'The name supplied does not match the document',
    });
  });
});
