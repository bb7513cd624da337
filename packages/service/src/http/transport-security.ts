import type { Config } from '../runtime/config.ts';

const yearSeconds = 365 * 24 * 3600;

/**
 * `strict-transport-security` where clients reach this installation over TLS, by whoever ends it: `PUBLIC_URL` is https. Not for
 * names below it: they may belong to others.
 */
export const transportSecurity = ({
  publicUrl,
}: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https://') ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {};
