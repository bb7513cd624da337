import { describe, expect, it } from 'vitest';
import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import { classifyDocument, likelyKind, sideOf } from './document-class.ts';

const code = (kind: BarcodeReading['kind']): BarcodeReading => ({
  format: 'QRCode',
  kind,
  length: 600,
  corners: [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ],
  fields: null,
  version: null,
  unofficial: true,
});
const nothing = { mrz: null, barcode: null, printed: null };

describe('what a document is', () => {
  it('is not recognised by a sealed code, which many documents carry', () => {
    const sealed = { ...nothing, barcode: code('br-cnh-qr') };
    expect(classifyDocument(sealed)).toBeNull();
    expect(sideOf(sealed, { portrait: undefined, card: null })).toBeNull();
    expect(likelyKind(sealed)).toBe('br-cnh');
  });

  it('is recognised by the code of a Colombian card', () => {
    expect(classifyDocument({ ...nothing, barcode: code('co-cedula-pdf417') })).toEqual({
      kind: 'co-cedula-yellow',
      issuingState: 'COL',
      confidence: 1,
      source: 'barcode',
    });
  });

  it('is not recognised where nothing was read', () => {
    expect(classifyDocument(nothing)).toBeNull();
    expect(likelyKind(nothing)).toBeNull();
  });
});
