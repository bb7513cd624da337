/** Fields of the bar code on the yellow Colombian card; absent fields are left empty. @see spec/registries.md 13.4 */
export interface ColombianFields {
  /** Eight digits. */
  afisCode?: string;
  /** Number of the fingerprint card, eight digits. */
  fingerprintCard?: string;
  /** Up to ten digits, padded with zeros on the left. */
  nuip: string;
  firstSurname: string;
  secondSurname?: string;
  firstGivenName: string;
  secondGivenName?: string;
  sex: 'M' | 'F';
  /** `YYYYMMDD`. */
  birthDate: string;
  /** The registry's own code, two digits. */
  department?: string;
  /** The registry's own code, three digits. */
  municipality?: string;
  /** Two characters, such as `O+`. */
  bloodGroup?: string;
}

/** Length of the payload in bytes. */
const colombianPayloadLength = 531;

/** Offset of the part that holds fingerprint templates on real cards. */
const colombianTemplatesStart = 169;

const layout: readonly [start: number, end: number, text: (fields: ColombianFields) => string][] = [
  [0, 2, () => '03'],
  [2, 10, (fields) => fields.afisCode ?? '00123456'],
  [24, 32, () => 'PubDSK_1'],
  [40, 48, (fields) => fields.fingerprintCard ?? '12345678'],
  [48, 58, (fields) => fields.nuip.padStart(10, '0')],
  [58, 80, (fields) => fields.firstSurname],
  [81, 104, (fields) => fields.secondSurname ?? ''],
  [104, 127, (fields) => fields.firstGivenName],
  [127, 150, (fields) => fields.secondGivenName ?? ''],
  [151, 152, (fields) => fields.sex],
  [152, 160, (fields) => fields.birthDate],
  [160, 162, (fields) => fields.department ?? ''],
  [162, 165, (fields) => fields.municipality ?? ''],
  [166, 168, (fields) => fields.bloodGroup ?? ''],
];

/**
 * Returns the 531 bytes of the bar code on a yellow Colombian card, in Latin-1, padded with NUL. The part for fingerprint templates
 * holds `filling`, repeated, or is empty; it never contains a real template.
 * @throws RangeError when a field does not fit
 */
export function colombianPayload(fields: ColombianFields, filling?: Uint8Array): Uint8Array {
  const payload = new Uint8Array(colombianPayloadLength);
  for (const [start, end, textOf] of layout) {
    const text = Buffer.from(textOf(fields), 'latin1');
    if (text.length > end - start) throw new RangeError(`bytes ${start} to ${end} cannot hold the field`);
    payload.set(text, start);
  }
  if (filling !== undefined && filling.length > 0)
    for (let at = colombianTemplatesStart; at < payload.length; at += 1)
      payload[at] = filling[(at - colombianTemplatesStart) % filling.length] ?? 0;
  return payload;
}
