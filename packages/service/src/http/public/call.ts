import { createHash } from 'node:crypto';
import { isUuid4, limits, Problem } from '@countersign/contract';
import type { Caller } from '../../usecases/session/caller.ts';
import type { PublicUseCases } from '../../usecases/public-api.ts';
import type { Repeatable } from '../../usecases/session/repeatable.ts';
import { type Exchange, headerValues } from './exchange.ts';
import type { Answer } from './answer.ts';

/** An authenticated request, ready for steps 9 to 12 of contract A-08. */
export interface Call {
  caller: Caller;
  /** Signed with a key of the integration, whether that is required or not. */
  isSigned: boolean;
  exchange: Exchange;
  /** Identifier in the path, in lower case; empty if the path has none. */
  id: string;
  /** The body as JSON; `undefined` on GET and DELETE. */
  body: unknown;
  rawBody: Buffer;
}

/** An endpoint: reads the members, runs the use case, returns the answer. */
export type Handler = (useCases: PublicUseCases, call: Call) => Promise<Answer>;

/** @throws Problem path-id-length, path-id-not-uuid @see spec/contract.md A-08 */
export function requirePathId(id: string): void {
  const { minimum, maximum } = limits.pathIdCharacters;
  if (id.length < minimum || id.length > maximum) throw new Problem('path-id-length');
  if (!isUuid4(id)) throw new Problem('path-id-not-uuid');
}

/**
 * Reads the members of a request. Wrong members are reported only if the session exists (A-08, steps 9 and 11). It is looked up only
 * after a failure, because looking first would cost every valid request a statement.
 */
export async function readMembers<T>(read: () => T, requireResource: () => Promise<void>): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) await requireResource();
    throw error;
  }
}

const printable = /^[\x20-\x7e]{1,255}$/;

/**
 * The request's `Idempotency-Key`, with the digest of its body; `null` if there is none.
 * @param bodySha256 32 bytes, computed only for a request that has the key
 * @throws Problem parameter-invalid
 * @see spec/contract.md A-111
 */
export function repeatableOf(exchange: Exchange, bodySha256: () => Uint8Array): Repeatable | null {
  const keys = headerValues(exchange.request, 'idempotency-key');
  const [key] = keys;
  if (key === undefined) return null;
  if (keys.length > 1 || !printable.test(key))
    throw new Problem('parameter-invalid', {
      parameter: 'Idempotency-Key',
      detail: 'Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters.',
    });
  return { path: `${exchange.request.method} ${exchange.path.toLowerCase()}`, key, bodySha256: bodySha256() };
}

/** Like `repeatableOf`, for a request whose body is in memory. @throws Problem parameter-invalid */
export const repeatableBody = (exchange: Exchange, rawBody: Uint8Array): Repeatable | null =>
  repeatableOf(exchange, () => createHash('sha256').update(rawBody).digest());
