import { describe, expect, it } from 'vitest';
import { inventPerson } from '../../people/invent-person.ts';
import type { Box } from '../card-layout.ts';
import { fieldBox } from './draw-national-card.ts';
import { nationalKinds, type NationalKind } from '../card-kinds.ts';
import { cultureOf, nationalCards } from './national-cards.ts';

function fill(kind: NationalKind, seed: number) {
  return nationalCards[kind].fill(inventPerson(seed, { culture: cultureOf(kind) }), seed);
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
}

describe('A national specimen', () => {
  it.each(nationalKinds)('prints nothing over anything else nor off the card, for any holder: %s', (kind) => {
    for (let seed = 0; seed < 300; seed += 1) {
      const { fields, portrait, code, mrz } = fill(kind, seed);
      const boxes = fields.map(fieldBox);
      const zone: Box[] = mrz ? [[mrz.left, 33, 76.2, 16.5]] : [];
      const all = [...boxes, ...zone, ...(portrait ? [portrait] : []), ...(code ? [code.box] : [])];
      for (const [index, box] of all.entries()) {
        expect(box[0] >= 3 && box[1] >= 8.6 && box[0] + box[2] <= 84 && box[1] + box[3] <= 53.2).toBe(true);
        for (const other of all.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      }
    }
  });

  it.each(nationalKinds)('names its issuer Utopia and no real state: %s', (kind) => {
    expect(fill(kind, 1).issuer).toMatch(/UTOP[IÍ]A$/);
  });

  it('is refused to people without its papers', () => {
    expect(() => nationalCards['mx-ine-front'].fill(inventPerson(1), 1)).toThrow(RangeError);
    expect(() => nationalCards['mx-ine-front'].fill(inventPerson(1, { culture: 'co' }), 1)).toThrow(
      RangeError,
    );
  });
});

describe('Zones of national specimens', () => {
  it('write the Mexican card as its model E does', () => {
    const person = inventPerson(4, {
      culture: 'mx',
      changes: {
        firstName: 'Juan Carlos',
        lastName: 'Pérez López',
        sex: 'M',
        birthDate: '1985-01-01',
        expiryDate: '2033-12-31',
        documentNumber: '999900001',
      },
    });
    if (person.papers?.culture !== 'mx') throw new Error('no papers');
    Object.assign(person.papers, { ocr: '0123098765432', emission: '02', folio: '12345' });
    expect(nationalCards['mx-ine-back'].fill(person, 4).mrz?.lines).toEqual([
      'IDMEX9999000013<<0123098765432',
      '8501019H3312315MEX<02<<12345<5',
      'PEREZ<LOPEZ<<JUAN<CARLOS<<<<<<',
    ]);
  });

  it.each([
    ['M', 'H', 'H'],
    ['F', 'M', 'M'],
    ['X', 'X', '<'],
  ] as const)('write sex %s of a Mexican card as %s in print and %s in the zone', (sex, print, letter) => {
    const person = inventPerson(4, { culture: 'mx', changes: { sex } });
    const front = nationalCards['mx-ine-front'].fill(person, 4);
    expect(front.fields.find(({ name }) => name === 'sex')?.lines).toEqual([print]);
    expect(nationalCards['mx-ine-back'].fill(person, 4).mrz?.lines[1]?.charAt(7)).toBe(letter);
  });

  it('write the Colombian digital card with its serial and the person’s number', () => {
    const person = inventPerson(4, {
      culture: 'co',
      changes: {
        firstName: 'María Gabriela',
        lastName: 'Núñez García',
        sex: 'F',
        birthDate: '1990-03-15',
        expiryDate: '2032-03-19',
        documentNumber: '9000000001',
      },
    });
    if (person.papers?.culture !== 'co') throw new Error('no papers');
    Object.assign(person.papers, { cardSerial: '001234567', department: '05', municipality: '001' });
    expect(nationalCards['co-digital-back'].fill(person, 4).mrz?.lines).toEqual([
      'ICCOL001234567805001<<<<<<<<<<',
      '9003152F3203190COL9000000001<2',
      'NUNEZ<GARCIA<<MARIA<GABRIELA<<',
    ]);
  });
});

describe('Invented people of a culture', () => {
  it('have numbers of the right shape, whatever the seed', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const mexican = inventPerson(seed, { culture: 'mx' }).papers;
      if (mexican?.culture !== 'mx') throw new Error('no papers');
      expect(mexican.curp).toMatch(/^[A-ZÑ]{4}\d{6}[HMX][A-Z]{2}[A-ZÑ]{3}[0-9A-Z]\d$/);
      expect(mexican.voterKey).toMatch(/^[BCDFGHJ-NP-TV-ZÑ]{6}\d{6}\d{2}[HM]\d{3}$/);
      expect(mexican.ocr).toMatch(/^\d{13}$/);
      expect(mexican.cic).toMatch(/^9999\d{5}$/);
      expect(inventPerson(seed, { culture: 'co' }).documentNumber).toMatch(/^9000\d{6}$/);
      expect(inventPerson(seed, { culture: 'br' }).personalNumber).toMatch(/^9000\d{7}$/);
      expect(inventPerson(seed, { culture: 'br' }).documentNumber).toMatch(/^91\d{9}$/);
    }
  });

  it('follow changed details: a CURP fits the changed name', () => {
    const person = inventPerson(1, {
      culture: 'mx',
      changes: { firstName: 'Mónica', lastName: 'Núñez García', birthDate: '1990-02-02' },
    });
    expect(person.personalNumber?.slice(0, 10)).toBe('NUGM900202');
  });

  it('may be of unspecified sex where licences allow it', () => {
    const sexes = new Set(
      Array.from({ length: 200 }, (_, seed) => inventPerson(seed, { culture: 'us' }).sex),
    );
    expect([...sexes].sort()).toEqual(['F', 'M', 'X']);
  });
});
