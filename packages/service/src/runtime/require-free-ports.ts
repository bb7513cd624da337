import { once } from 'node:events';
import net from 'node:net';
import { type Config, ConfigError } from './config.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host name was not found',
};

/**
 * Binds the ports of this process and releases them, before anything else is begun.
 * @throws ConfigError naming the variable, the address and why it cannot be listened on
 */
export async function requireFreePorts({
  roles,
  host,
  port,
  metricsHost,
  metricsPort,
}: Pick<Config, 'roles' | 'host' | 'port' | 'metricsHost' | 'metricsPort'>): Promise<void> {
  if (roles.includes('api')) await bind('PORT', { host, port });
  if (metricsPort !== null) await bind('METRICS_PORT', { host: metricsHost, port: metricsPort });
}

async function bind(variable: string, { host, port }: { host: string; port: number }): Promise<void> {
  const server = net.createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${variable}: must be an address this process can listen on, not ${host}:${port}: ${reasons[code ?? ''] ?? message}`,
    );
  }
  server.close();
  await once(server, 'close');
}
