import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** The key of one session's personal data. A `KeyObject` does not print, log or serialise its bytes. */
export interface DataKey {
  readonly key: KeyObject;
}

/** The ciphertext was sealed under another key or label, or was changed. */
export class SealBroken extends Error {
  constructor(label: string) {
    super(`sealed ${label.split(':', 1)[0] ?? ''} cannot be opened`);
    this.name = 'SealBroken';
  }
}

/**
 * AES-256-GCM under a data key: nonce (12 bytes, random), ciphertext, tag (16 bytes).
 * @param label names the value and its owner, e.g. `decision:<id>`; it is authenticated, so that sealed values cannot be swapped
 */
export function seal(dataKey: DataKey, label: string, bytes: Uint8Array): Uint8Array {
  return sealWith(dataKey.key, label, bytes);
}

/** Opens what `seal` made. @throws SealBroken for another key, another label or changed bytes */
export function unseal(dataKey: DataKey, label: string, sealed: Uint8Array): Buffer {
  return unsealWith(dataKey.key, label, sealed);
}

/** `seal` over the UTF-8 bytes of a text. */
export function sealText(dataKey: DataKey, label: string, text: string): Uint8Array {
  return seal(dataKey, label, Buffer.from(text, 'utf8'));
}

/** Opens what `sealText` made. @throws SealBroken */
export function unsealText(dataKey: DataKey, label: string, sealed: Uint8Array): string {
  return unseal(dataKey, label, sealed).toString('utf8');
}

/** `seal` over a value's JSON. */
export function sealJson(dataKey: DataKey, label: string, value: unknown): Uint8Array {
  return sealText(dataKey, label, JSON.stringify(value));
}

/** Opens what `sealJson` made; the caller states the type that it sealed under this label. @throws SealBroken */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a cast at every caller would do the same
export function unsealJson<T>(dataKey: DataKey, label: string, sealed: Uint8Array): T {
  return JSON.parse(unsealText(dataKey, label, sealed)) as T;
}

/** `seal` under any 256-bit key; `context` is authenticated. */
export function sealWith(key: KeyObject, context: string, bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Opens what `sealWith` made. @throws SealBroken */
export function unsealWith(key: KeyObject, context: string, sealed: Uint8Array): Buffer {
  const buffer = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (buffer.length < nonceLength + tagLength) throw new SealBroken(context);
  const decipher = createDecipheriv('aes-256-gcm', key, buffer.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(buffer.subarray(-tagLength));
  const start = decipher.update(buffer.subarray(nonceLength, -tagLength));
  try {
    return Buffer.concat([start, decipher.final()]);
  } catch {
    throw new SealBroken(context);
  }
}
