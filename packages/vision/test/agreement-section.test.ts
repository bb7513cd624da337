import { describe, expect, it } from 'vitest';
import { claimsOf } from '../src/agreement/claims.ts';
import type { MrzReading } from '../src/mrz/reading.ts';
import { claim, type Printed, stateOf, zoneOf } from './agreement-page.ts';

describe('the electoral section with which the number of a Mexican zone begins', () => {
  const printed = (section: string): Printed => ({ fields: { section: [section, 0.93] } });
  const names = ['8501019H3312315MEX<02<<12345<5', 'PEREZ<LOPEZ<<JUAN<CARLOS<<<<<<'];
  const sectionIn = (mrz: MrzReading) =>
    claimsOf({ mrz, barcode: null }).find(({ field }) => field === 'section')?.value;

  it('is claimed by a zone with an OCR number, as surely as that was read', () => {
    const mrz = zoneOf(['IDMEX9999000013<<0123098765432', ...names]);
    expect(sectionIn(mrz)).toBe('0123');
    expect(sectionIn({ ...mrz, repaired: ['optional1'] })).toBeUndefined();
    expect(sectionIn({ ...mrz, fields: { ...mrz.fields, confidence: { optional1: 0.1 } } })).toBeUndefined();
  });

  it('is claimed by no other zone', () => {
    expect(sectionIn(zoneOf(['IDMEX9999000013<<<<<<<<<<<<<<<', ...names]))).toBeUndefined();
    expect(sectionIn(zoneOf(['IDUTO9999000013<<0123098765432', ...names]))).toBeUndefined();
  });

  it('is contradicted by another one beside its label, and by nothing else', () => {
    const section = claim('section', '0123', { sole: false });
    expect(stateOf(section, ['SECCION 0123'], printed('0123'))).toBe('found');
    expect(stateOf(section, ['SECCION O123'], printed('8456'))).toBe('found');
    expect(stateOf(section, ['SECCION 0456'], printed('0456'))).toBe('contradicts');
    expect(stateOf(section, ['SECCION 0128'], printed('0128'))).toBe('absent');
    expect(stateOf(section, ['COLONIA 0456'])).toBe('absent');
  });
});
