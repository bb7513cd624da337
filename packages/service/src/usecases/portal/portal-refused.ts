import type { PortalErrorCode } from '@countersign/contract';

/** The portal refuses a request: an outcome its page shows, never a bug. */
export class PortalRefused extends Error {
  readonly code: PortalErrorCode;
  /** Of `invalid`: the member of the request that is wrong. */
  readonly member: string | null;
  /** Seconds to wait; `null` where waiting does not help. */
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

/** Unknown and foreign things alike. */
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

/** What is on legal hold stays as it is. */
export const onHold = (): PortalRefused =>
  new PortalRefused('on-hold', 'The session is on legal hold: your operator can release it.');

/** What was changed is not what it was when the reader saw it. */
export const changedMeanwhile = (): PortalRefused =>
  new PortalRefused('changed-meanwhile', 'This was changed meanwhile. Load it again and repeat the change.');
