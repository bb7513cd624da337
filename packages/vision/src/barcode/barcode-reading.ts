import type { BarcodeFinding } from '@countersign/findings';

/** The recognised kind of a code. @see spec/registries.md 13.4 */
export type BarcodeKind = BarcodeFinding['kind'];

/** A bar code that was read. Its payload never leaves the reader; only the fields of known kinds do. */
export interface BarcodeReading extends Omit<BarcodeFinding, 'mediaId'> {
  /** The payload as text; only on request, and never for a kind that contains biometric data. */
  text?: string;
}
