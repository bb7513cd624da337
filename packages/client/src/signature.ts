const encoder = new TextEncoder();

/** UTF-8 bytes of a text; bytes are returned unchanged. */
export const toBytes = (data: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof data === 'string' ? encoder.encode(data) : (data as Uint8Array<ArrayBuffer>);

/** The bytes of a buffer or of a view, including those of another realm, as in test runners; `null` for anything else. */
export function bytesOf(value: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  const isBuffer = Object.prototype.toString.call(value) === '[object ArrayBuffer]';
  return isBuffer ? new Uint8Array(value as ArrayBuffer) : null;
}

/** HMAC-SHA256 of a message with the UTF-8 bytes of a secret as key. @see spec/contract.md A-13 */
export async function hmac(secret: string, message: string | Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', toBytes(secret), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, toBytes(message)));
}

/** Lower-case hexadecimal digits, two for each byte. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Maximum characters per call of `fromCharCode`; more would exceed the stack of some engines. */
const chunk = 0x8000;

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += chunk)
    text += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return btoa(text);
}

/** True when two texts are equal; takes the same time wherever they differ. */
function equalInConstantTime(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let place = 0; place < expected.length; place += 1)
    difference |= (given.charCodeAt(place) | 0) ^ expected.charCodeAt(place);
  return difference === 0;
}

/** True when a signature header matches the message with one of the secrets; letter case and `sha256=` are ignored. */
export async function hexSignatureFits(
  header: string,
  message: Uint8Array,
  secrets: readonly string[],
): Promise<boolean> {
  const given = header
    .trim()
    .toLowerCase()
    .replace(/^sha256=/, '');
  let fits = false;
  // Tries all secrets, so that the time does not reveal which one matched.
  for (const secret of secrets)
    if (equalInConstantTime(given, toHex(await hmac(secret, message)))) fits = true;
  return fits;
}

/** True when a `v1` entry of a `webhook-signature` header matches the message with one of the secrets. @see spec/contract.md A-86 */
export async function entrySignatureFits(
  header: string,
  message: Uint8Array,
  secrets: readonly string[],
): Promise<boolean> {
  const given = header.split(' ').filter((entry) => entry.startsWith('v1,'));
  let fits = false;
  for (const secret of secrets) {
    const expected = `v1,${toBase64(await hmac(secret, message))}`;
    for (const entry of given) if (equalInConstantTime(entry, expected)) fits = true;
  }
  return fits;
}

/**
 * A shared secret in the format that Standard Webhooks libraries expect: `whsec_` and the base64 of its bytes.
 * @see spec/contract.md A-86
 */
export const standardWebhooksSecret = (secret: string): string => `whsec_${toBase64(toBytes(secret))}`;
