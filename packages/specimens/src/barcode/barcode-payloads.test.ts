import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aamvaPayload } from './aamva-payload.ts';
import { colombianPayload } from './colombian-payload.ts';
import { drawBarcode } from './draw-barcode.ts';

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

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

describe('a Colombian payload', () => {
  it('is the fixture of the registries text, byte for byte', () => {
    const payload = colombianPayload(maria);
    expect(payload.length).toBe(531);
    expect(createHash('sha256').update(payload).digest('hex')).toBe(
      '6295d3eb6a7000f257d3c74f2fa44ab9b02b24b593b235740585cef8fea06736',
    );
  });

  it('holds a filling only where real cards hold templates', () => {
    const payload = colombianPayload(maria, Buffer.from('CANARY'));
    expect(latin1(payload.subarray(0, 169))).toBe(latin1(colombianPayload(maria).subarray(0, 169)));
    expect(latin1(payload.subarray(169, 181))).toBe('CANARYCANARY');
    expect(payload.length).toBe(531);
  });

  it('refuses a name that does not fit', () => {
    expect(() => colombianPayload({ ...maria, firstSurname: 'X'.repeat(23) })).toThrow(RangeError);
  });
});

describe('an AAMVA payload', () => {
  it('names its subfile with place and length', () => {
    const payload = aamvaPayload({
      subfile: 'DL',
      version: 8,
      elements: { DAQ: 'X123', DCS: 'SAMPLE' },
      jurisdiction: { issuer: '999999', version: 1 },
    });
    expect(latin1(payload)).toBe('@\n\x1e\rANSI 999999080101DL00310020DLDAQX123\nDCSSAMPLE\r');
    expect(latin1(payload).slice(31, 31 + 20)).toBe('DLDAQX123\nDCSSAMPLE\r');
  });

  it('leaves the issuer version out of the oldest header and adds an own subfile', () => {
    const payload = aamvaPayload({
      subfile: 'ID',
      version: 1,
      elements: { DAQ: '1' },
      jurisdiction: { issuer: '999999', own: { subfile: 'ZU', elements: { ZUA: 'Y' } } },
    });
    expect(latin1(payload)).toBe('@\n\x1e\rANSI 9999990102ID00390007ZU00460007IDDAQ1\rZUZUAY\r');
  });
});

describe('a drawn symbol', () => {
  it('is as wide and high as its format requires', async () => {
    const bytes = Buffer.from('A'.repeat(40));
    const qr = await drawBarcode({ format: 'QRCode', bytes, errorLevel: 1 });
    expect([qr.columns, qr.rows]).toEqual([29, 29]);
    const pdf417 = await drawBarcode({ format: 'PDF417', bytes, columns: 5, errorLevel: 2 });
    expect([pdf417.columns, pdf417.rows]).toEqual([154, 18]);
  });

  it('starts with the corner pattern', async () => {
    const { svgPath } = await drawBarcode({ format: 'QRCode', bytes: Buffer.from('A') });
    expect(svgPath.startsWith('M0 0h7v1h-7z')).toBe(true);
  });

  it('fills its whole height', async () => {
    const { svgPath, rows } = await drawBarcode({ format: 'PDF417', bytes: Buffer.from('ABC'), columns: 2 });
    const bottoms = [...svgPath.matchAll(/M\d+ (\d+)h\d+v(\d+)/g)].map(
      ([, y, height]) => Number(y) + Number(height),
    );
    expect(Math.max(...bottoms)).toBe(rows);
  });

  it('refuses a payload that is too long', async () => {
    await expect(drawBarcode({ format: 'PDF417', bytes: new Uint8Array(3000) })).rejects.toThrow();
  });
});
