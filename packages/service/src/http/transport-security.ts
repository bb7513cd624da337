import type { Config } from '../runtime/config.ts';

const yearSeconds = 365 * 24 * 3600;

/**
 * `strict-transport-security` if clients reach this installation over TLS, whoever terminates it: `PUBLIC_URL` is https. Excludes
 * subdomains: they may belong to others.
 */
export const transportSecurity = ({
  publicUrl,
}: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> =>
  publicUrl?.startsWith('https://') ? { 'strict-transport-security': `max-age=${yearSeconds}` } : {};
