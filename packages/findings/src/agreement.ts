import { type Static, Type } from 'typebox';
import { closed, oneOf, share, text } from './members.ts';

const fieldAgreement = closed({
  /**
   * `found`: print shows the value. `contradicts`: it shows another one of the same kind where this one should be. `absent`: neither,
   * which on an illegible page means nothing.
   */
  state: oneOf(['found', 'absent', 'contradicts']),
  /** 0–1: how sure the state is; of `absent` how much of the page was legible. */
  confidence: share,
  /** What print shows, as it was read; not given where nothing was read. */
  value: Type.Optional(text(128)),
  /** Of `absent`: the label of the field is there, with nothing beside it. */
  blank: Type.Optional(Type.Literal(true)),
});

/** Print compared with what zone and bar code hold of one field. */
export type FieldAgreement = Static<typeof fieldAgreement>;

const compared = Type.Optional(fieldAgreement);

export const printAgreement = closed({
  number: compared,
  personalNumber: compared,
  lastName: compared,
  firstName: compared,
  birthDate: compared,
  expiryDate: compared,
  /** Of Mexican voter cards: the first digits of the OCR number. */
  section: compared,
});

/** Print compared with what zone and bar code claim; a field that neither claims is not there. */
export type PrintAgreement = Static<typeof printAgreement>;
