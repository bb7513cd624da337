import { aamvaPayload, colombianPayload, sealedPayload } from '@countersign/specimens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePayload, type ParsedPayload } from '../src/barcode/parse-payload.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const pdf417 = (bytes: Uint8Array): ParsedPayload => parsePayload(bytes, { format: 'PDF417', raw: true });
const values = ({ fields }: ParsedPayload): Record<string, string> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, field]) => [name, field.value]));

const maria = {
  nuip: '9000000001',
  firstSurname: 'NUÑEZ',
  secondSurname: 'GARCIA',
  firstGivenName: 'MARIA',
  secondGivenName: 'GABRIELA',
  sex: 'F',
  birthDate: '19900315',
  department: '01',
  municipality: '001',
  bloodGroup: 'O+',
} as const;

describe('the code of a yellow Colombian card', () => {
  it('gives number, names, sex and date of birth, and marks its layout as unofficial', () => {
    const parsed = pdf417(colombianPayload(maria));
    expect(parsed).toMatchObject({ kind: 'co-cedula-pdf417', length: 531, unofficial: true, text: null });
    expect(values(parsed)).toEqual({
      issuingState: 'COL',
      number: '9000000001',
      personalNumber: '9000000001',
      lastName: 'NUÑEZ GARCIA',
      firstName: 'MARIA GABRIELA',
      sex: 'F',
      birthDate: '1990-03-15',
    });
  });

  it('has its number without the zeros it is filled up with', () => {
    expect(values(pdf417(colombianPayload({ ...maria, nuip: '12345' })))['personalNumber']).toBe('12345');
  });

  it('may write Ñ as a stroke', () => {
    const parsed = pdf417(colombianPayload({ ...maria, firstSurname: 'NU/EZ' }));
    expect(parsed.fields?.lastName).toMatchObject({ value: 'NUÑEZ GARCIA', text: 'NU/EZ GARCIA' });
  });

  it('gives nothing for a date that does not exist', () => {
    expect(values(pdf417(colombianPayload({ ...maria, birthDate: '19900231' })))).not.toHaveProperty(
      'birthDate',
    );
  });

  it('keeps its text to itself also behind the header of a licence (found by fuzzing)', () => {
    const parsed = pdf417(bytesOf('\u001eANSI 63404004PubDSK_CANARY'));
    expect(parsed).toMatchObject({ kind: 'other', fields: null, text: null, biometric: true });
  });

  it('is not read when a reader dropped the NULs, and its text is still withheld', () => {
    const stripped = colombianPayload(maria, bytesOf('CANARY')).filter((byte) => byte !== 0);
    expect(Buffer.from(stripped).indexOf('PubDSK_')).toBeLessThan(24);
    const parsed = pdf417(stripped);
    expect(parsed).toMatchObject({ kind: 'other', fields: null, text: null, biometric: true });
  });

  it('leaves no byte of the fingerprint templates and no blood group in what it returns or was given', () => {
    const bytes = colombianPayload(maria, bytesOf('CANARY'));
    const said = JSON.stringify(pdf417(bytes));
    expect(said).not.toContain('CANARY');
    expect(said).not.toContain('O+');
    expect(bytes.every((byte) => byte === 0)).toBe(true);
  });
});

const elements = { DAQ: 'T64-123 4', DCS: 'SPECIMEN', DAC: 'MARIA', DAD: 'ANA', DBB: '03151990', DBC: '2' };

describe('the code of a North American licence', () => {
  it('is read by element ids', () => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 8,
        elements: { DCG: 'USA', ...elements, DBA: '01312035', DBD: '08242015', DAJ: 'VA', DAG: '1 STREET' },
        jurisdiction: { issuer: '999999', version: 1, own: { subfile: 'ZU', elements: { ZUA: 'SECRET' } } },
      }),
    );
    expect(parsed).toMatchObject({ kind: 'aamva', version: '08', unofficial: false });
    expect(values(parsed)).toEqual({
      documentCode: 'DL',
      issuingState: 'USA',
      state: 'VA',
      number: 'T641234',
      lastName: 'SPECIMEN',
      firstName: 'MARIA ANA',
      birthDate: '1990-03-15',
      expiryDate: '2035-01-31',
      issueDate: '2015-08-24',
      sex: 'F',
    });
  });

  it('gives the address by lines, and the appearance of its holder in metric units', () => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 9,
        elements: {
          ...elements,
          DAG: '120 ANYDER ST',
          DAH: 'APT 4',
          DAI: 'AMAUROT',
          DAJ: 'XX',
          DAK: '123450000',
          DAU: '065 in',
          DAW: '150',
          DAY: 'BRO',
          DAZ: 'GRY',
          DCI: 'Amaurot',
        },
        jurisdiction: { issuer: '999999', version: 1 },
      }),
    );
    expect(values(parsed)).toMatchObject({
      address: '120 ANYDER ST, APT 4, AMAUROT, XX 12345',
      birthPlace: 'AMAUROT',
      eyeColor: 'BRO',
      hairColor: 'GRY',
      height: '165',
      weight: '68',
    });
    expect(parsed.fields?.address?.text).toBe('120 ANYDER ST\nAPT 4\nAMAUROT, XX 12345');
  });

  it.each([
    [
      { DAU: '178 cm', DAX: '081' },
      { height: '178', weight: '81' },
    ],
    [
      { DAU: '178 cm', DAW: '179', DAX: '081' },
      { height: '178', weight: '81' },
    ],
    [{ DAV: '178' }, { height: '178' }],
    // Three digits without a unit are feet and inches with some issuers, centimetres with others.
    [{ DAU: '510', DAY: 'UNK', DAZ: 'BROWN' }, {}],
    [{ DAU: '900 in', DAW: '999' }, {}],
    [{ DAG: '120 ANYDER ST' }, {}],
    [
      { DAG: '1 K ST', DAI: 'AMAUROT', DAJ: 'ON', DAK: 'K1A0B1' },
      { state: 'ON', address: '1 K ST, AMAUROT, ON K1A 0B1' },
    ],
    [{ DAG: '1 K ST', DAI: 'AMAUROT', DAK: '123456789' }, { address: '1 K ST, AMAUROT, 12345-6789' }],
  ])('reads %j as %j', (given, wanted) => {
    const licence = {
      subfile: 'DL',
      version: 9,
      elements: given,
      jurisdiction: { issuer: '999999' },
    } as const;
    expect(values(pdf417(aamvaPayload(licence)))).toEqual({ documentCode: 'DL', ...wanted });
  });

  it('splits the whole name of the oldest version and reads its dates year first', () => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 1,
        elements: { DAA: 'SPECIMEN,MARIA,ANA', DAQ: '1', DBB: '19900315', DBC: 'F' },
        jurisdiction: { issuer: '999999', fileType: 'AAMVA' },
      }),
    );
    expect(parsed.version).toBe('01');
    expect(values(parsed)).toEqual({
      documentCode: 'DL',
      number: '1',
      lastName: 'SPECIMEN',
      firstName: 'MARIA ANA',
      birthDate: '1990-03-15',
      sex: 'F',
    });
  });

  it('takes given names together where a version has them so', () => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 3,
        elements: { DCS: 'SPECIMEN', DCT: 'MARIA,ANA', DAQ: '1' },
        jurisdiction: { issuer: '999999', version: 2 },
      }),
    );
    expect(values(parsed)).toMatchObject({ lastName: 'SPECIMEN', firstName: 'MARIA ANA' });
  });

  it.each([
    ['carriage returns', { separator: '\r' }],
    ['both line ends', { separator: '\r\n' }],
    ['offsets that do not hold', { wrongOffsets: true }],
  ] as const)('is still read with %s', (_, quirk) => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'ID',
        version: 6,
        elements,
        jurisdiction: { issuer: '999999', version: 3, ...quirk },
      }),
    );
    expect(values(parsed)).toMatchObject({
      number: 'T641234',
      lastName: 'SPECIMEN',
      birthDate: '1990-03-15',
    });
  });

  it('reads the dates of Canadian cards year first', () => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 7,
        elements: { DAQ: '1', DBB: '19900315', DCG: 'CAN' },
        jurisdiction: { issuer: '999999' },
      }),
    );
    expect(values(parsed)).toMatchObject({ birthDate: '1990-03-15', issuingState: 'CAN' });
  });

  it.each(['99999999', '02301990', '1990-13-01', '', '1990'])('reads no date from %j', (DBB) => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 8,
        elements: { DAQ: '1', DBB },
        jurisdiction: { issuer: '999999' },
      }),
    );
    expect(values(parsed)).toEqual({ documentCode: 'DL', number: '1' });
  });

  const open = (dates: Record<string, string>) =>
    pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 8,
        elements: { DAQ: '1', ...dates },
        jurisdiction: { issuer: '999999' },
      }),
    ).openDates;

  it.each([
    [{ DBA: '20231345' }, { expiryDate: '20231345' }],
    [{ DBA: '02302032' }, { expiryDate: '02302032' }],
    [{ DBA: '02292033' }, { expiryDate: '02292033' }],
    [{ DBA: '2032-13-01' }, { expiryDate: '2032-13-01' }],
    [{ DBA: '310532' }, { expiryDate: '310532' }],
    [{ DBA: '2032' }, { expiryDate: '2032' }],
    [{ DBA: '13319999' }, { expiryDate: '13319999' }],
    [{ DBA: '2032\x0705\x0728' }, { expiryDate: '2032?05?28' }],
    [{ DBA: '2'.repeat(300) }, { expiryDate: '2222222222222222' }],
    [{ DBD: '02302022' }, { issueDate: '02302022' }],
    [{ DBD: '12319999' }, { issueDate: '12319999' }],
    [
      { DBB: '19901301', DBA: '00002032' },
      { birthDate: '19901301', expiryDate: '00002032' },
    ],
  ])('names the date of %j that does not exist', (dates, wanted) => {
    expect(open(dates)).toEqual(wanted);
  });

  it.each([
    { DBA: '01312035', DBB: '03151990', DBD: '08242015' },
    { DBA: '01/31/2035', DBB: '1990-03-15' },
    { DBA: '02292032' },
    { DBA: 'NONE', DBD: 'UNAVL' },
    { DBA: 'INDEF' },
    { DBA: '99999999', DBB: '00000000', DBD: '00000000' },
    { DBA: '12319999' },
    { DBA: '99990101' },
    { DBA: '9999-12-31' },
    // Month and day of birth, or the day alone, are unknown.
    { DBB: '19900000' },
    { DBB: '00001990' },
    { DBB: '03001990' },
    { DBA: '' },
  ])('names none where there is a date, or where it is stated that there is none: %j', (dates) => {
    expect(open(dates as Record<string, string>)).toBeUndefined();
  });

  it.each(['DL', 'ID'] as const)('names the kind of card by its subfile: %s', (subfile) => {
    const own = { subfile: 'ZI', elements: { ZIA: 'OWN' } };
    const parsed = pdf417(
      aamvaPayload({ subfile, version: 8, elements: { DAQ: '1' }, jurisdiction: { issuer: '999999', own } }),
    );
    expect(parsed.fields?.documentCode?.value).toBe(subfile);
  });

  it.each([
    ['T', true],
    ['N', undefined],
    ['U', undefined],
  ])('reports whether its issuer cut off a name: %s', (DDF, truncated) => {
    const names = { DAC: 'LIISAMARGARETE', DDE: 'N', DDF, DDG: 'N' };
    const jurisdiction = { issuer: '999999' };
    expect(pdf417(aamvaPayload({ subfile: 'DL', version: 8, elements: names, jurisdiction })).truncated).toBe(
      truncated,
    );
  });

  it('gives no sex that is not stated', () => {
    const parsed = pdf417(
      aamvaPayload({ subfile: 'DL', version: 8, elements: { DBC: '9' }, jurisdiction: { issuer: '999999' } }),
    );
    expect(values(parsed)).toEqual({ documentCode: 'DL' });
  });

  it('drops texts with control characters and texts longer than any field', () => {
    const parsed = pdf417(
      aamvaPayload({
        subfile: 'DL',
        version: 8,
        elements: { DAQ: '1', DCS: 'A\x07B', DAC: 'X'.repeat(101) },
        jurisdiction: { issuer: '999999' },
      }),
    );
    expect(values(parsed)).toEqual({ documentCode: 'DL', number: '1' });
  });
});

describe('other payloads', () => {
  it('are present and not read on a Brazilian licence', () => {
    const parsed = parsePayload(sealedPayload(1), { format: 'QRCode' });
    expect(parsed).toMatchObject({ kind: 'br-cnh-qr', length: 620, fields: null, text: null });
  });

  it('have a length and, only when requested, a text', () => {
    const address = 'https://example.invalid/';
    expect(parsePayload(bytesOf(address), { format: 'QRCode' })).toMatchObject({
      kind: 'other',
      length: 24,
      text: null,
    });
    expect(parsePayload(bytesOf(address), { format: 'QRCode', raw: true }).text).toBe(address);
  });

  it('never break the reader, whatever they hold', () => {
    const licence = aamvaPayload({ subfile: 'DL', version: 8, elements, jurisdiction: { issuer: '999999' } });
    const seeds = [licence, colombianPayload(maria), bytesOf('@\n\x1e\rANSI 99999908')];
    const mutated = fc
      .tuple(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 40 }),
        fc.nat(600),
      )
      .map(([seed, changes, length]) => {
        const bytes = Uint8Array.from(seed.subarray(0, Math.max(1, length)));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    fc.assert(
      fc.property(
        fc.oneof(mutated, fc.uint8Array({ maxLength: 3000 })),
        fc.constantFrom('PDF417', 'QRCode'),
        (bytes, format) => {
          const { kind, fields } = parsePayload(bytes, { format });
          expect(bytes.every((byte) => byte === 0)).toBe(true);
          expect(['co-cedula-pdf417', 'aamva', 'br-cnh-qr', 'other']).toContain(kind);
          for (const { value } of Object.values(fields ?? {})) {
            expect(value).toMatch(/^[^\u0000-\u001f\u007f-\u009f]+$/u);
            expect(value.length).toBeLessThanOrEqual(201);
          }
        },
      ),
      { numRuns: 3000, seed: 417 },
    );
  });

  it('of hostile length are refused in a moment', () => {
    const started = process.cpuUsage();
    pdf417(bytesOf(`@\n\x1e\rANSI 99999908${'DLDAQ'.repeat(200_000)}`));
    pdf417(bytesOf(`@\n\x1e\rANSI 99999908${'\n'.repeat(4000)}`));
    pdf417(bytesOf(`@\n\x1e\rANSI 99999908${'DL'.repeat(2000)}`));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});
