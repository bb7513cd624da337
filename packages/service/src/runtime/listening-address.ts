import type { Config } from './config.ts';

/** An address as a URL, without a slash at the end; IPv6 in brackets. */
export const urlOf = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Where probes and metrics have a port of their own, as a URL; `null`: nowhere. */
export const metricsUrlOf = ({
  metricsHost,
  metricsPort,
}: Pick<Config, 'metricsHost' | 'metricsPort'>): string | null =>
  metricsPort === null ? null : urlOf({ host: metricsHost, port: metricsPort });
