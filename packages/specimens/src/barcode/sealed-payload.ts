import { seededRandom } from '../random.ts';

/**
 * Bytes that mean nothing, in the size of the sealed QR code on a Brazilian driving licence.
 * @param length bytes, default 620
 */
export function sealedPayload(seed: number, length = 620): Uint8Array {
  const random = seededRandom(seed, 'sealed-payload');
  return Uint8Array.from({ length }, () => random.whole(0, 255));
}
