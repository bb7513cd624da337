import { lookup } from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { mayConnect } from './judge-address.ts';

/** Every address of a name. Rejects when there is none. */
export type ResolveName = (name: string) => Promise<string[]>;

/** The machine's own way to look a name up, hosts file included. */
export const resolveName: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** A connection that failed before anything could be sent; `denied` is our own refusal of the address. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly reason: 'denied' | 'connect' | 'tls' | 'timeout';

  constructor(reason: ConnectFailure['reason'], cause?: unknown) {
    super(`connect: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** What a connection is opened with. */
export interface ConnectOptions {
  /** For the look-up, all addresses and TLS together, in milliseconds. */
  limitMs: number;
  resolve: ResolveName;
  /** Certificate authorities beside the bundled ones, PEM. */
  authorities: readonly string[];
  /** Our own certificate, PEM; `null` shows none. */
  client: { cert: string; key: string } | null;
}

/** Makes undici look the name up, judge every address of it and connect to a judged one only. */
export function createConnector(options: ConnectOptions): buildConnector.connector {
  return (target, callback) => void handOver(openConnection(target, options), callback);
}

async function handOver(connecting: Promise<net.Socket>, callback: buildConnector.Callback): Promise<void> {
  let socket;
  try {
    socket = await connecting;
  } catch (error) {
    callback(error as Error, null);
    return;
  }
  callback(null, socket);
}

/** Where a connection goes, as undici says it. */
export type ConnectTarget = Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>;

/** @throws ConnectFailure */
export async function openConnection(target: ConnectTarget, options: ConnectOptions): Promise<net.Socket> {
  const end = performance.now() + options.limitMs;
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const addresses = net.isIP(host) === 0 ? await look(host, options) : [host];
  // One address that must not be called refuses the name: the next look-up could pick it.
  if (!addresses.every((address) => mayConnect(address, target.protocol))) throw new ConnectFailure('denied');
  let last: Error | null = null;
  for (const [index, address] of addresses.entries()) {
    const left = end - performance.now();
    if (left <= 0) throw new ConnectFailure('timeout');
    const limitMs = index < addresses.length - 1 ? left / 2 : left;
    try {
      return await connectOne(target, options, { host, address, limitMs });
    } catch (error) {
      last = error as Error;
    }
  }
  throw last ?? new ConnectFailure('connect');
}

async function look(host: string, { resolve, limitMs }: ConnectOptions): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectFailure('timeout')), limitMs);
  });
  const looking = resolve(host).catch((error: unknown) => {
    throw new ConnectFailure('connect', error);
  });
  try {
    return await Promise.race([limit, looking]);
  } finally {
    clearTimeout(timer);
  }
}

function connectOne(
  target: ConnectTarget,
  options: ConnectOptions,
  { host, address, limitMs }: { host: string; address: string; limitMs: number },
): Promise<net.Socket> {
  const secure = target.protocol === 'https:';
  const port = Number(target.port || (secure ? 443 : 80));
  const socket = secure
    ? tls.connect({ ...tlsOptions(host, options), host: address, port })
    : net.connect({ host: address, port });
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const fail = (reason: ConnectFailure['reason'], cause?: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new ConnectFailure(reason, cause));
    };
    const timer = setTimeout(() => fail('timeout'), limitMs);
    let connected = false;
    socket.once('connect', () => (connected = true));
    const failed = (error: Error) => fail(connected && secure ? 'tls' : 'connect', error);
    socket.once('error', failed);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}

function tlsOptions(name: string, { authorities, client }: ConnectOptions): tls.ConnectionOptions {
  return {
    // A server name must not be an address; the certificate is then checked against the address itself.
    ...(net.isIP(name) === 0 && { servername: name }),
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // A variable of the environment that trusts everybody does not count here.
    rejectUnauthorized: true,
    ...(authorities.length > 0 && { ca: [...tls.rootCertificates, ...authorities] }),
    ...(client && { cert: client.cert, key: client.key }),
  };
}
