import { handoffCodePattern, phoneLinkPattern } from '@countersign/contract';

/** What the address of the page holds: the token of a session link, a code that a phone claims, or the token of a phone's own link. */
export type LinkKind = 'session' | 'code' | 'phone';

/** @param token last part of the path of the page */
export function linkKind(token: string): LinkKind {
  if (new RegExp(handoffCodePattern).test(token)) return 'code';
  return new RegExp(phoneLinkPattern).test(token) ? 'phone' : 'session';
}

/** Token of a link of this phone's own: 256 random bits in base64url. */
export function makePhoneLink(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Whether this device has no touch screen in the first place, as its browser describes it; its name plays no part. */
export const isComputer = (): boolean => !matchMedia('(pointer: coarse)').matches;
