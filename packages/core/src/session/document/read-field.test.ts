import { describe, expect, it } from 'vitest';
import { barcodeWith, printedWith, read, zoneWith } from '../../../test/identity-case.ts';
import { readField } from './read-field.ts';

type Sources = Parameters<typeof readField>[1];
const sources = (given: Partial<Sources>): Sources => ({ mrz: null, barcode: null, printed: null, ...given });
const client = (person: object, document: object = {}) => ({ person, document });
const printed = (value: string, confidence: number) =>
  sources({ printed: printedWith({ firstName: read(value, confidence) }) });

describe('a value that was read', () => {
  it('of print alone is reliable from its limit on', () => {
    expect(readField('firstName', printed('LIISA', 0.97), null)).toEqual({
      value: 'LIISA',
      text: 'LIISA',
      source: 'VIZ',
      confidence: 0.97,
      agreement: 'alone',
      reliable: true,
    });
    expect(readField('firstName', printed('LIISA', 0.7), null)).toMatchObject({
      value: 'LIISA',
      agreement: 'alone',
      reliable: false,
    });
  });

  it('is reliable at any confidence where the client, the zone or a code gives the same', () => {
    const weak = printed('LIISA', 0.4);
    expect(readField('firstName', weak, client({ firstName: 'Liisa' }))).toMatchObject({
      value: 'LIISA',
      agreement: 'repeated',
      reliable: true,
    });
    const zone = zoneWith({ confidence: { firstName: 0.31 } });
    expect(readField('firstName', { ...weak, mrz: zone }, null)).toMatchObject({
      source: 'MRZ',
      agreement: 'repeated',
      reliable: true,
    });
  });

  it.each([
    ['LUSA', 'Liisa'],
    ['KESTUTTS', 'Kęstutis'],
  ])('of print, %s, does not replace %s that the client sent', (value, firstName) => {
    expect(readField('firstName', printed(value, 0.97), client({ firstName }))).toMatchObject({
      value,
      agreement: 'disputed',
      reliable: false,
    });
  });

  it('of print with more names than the client sent counts like print without a client’s name', () => {
    expect(
      readField('firstName', printed('LIISA MARIA', 0.97), client({ firstName: 'Liisa' })),
    ).toMatchObject({
      value: 'LIISA MARIA',
      reliable: true,
    });
  });

  it('of print that is another value altogether contradicts the client’s', () => {
    expect(readField('firstName', printed('HENRIETTA', 0.97), client({ firstName: 'Liisa' }))).toMatchObject({
      agreement: 'disputed',
      reliable: true,
    });
  });

  it.each([
    ['OEYVIND', 'OYVIND', true],
    ['GUENTHER', 'GUNTHER', true],
    ['AASE', 'ASE', true],
    ['OEYVIND', 'OEYWIND', false],
    ['GUENTHER', 'GUNTER', false],
  ])(
    'of a zone, %s, at 0.85 beside print, %s, that lost no more than a mark: %s',
    (zone, print, reliable) => {
      const mrz = zoneWith({ firstName: zone, confidence: { firstName: 0.85 } });
      expect(readField('firstName', { ...printed(print, 0.97), mrz }, null)).toMatchObject({
        value: zone,
        reliable,
      });
    },
  );

  it('of a zone that contradicts itself counts where its own check digit agrees', () => {
    const mrz = zoneWith(
      { firstName: 'A' },
      {
        status: 'inconsistent',
        checks: { number: true, birth: false, expiry: true, optional: true, composite: false },
      },
    );
    const reliable = (field: 'firstName' | 'number' | 'birthDate' | 'sex') =>
      readField(field, sources({ mrz }), null)?.reliable;
    expect(reliable('firstName')).toBe(false);
    expect(reliable('number')).toBe(true);
    expect(reliable('birthDate')).toBe(false);
    expect(reliable('sex')).toBe(false);
  });

  it('of a zone that contradicts itself does not count where no other check digit agrees', () => {
    const none = { number: false, birth: false, expiry: false, optional: true, composite: false };
    const number = (checks: Partial<typeof none>) =>
      readField(
        'number',
        sources({ mrz: zoneWith({}, { status: 'inconsistent', checks: { ...none, ...checks } }) }),
        null,
      );
    expect(number({ number: true })?.reliable).toBe(false);
    expect(number({ number: true, composite: true })?.reliable).toBe(true);
    expect(number({ number: true, birth: true })?.reliable).toBe(true);
  });

  it('of a zone that contradicts itself counts no more where print reliably gives another value', () => {
    const mrz = zoneWith(
      { birthDate: '1933-01-17' },
      {
        status: 'inconsistent',
        checks: { number: false, birth: true, expiry: true, optional: null, composite: false },
      },
    );
    const dateOf = (confidence: number, dateOfBirth?: string) =>
      readField(
        'birthDate',
        sources({ mrz, printed: printedWith({ birthDate: read('2002-05-06', confidence) }) }),
        dateOfBirth === undefined ? null : client({ dateOfBirth }),
      );
    expect(dateOf(0.97)).toMatchObject({ value: '1933-01-17', agreement: 'disputed', reliable: false });
    // A value with almost no support contradicts nothing.
    expect(dateOf(0.5)).toMatchObject({ value: '1933-01-17', reliable: true });
    const ofPrint = { value: '2002-05-06', source: 'VIZ', agreement: 'repeated', reliable: true };
    expect(dateOf(0.97, '2002-05-06')).toMatchObject(ofPrint);
    expect(dateOf(0.97, '1933-01-17')).toMatchObject({ value: '1933-01-17', reliable: true });
  });

  it('of a zone whose name was read badly is replaced by print that was read well', () => {
    const mrz = zoneWith({ firstName: 'CATALIN AAAA', confidence: { firstName: 0.2 } });
    const print = printedWith({ firstName: read('CĂTĂLIN', 0.97) });
    expect(
      readField('firstName', sources({ mrz, printed: print }), client({ firstName: 'Cătălin' })),
    ).toMatchObject({ value: 'CĂTĂLIN', source: 'VIZ', agreement: 'repeated', reliable: true });
    expect(readField('firstName', sources({ mrz, printed: print }), null)).toMatchObject({
      value: 'CĂTĂLIN',
      source: 'VIZ',
      reliable: true,
    });
  });

  it('that a repair touched counts only where another source repeats it', () => {
    const mrz = zoneWith({}, { status: 'repaired', repaired: ['number'] });
    expect(readField('number', sources({ mrz }), null)).toMatchObject({ reliable: false });
    expect(readField('number', sources({ mrz, barcode: barcodeWith() }), null)).toMatchObject({
      reliable: true,
    });
  });

  it('is null where no source has one', () => {
    expect(readField('address', sources({ mrz: zoneWith({}) }), null)).toBeNull();
  });

  it.each([
    ['the print is longer', 'MARÍA GABRIELA', 0.9, 'MARÍA GABRIELA', 'VIZ'],
    ['the print is equal', 'MARÍA GABRIE', 0.9, 'MARIA GABRIE', 'MRZ'],
    ['the print is longer, just legible (A-140)', 'MARÍA GABRIELA', 0.85, 'MARÍA GABRIELA', 'VIZ'],
    ['the print is hard to read', 'MARÍA GABRIELA', 0.84, 'MARIA GABRIE', 'MRZ'],
    ['the print begins otherwise', 'MARÍA GABINA', 0.9, 'MARIA GABRIE', 'MRZ'],
  ])(
    'of a zone that cut the name off is the whole one where it is printed: %s',
    (_, print, confidence, value, source) => {
      const mrz = zoneWith({ firstName: 'MARIA GABRIE', truncated: true });
      const both = sources({ mrz, printed: printedWith({ firstName: read(print, confidence) }) });
      expect(readField('firstName', both, null)).toMatchObject({ value, source, reliable: true });
    },
  );

  it.each([
    ['found on', 'MARÍA GABRIELA', 'found', 0.9, 'MARÍA GABRIELA'],
    ['not surely found on', 'MARÍA GABRIELA', 'found', 0.8, 'MARIA GABRIE'],
    ['contradicted by', 'MARÍA GABRIELA', 'contradicts', 0.9, 'MARIA GABRIE'],
    ['beside a digit on', 'MARÍA GABRIELA 7', 'found', 0.9, 'MARIA GABRIE'],
  ] as const)(
    'of a zone that cut the name off is %s the page where no label gives it',
    (_, print, state, confidence, value) => {
      const mrz = zoneWith({ firstName: 'MARIA GABRIE', truncated: true });
      const agreement = { firstName: { state, confidence, value: print } };
      expect(readField('firstName', sources({ mrz, agreement }), null)).toMatchObject({ value });
    },
  );
});
