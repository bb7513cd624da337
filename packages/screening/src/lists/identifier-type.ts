const types: readonly (readonly [RegExp, string])[] = [
  [/passport|pasaporte|passeport/iu, 'passport'],
  [/\bimo\b/iu, 'imo'],
  [/\bmmsi\b/iu, 'mmsi'],
  [/call ?sign/iu, 'callsign'],
  [/\blei\b|legal entity identifier/iu, 'lei'],
  [/swift|\bbic\b/iu, 'swift'],
  [
    /\btax\b|fiscal|\bnit\b|r\.?f\.?c\.?|\bruc\b|\brif\b|\binn\b|c\.?u\.?i\.?t|\bvat\b|italian fiscal/iu,
    'tax',
  ],
  [
    /national id|identi(?:fication|ty) (?:number|card|document)|cedula|d\.?n\.?i\.?|c\.?u\.?r\.?p\.?|credencial|\bssn\b|social security|citizen'?s card|personal id|identification/iu,
    'nationalid',
  ],
  [/driver|licen[cs]e d/iu, 'driverlicense'],
  [/digital currency/iu, 'wallet'],
  [/serial number|\bmsn\b|construction number|tail number/iu, 'airframe'],
  [
    /regist|company|business|commerc|trade licen|chamber|matricula|folio|c\.r\. no|d-u-n-s|enterprise|legal entity/iu,
    'registration',
  ],
];

/** Maps a source's wording to a type of identifier; null if it names none. */
export function identifierType(words: string): string | null {
  return types.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
