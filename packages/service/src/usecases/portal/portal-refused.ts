import type { PortalErrorCode } from '@countersign/contract';

/** The portal rejects a request: an outcome its page displays, never a bug. */
export class PortalRefused extends Error {
  readonly code: PortalErrorCode;
  /** For `invalid`: the member of the request that is wrong. */
  readonly member: string | null;
  /** Seconds to wait; `null` if waiting does not help. */
  readonly retryAfter: number | null;

  constructor(
    code: PortalErrorCode,
    message: string,
    { member = null, retryAfter = null }: { member?: string | null; retryAfter?: number | null } = {},
  ) {
    super(message);
    this.name = 'PortalRefused';
    this.code = code;
    this.member = member;
    this.retryAfter = retryAfter;
  }
}

/** The same for unknown things and those without access. */
export const notFound = (): PortalRefused =>
  new PortalRefused('not-found', 'There is nothing at this address.');

export const tooMany = (retryAfter: number): PortalRefused =>
  new PortalRefused('too-many', `Too many tries. Try again in ${retryAfter} seconds.`, { retryAfter });

/** The organisation has reached its session limit. */
export const sessionLimit = (retryAfter: number | null): PortalRefused =>
  new PortalRefused(
    'session-limit',
    'Your organisation has reached its session limit for now. Your operator can raise it.',
    { retryAfter },
  );

/** Data on legal hold cannot be changed. */
export const onHold = (): PortalRefused =>
  new PortalRefused('on-hold', 'The session is on legal hold: your operator can release it.');

/** It has changed since the reader saw it. */
export const changedMeanwhile = (): PortalRefused =>
  new PortalRefused('changed-meanwhile', 'This was changed meanwhile. Load it again and repeat the change.');
