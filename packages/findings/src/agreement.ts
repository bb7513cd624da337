import { type Static, Type } from 'typebox';
import { closed, oneOf, share, text } from './members.ts';

const fieldAgreement = closed({
  /**
   * `found`: the print shows the value. `contradicts`: the print shows a different value of the same kind in its place. `absent`:
   * neither, which proves nothing on an illegible page.
   */
  state: oneOf(['found', 'absent', 'contradicts']),
  /** Confidence in the state, 0–1; for `absent`, the share of the page that was legible. */
  confidence: share,
  /** The printed value as read; absent if nothing was read. */
  value: Type.Optional(text(128)),
  /** Only with `absent`: the field's label was found, with nothing beside it. */
  blank: Type.Optional(Type.Literal(true)),
});

/** One printed field compared with the zone and bar code. */
export type FieldAgreement = Static<typeof fieldAgreement>;

const compared = Type.Optional(fieldAgreement);

export const printAgreement = closed({
  number: compared,
  personalNumber: compared,
  lastName: compared,
  firstName: compared,
  birthDate: compared,
  expiryDate: compared,
  /** Mexican voter cards only: the first digits of the OCR number. */
  section: compared,
});

/** The print compared with the values that zone and bar code claim; fields that neither claims are absent. */
export type PrintAgreement = Static<typeof printAgreement>;
