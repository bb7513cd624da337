import { errorCode } from './error-code.ts';

/** What is wrong and what helps, before and after what is to be done then. */
const reasons: Readonly<Record<string, readonly [wrong: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'free some space and'],
  EDQUOT: ['the disk quota is used up', 'raise it or free some space, and'],
  EROFS: ['the file system is read-only', 'mount it writable and'],
};

/** Why a file system takes nothing more, and what to do. @param then what helps in the end, such as `start again` @returns `null` for any other error */
export function diskReason(error: unknown, then: string): string | null {
  const reason = reasons[errorCode(error) ?? ''];
  return reason === undefined ? null : `${reason[0]}; ${reason[1]} ${then}`;
}
