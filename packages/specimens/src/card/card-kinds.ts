/** Utopia's own documents, in the sizes that ICAO Doc 9303 defines. */
export type UtopianKind = 'td3' | 'td1-front' | 'td1-back' | 'td2' | 'mrva' | 'mrvb';

/** Sides of ID-1 cards with the fields and codes of real documents, in Utopia's own designs. */
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

/** One of `nationalKinds`. */
export type NationalKind = (typeof nationalKinds)[number];

/** Any side of a card that can be drawn. */
export type CardKind = UtopianKind | NationalKind;
