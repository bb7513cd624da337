import { describe, expect, it } from 'vitest';
import { checkDigit, checkDigitAgrees } from './check-digits.ts';
import { birthDateOf, expiryDateOf, formatOfLines, openDatesOf, parseFields, sexOf } from './fields.ts';
import { allAgree, verifyChecks } from './validity.ts';

const today = '2026-11-20';

function parse(lines: string[]) {
  const zone = formatOfLines(lines);
  if (!zone) throw new Error('no format has this size');
  return { format: zone.format, checks: verifyChecks(zone, lines), fields: parseFields(zone, lines, today) };
}

describe('check digits', () => {
  it('weigh 7, 3, 1 and count letters from 10', () => {
    expect(checkDigit('L898902C3')).toBe(6);
    expect(checkDigit('740812')).toBe(2);
    expect(checkDigit('120415')).toBe(9);
    expect(checkDigit('999900001')).toBe(3);
    expect(checkDigit('<<<<<<')).toBe(0);
  });

  it('take a filler for 0 beside an empty field only', () => {
    expect(checkDigitAgrees('<<<<<<<<<<<<<<', '<')).toBe(true);
    expect(checkDigitAgrees('<<<<<<<<<<<<<<', '0')).toBe(true);
    expect(checkDigitAgrees('ZE184226B<<<<<', '<')).toBe(false);
    expect(checkDigitAgrees('ZE184226B<<<<<', '1')).toBe(true);
  });

  it('do not distinguish characters with equal remainder', () => {
    expect(checkDigit('G12')).toBe(checkDigit('612'));
    expect(checkDigit('K12')).toBe(checkDigit('<12'));
  });
});

describe('passports', () => {
  it.each([
    ['fillers read as letters', 'P<UTOIONESCU<<CATALIN<<<<<<<<AAAA<<<<<<<<<<<', 'CATALIN', true],
    ['letters behind an absent given name', 'P<UTOIONESCU<<<<<<<<<<<<<<<AAAA<<<<<<<<<<<<<', null, true],
    [
      'given names with one filler each',
      'P<UTOIONESCU<<ANA<MARIA<SOL<<<<<<<<<<<<<<<<<',
      'ANA MARIA SOL',
      false,
    ],
  ])('end the given names at two fillers: %s', (_, first, firstName, truncated) => {
    const { fields } = parse([first.slice(0, 44), 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']);
    expect(fields).toMatchObject({ lastName: 'IONESCU', firstName, truncated });
  });

  it('read the ICAO sample as valid', () => {
    const { format, checks, fields } = parse([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ]);
    expect(format).toBe('TD3');
    expect(checks).toEqual({ number: true, birth: true, expiry: true, optional: true, composite: true });
    expect(fields).toEqual({
      documentCode: 'P',
      issuingState: 'UTO',
      number: 'L898902C3',
      personalNumber: null,
      lastName: 'ERIKSSON',
      firstName: 'ANNA MARIA',
      truncated: false,
      birthDate: '1974-08-12',
      expiryDate: '2012-04-15',
      sex: 'F',
      rawSex: 'F',
      nationality: 'UTO',
      optional1: 'ZE184226B',
      optional2: null,
      confidence: {},
    });
  });

  it('name the digit that disagrees', () => {
    const { checks } = parse([
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204158ZE184226B<<<<<10',
    ]);
    expect(checks).toEqual({ number: true, birth: true, expiry: false, optional: true, composite: false });
  });

  it('keep short state codes as printed', () => {
    const { fields } = parse([
      'P<D<<MUSTERBERG<<LIISA<<<<<<<<<<<<<<<<<<<<<<',
      'C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4',
    ]);
    expect(fields.issuingState).toBe('D');
    expect(fields.nationality).toBe('D');
    expect(fields.expiryDate).toBe('2027-02-28');
  });

  it('mark a name that fills its field, and allow a missing second name', () => {
    const second = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
    const full = parse(['P<UTOMAASIKAS<<LIISA<MARGARETE<ALEXANDRA<ANN', second]).fields;
    expect(full.truncated).toBe(true);
    expect(full.firstName).toBe('LIISA MARGARETE ALEXANDRA ANN');
    const single = parse(['P<UTOMAASIKAS<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<', second]).fields;
    expect(single).toMatchObject({ lastName: 'MAASIKAS', firstName: null, truncated: false });
  });
});

describe('cards', () => {
  it('read TD1 with its composite digit', () => {
    const lines = [
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ];
    const { format, checks, fields } = parse(lines);
    expect(format).toBe('TD1');
    expect(checks).toEqual({ number: true, birth: true, expiry: true, optional: null, composite: true });
    expect(fields).toMatchObject({
      number: 'D23145890',
      lastName: 'ERIKSSON',
      optional1: null,
      optional2: null,
    });
  });

  it('follow a long document number into the optional data', () => {
    const lines = [
      'I<UTOD23145890<AB112234566<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ];
    const { checks, fields } = parse(lines);
    expect(fields.number).toBe('D23145890AB11223456');
    expect(fields.optional1).toBeNull();
    expect(checks.number).toBe(true);
    expect(checks.composite).toBe(true);
  });

  it('read TD2', () => {
    const { format, checks } = parse([
      'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<',
      'D231458907UTO7408122F1204159<<<<<<<6',
    ]);
    expect(format).toBe('TD2');
    expect(allAgree(checks)).toBe(true);
  });

  it('read the older French card, which has no expiry date', () => {
    const { format, checks, fields } = parse([
      'IDFRAMAASIKAS<<<<<<<<<<<<<<<<<952042',
      '0506932020438LIISA<<MARIE<<2007139F6',
    ]);
    expect(format).toBe('FRID');
    expect(checks).toEqual({ number: true, birth: true, expiry: null, optional: null, composite: true });
    expect(fields).toMatchObject({
      number: '050693202043',
      lastName: 'MAASIKAS',
      firstName: 'LIISA MARIE',
      birthDate: '2020-07-13',
      expiryDate: null,
      sex: 'F',
      optional1: '952042',
    });
  });
});

describe('visas', () => {
  it('have no composite digit', () => {
    const wide = parse([
      'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L8988901C4XXX4009078F96121096ZE184226B<<<<<<',
    ]);
    expect(wide.format).toBe('MRVA');
    expect(wide.checks).toEqual({ number: true, birth: true, expiry: true, optional: null, composite: null });
    const narrow = parse(['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<']);
    expect(narrow.format).toBe('MRVB');
    expect(allAgree(narrow.checks)).toBe(true);
  });
});

describe('countries', () => {
  it('translate the sex letters of Mexican cards and no others', () => {
    const woman = parse([
      'IDMEX9999000323<<0456012345678',
      '9002029M3412318MEX<01<<54321<1',
      'NUNEZ<GARCIA<<MONICA<<<<<<<<<<',
    ]);
    expect(allAgree(woman.checks)).toBe(true);
    expect(woman.fields).toMatchObject({ sex: 'F', rawSex: 'M', optional1: '0456012345678' });
    const man = parse([
      'IDMEX9999000013<<0123098765432',
      '8501019H3312315MEX<02<<12345<5',
      'PEREZ<LOPEZ<<JUAN<CARLOS<<<<<<',
    ]);
    expect(man.fields).toMatchObject({ sex: 'M', rawSex: 'H' });
    expect(sexOf('M', 'P', 'MEX')).toBe('M');
    expect(sexOf('H', 'ID', 'UTO')).toBeNull();
    expect(sexOf('X', 'ID', 'MEX')).toBeNull();
  });

  it("return Colombia's person number beside the card's serial", () => {
    const { checks, fields } = parse([
      'ICCOL001234567805001<<<<<<<<<<',
      '9003152F3203190COL9000000001<2',
      'NUNEZ<GARCIA<<MARIA<GABRIELA<<',
    ]);
    expect(allAgree(checks)).toBe(true);
    expect(fields).toMatchObject({ number: '001234567', personalNumber: '9000000001', truncated: false });
    const cut = parse([
      'ICCOL012345678405001<<<<<<<<<<',
      '9003152F3203190COL1234567890<7',
      'GONZALEZ<MARIN<<MARIA<GABRIELA',
    ]);
    expect(allAgree(cut.checks)).toBe(true);
    expect(cut.fields.truncated).toBe(true);
  });
});

describe('two-digit years', () => {
  it('put births before the day after today, which has begun in the east (A-439)', () => {
    expect(birthDateOf('261120', today)).toBe('2026-11-20');
    expect(birthDateOf('261121', today)).toBe('2026-11-21');
    expect(birthDateOf('261122', today)).toBe('1926-11-22');
    expect(birthDateOf('000101', '2099-12-31')).toBe('2100-01-01');
    expect(birthDateOf('910314', today)).toBe('1991-03-14');
  });

  it('put expiry from 50 years before to 49 after', () => {
    expect(expiryDateOf('751231', today)).toBe('2075-12-31');
    expect(expiryDateOf('760101', today)).toBe('1976-01-01');
    expect(expiryDateOf('120415', today)).toBe('2012-04-15');
  });

  it('give nothing for partial or impossible dates', () => {
    expect(birthDateOf('74<<<<', today)).toBeNull();
    expect(birthDateOf('740800', today)).toBeNull();
    expect(birthDateOf('740230', today)).toBeNull();
    expect(expiryDateOf('<<<<<<', today)).toBeNull();
  });

  it.each<[string, string, string, unknown]>([
    ['7408122', '1204159', 'P<UTO', undefined],
    ['74<<<<8', '1204159', 'P<UTO', { birthDate: '74<<<<' }],
    ['7408004', '1204159', 'P<UTO', { birthDate: '740800' }],
    ['7408122', '3202311', 'P<UTO', { expiryDate: '320231' }],
    ['7408122', '<<<<<<0', 'P<UTO', undefined],
    ['7408122', '0000000', 'P<UTO', undefined],
    ['7408122', '9999992', 'P<UTO', undefined],
  ])('leave open what is not a day: born %s, until %s', (birth, expiry, start, expected) => {
    const lines = [
      `${start}ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<`,
      `L898902C36UTO${birth}F${expiry}ZE184226B<<<<<10`,
    ];
    const zone = formatOfLines(lines);
    if (!zone) throw new Error('no format has this size');
    expect(openDatesOf(zone, lines, parseFields(zone, lines, today))).toEqual(expected);
  });

  it.each([
    ['IDESP', null],
    ['IDUTO', '1999-01-01'],
  ])('recognise a card that Spain issued without an expiry: %s', (start, expected) => {
    const lines = [
      `${start}BAA000589499999999R<<<<<<`,
      '4806015F9901018ESP<<<<<<<<<<<6',
      'MAASIKAS<TAMM<<LIISA<<<<<<<<<<',
    ];
    const zone = formatOfLines(lines);
    if (!zone) throw new Error('no format has this size');
    const fields = parseFields(zone, lines, today);
    expect(fields.expiryDate).toBe(expected);
    expect(openDatesOf(zone, lines, fields)).toBeUndefined();
  });

  it('have the leap day of the right century', () => {
    expect(birthDateOf('000229', today)).toBe('2000-02-29');
    expect(birthDateOf('270229', today)).toBeNull();
  });
});
