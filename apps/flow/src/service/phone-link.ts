import { handoffCodePattern, phoneLinkPattern } from '@countersign/contract';

/** The kind of address: the token of a session link, a code that a phone claims, or the token of a phone's own link. */
export type LinkKind = 'session' | 'code' | 'phone';

/** @param token last segment of the page's path */
export function linkKind(token: string): LinkKind {
  if (new RegExp(handoffCodePattern).test(token)) return 'code';
  return new RegExp(phoneLinkPattern).test(token) ? 'phone' : 'session';
}

/** The token of this phone's own link. */
export interface OwnLink {
  token: string;
  /** The page was reloaded: whatever it claimed before still belongs to it. */
  kept: boolean;
}

/**
 * This phone's own link: 256 random bits in base64url, the same when the tab reloads the page. They are stored in the tab's
 * history entry, which no other page or tab can read, and grant nothing before the number was chosen.
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

/** Whether this device's primary input is not a touch screen, according to its browser; the browser's name is not used. */
export const isComputer = (): boolean => !matchMedia('(pointer: coarse)').matches;
