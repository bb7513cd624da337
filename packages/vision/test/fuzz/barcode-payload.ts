// What a bar code holds: fields are short, printable and real days; biometric bytes are never given on, and all are wiped.
import assert from 'node:assert/strict';
import { colombianPayload } from '@countersign/specimens';
import { parsePayload } from '../../src/barcode/parse-payload.ts';

const formats = ['PDF417', 'QRCode', 'DataMatrix'];
const licence = [
  '@\n\x1e\rANSI 636014040002DL00410288ZC03290015DLDAQD1234562 ',
  'DCSHARPER',
  'DACJOAN',
  'DADM',
  'DBB08041988',
  'DBA08042030',
  'DBC2',
  'DAJCA',
  'DCGUSA',
  'DCAC\r',
].join('\n');

export const seeds = [
  Buffer.concat([Buffer.from('0'), colombian()]),
  `0${licence}`,
  '0ANSI 6360050101DL00290179DLDAAHARPER,JOAN,M\nDAQ1\nDBB19880804\nDBC1\n',
  Buffer.concat([Buffer.from('1'), Buffer.alloc(320, 0xa7)]),
  '1https://licence.example/check?id=1',
];
export const words = [
  'AAMVA',
  'ANSI ',
  'PubDSK_',
  'DLDAQ',
  'DAA',
  'DBB',
  '\x1e',
  '\x1c',
  'UNAVL',
  '19880229',
];

function colombian(): Buffer {
  return Buffer.from(
    colombianPayload({
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
    }),
  );
}

export function fuzz(input: Buffer): void {
  const bytes = Uint8Array.from(input.subarray(1));
  const holdsMarker = input.subarray(1, 65).includes('PubDSK_');
  const format = formats[(input[0] ?? 0) % formats.length] ?? '';
  const parsed = parsePayload(bytes, { format, raw: true });
  assert.ok(
    bytes.every((byte) => byte === 0),
    'the payload was not wiped',
  );
  assert.equal(parsed.length, input.subarray(1).length);
  assert.equal(parsed.biometric, holdsMarker, 'biometric bytes were not seen');
  if (parsed.biometric) assert.equal(parsed.text, null, 'biometric bytes were given on');
  for (const [name, { value, text }] of Object.entries(parsed.fields ?? {})) {
    assert.ok(value.length > 0 && value.length <= 210, `${name} is empty or too long`);
    assert.doesNotMatch(value + text, /[\u0000-\u001f\u007f-\u009f]/, `${name} is not printable`);
    if (name.endsWith('Date')) requireDay(value);
  }
  for (const text of Object.values(parsed.openDates ?? {}))
    assert.match(
      text,
      /^(?=.*\d)[^\u0000-\u001f\u007f-\u009f]{1,16}$/,
      'a text in place of a date is not short and printable',
    );
}

function requireDay(value: string): void {
  assert.equal(new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10), value, 'no such day');
}
