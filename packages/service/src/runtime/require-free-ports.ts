import { once } from 'node:events';
import net from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is listening there',
  EACCES: 'this user is not allowed to listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host name was not found',
};

/**
 * Binds the ports of this process and releases them, before anything else starts.
 * @throws ConfigError naming the variable, the address and why it cannot be listened on
 */
export async function requireFreePorts({
  roles,
  host,
  port,
  metricsHost,
  metricsPort,
}: Pick<Config, 'roles' | 'host' | 'port' | 'metricsHost' | 'metricsPort'>): Promise<void> {
  const places = [
    ...(roles.includes('api') ? [{ prefix: '', host, port }] : []),
    ...(metricsPort === null ? [] : [{ prefix: 'METRICS_', host: metricsHost, port: metricsPort }]),
  ];
  // All at the same time: a port that two variables name is free for each of them alone.
  const servers: net.Server[] = [];
  try {
    for (const place of places) servers.push(await bind(place, servers.length > 0 ? port : null));
  } finally {
    await Promise.all(servers.map((server) => once(server.close(), 'close')));
  }
}

interface Place {
  /** Prefix of `HOST` and `PORT` in the names of its variables. */
  prefix: string;
  host: string;
  port: number;
}

/** Errors caused by the host, whatever the port. */
const hostCodes = ['EADDRNOTAVAIL', 'ENOTFOUND'];

async function bind({ prefix, host, port }: Place, taken: number | null): Promise<net.Server> {
  const server = net.createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return server;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' && port === taken ? 'PORT is the same' : (reasons[code ?? ''] ?? message);
    throw new ConfigError(
      `${prefix}${hostCodes.includes(code ?? '') ? 'HOST' : 'PORT'}: must be an address this process can listen on, not ${host}:${port}: ${reason}`,
    );
  }
}
