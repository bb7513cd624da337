import { type Static, Type } from 'typebox';
import { fieldReadings } from './document-fields.ts';
import { closed, corners, count, mediaId, nullable, oneOf, text } from './members.ts';

const openDate = Type.Optional(text(16));

export const barcodeFinding = closed({
  /** The picture it was read from. */
  mediaId,
  /** `PDF417`, `QRCode`, … */
  format: text(32),
  /** @see spec/registries.md 13.4 */
  kind: oneOf(['co-cedula-pdf417', 'aamva', 'br-cnh-qr', 'other']),
  /** Size of the payload in bytes. */
  length: count(100_000),
  /** Pixels of the upright original. */
  corners,
  /** `null` for kinds whose content is not read. */
  fields: nullable(fieldReadings),
  /** The issuer marked a name as cut off; absent otherwise. */
  truncated: Type.Optional(Type.Literal(true)),
  /**
   * Texts in place of dates that are no calendar dates, `20231345`. Absent if there are none. A text that says that the card has no such
   * date, or a date of birth without month or day, is not one.
   */
  openDates: Type.Optional(closed({ birthDate: openDate, issueDate: openDate, expiryDate: openDate })),
  /** Version of the layout if the payload states one, otherwise `null`. */
  version: nullable(text(16)),
  /** True if the layout is community knowledge rather than published by the issuer. */
  unofficial: Type.Boolean(),
});

/** A bar code that was read. Its payload never leaves the reader; only the fields of known kinds do. */
export type BarcodeFinding = Static<typeof barcodeFinding>;
