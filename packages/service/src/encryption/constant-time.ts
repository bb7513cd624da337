import { timingSafeEqual } from 'node:crypto';

/**
 * Whether two digests are equal, in a time independent of where they differ: the only place where digests, signatures
 * and tokens are compared. Different lengths are never equal.
 */
export const equalInConstantTime = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
