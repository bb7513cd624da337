import type { BarcodeFinding } from '@countersign/findings';

/** What a code was recognised as. @see spec/registries.md 13.4 */
export type BarcodeKind = BarcodeFinding['kind'];

/** A bar code that was read. Its payload never leaves the reader, only the fields of known kinds. */
export interface BarcodeReading extends Omit<BarcodeFinding, 'mediaId'> {
  /** The payload as text; only on request, and never of a kind that holds biometric bytes. */
  text?: string;
}
