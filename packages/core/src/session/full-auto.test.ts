import { describe, expect, it } from 'vitest';
import { noReading } from './document/document-reading.ts';
import { input } from '../../test/identity-case.ts';
import { fullAutoVerification } from './full-auto.ts';
import type { DocumentReading } from './document/document-reading.ts';
import type { ReadField } from './document/read-field.ts';

const readFrom = (source: 'BARCODE' | 'VIZ', confidence: number, value: string): ReadField => ({
  value, text: value, source, confidence, agreement: 'alone', reliable: true,
}); // prettier-ignore

const membersOf = (reading: DocumentReading) =>
  fullAutoVerification({ status: 'approved', seen: { ...input(), reading, results: [] } });

describe('the body of a full-auto webhook (A-92)', () => {
  it('has the parts of an address, in the order of its example', () => {
    const parsed = {
      street: 'ANYDER ST',
      houseNumber: '120',
      unit: null,
      city: 'AMAUROT',
      state: 'XX',
      postcode: '12345',
      country: null,
    };
    const address = { full: '120 ANYDER ST, AMAUROT, XX 12345', parsed };
    const fields = { address: readFrom('VIZ', 0.92, address.full) };
    expect(JSON.stringify(membersOf({ ...noReading, source: 'MRZ', fields, address }).person.address)).toBe(
      '{"confidenceCategory":"high","value":"120 ANYDER ST, AMAUROT, XX 12345","components":{"street":"ANYDER ST",' +
        '"houseNumber":"120","unit":null,"city":"AMAUROT","state":"XX","postcode":"12345","country":null},"sources":["VIZ"]}',
    );
    expect(JSON.stringify(membersOf(noReading).person.address)).toBe(
      '{"confidenceCategory":null,"value":null,"components":{},"sources":[]}',
    );
  });

  it('has the day of the first licence where one was read', () => {
    const licence = { number: null, firstIssue: '2012-07-05', categories: null };
    const fields = { firstIssueDate: readFrom('VIZ', 0.85, '2012-07-05') };
    expect(membersOf({ ...noReading, source: 'VIZ', fields, licence }).document.firstIssue).toEqual({
      confidenceCategory: 'medium',
      value: '2012-07-05',
      sources: ['VIZ'],
    });
    expect(membersOf(noReading).document.firstIssue).toBeNull();
  });

  it('names the sources of an address: a bar code, and print', () => {
    const address = { full: 'AMAUROT', parsed: noAddress };
    const from = (read: ReadField) =>
      membersOf({ ...noReading, source: 'BARCODE', fields: { address: read }, address }).person.address;
    expect(from(readFrom('BARCODE', 1, 'AMAUROT'))).toMatchObject({
      confidenceCategory: 'high',
      sources: ['BARCODE'],
    });
    expect(from(readFrom('VIZ', 0.91, 'AMAUROT'))).toMatchObject({
      confidenceCategory: 'high',
      sources: ['VIZ'],
    });
  });
});

const noAddress = {
  street: null,
  houseNumber: null,
  unit: null,
  city: null,
  state: null,
  postcode: null,
  country: null,
};
