/** Utopia's own documents in the true sizes of ICAO Doc 9303. */
export type UtopianKind = 'td3' | 'td1-front' | 'td1-back' | 'td2' | 'mrva' | 'mrvb';

/** Sides of cards of the size ID-1 with the fields and codes of real documents, in designs of Utopia. */
export const nationalKinds = [
  'mx-ine-front',
  'mx-ine-back',
  'co-yellow-front',
  'co-yellow-back',
  'co-digital-front',
  'co-digital-back',
  'br-cnh-front',
  'br-cnh-back',
  'us-licence-front',
  'us-licence-back',
  'uto-licence-front',
  'uto-licence-back',
  'uto-permit-front',
  'uto-permit-back',
] as const;

/** One of these sides. */
export type NationalKind = (typeof nationalKinds)[number];

/** Every side of a card that can be drawn. */
export type CardKind = UtopianKind | NationalKind;
