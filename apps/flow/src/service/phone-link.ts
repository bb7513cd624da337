import { handoffCodePattern, phoneLinkPattern } from '@countersign/contract';

/** What the address of the page holds: the token of a session link, a code that a phone claims, or the token of a phone's own link. */
export type LinkKind = 'session' | 'code' | 'phone';

/** @param token last part of the path of the page */
export function linkKind(token: string): LinkKind {
  if (new RegExp(handoffCodePattern).test(token)) return 'code';
  return new RegExp(phoneLinkPattern).test(token) ? 'phone' : 'session';
}

/** Token of a link of this phone's own. */
export interface OwnLink {
  token: string;
  /** The page was loaded again: what it claimed before is its own still. */
  kept: boolean;
}

/**
 * The link of this phone's own: 256 random bits in base64url, the same ones when the tab loads the page again. They lie in the entry of
 * the tab's history, which no other page or tab reads, and open nothing before the number was chosen.
 * @see spec/contract.md A-294
 */
export function ownLink(): OwnLink {
  const { phone } = (history.state ?? {}) as { phone?: string };
  if (phone !== undefined) return { token: phone, kept: true };
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const token = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
  history.replaceState({ phone: token }, '');
  return { token, kept: false };
}

/** Whether this device has no touch screen in the first place, as its browser describes it; its name plays no part. */
export const isComputer = (): boolean => !matchMedia('(pointer: coarse)').matches;
