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

/** What is likely wrong about the addresses that clients are given, for people; `null`: nothing. */
export const addressRemark = ({
  environment,
  publicUrl,
  host,
  port,
}: Pick<Config, 'environment' | 'publicUrl' | 'host' | 'port'>): string | null =>
  environment === 'production' && publicUrl === null
    ? `PUBLIC_URL is not set: links and answers begin with ${urlOf({ host, port })}; it must be the address that clients call`
    : null;
