import { timingSafeEqual } from 'node:crypto';

/**
 * Whether two digests are the same, in a time that does not depend on where they differ: the only place where digests, signatures
 * and tokens are compared. Of different lengths they are not the same.
 */
export const equalInConstantTime = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
