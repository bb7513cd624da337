import type { Config } from './config.ts';

/** An address as a URL, without trailing slash; IPv6 in brackets. */
export const urlOf = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** URL of probes and metrics if they have a separate port; `null`: they have none. */
export const metricsUrlOf = ({
  metricsHost,
  metricsPort,
}: Pick<Config, 'metricsHost' | 'metricsPort'>): string | null =>
  metricsPort === null ? null : urlOf({ host: metricsHost, port: metricsPort });
