import type { FieldReadings } from '../document/document-fields.ts';
import type { Quad } from '../picture/raster.ts';

/** What a code was recognised as. @see spec/registries.md 13.4 */
export type BarcodeKind = 'co-cedula-pdf417' | 'aamva' | 'br-cnh-qr' | 'other';

/** A bar code that was read. Its payload never leaves the reader, only the fields of known kinds. */
export interface BarcodeReading {
  /** `PDF417`, `QRCode`, … */
  format: string;
  kind: BarcodeKind;
  /** Bytes of the payload. */
  length: number;
  /** Pixels of the upright original. */
  corners: Quad;
  /** `null` for kinds whose content is not read. */
  fields: FieldReadings | null;
  /** Version of the layout where the payload names one, else `null`. */
  version: string | null;
  /** True when the layout is community knowledge, not the issuer's. */
  unofficial: boolean;
  /** The payload as text; only if requested, and never of a kind that holds biometric bytes. */
  text?: string;
}
