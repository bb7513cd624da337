import { seededRandom } from '../random.ts';

/**
 * Returns meaningless bytes, as many as the sealed QR code on a Brazilian driving licence holds.
 * @param length in bytes (default 620)
 */
export function sealedPayload(seed: number, length = 620): Uint8Array {
  const random = seededRandom(seed, 'sealed-payload');
  return Uint8Array.from({ length }, () => random.whole(0, 255));
}
