import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';

/** A connection that failed before the request could be sent. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly reason: 'timeout' | 'refused' | 'tls' | 'wrong_peer';

  constructor(reason: ConnectFailure['reason'], cause?: unknown) {
    super(`connect: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface ConnectOptions {
  /** Checked addresses; the first that answers is used. */
  addresses: readonly string[];
  /** For all of them together, TLS included. */
  limitMs: number;
  certificateAuthorities: string | null;
  onConnected(facts: { address: string; tls: string | null }): void;
}

/**
 * Makes undici connect to checked addresses only, while host header, server name and certificate check keep the URL's name.
 */
export function createConnector(options: ConnectOptions): buildConnector.connector {
  return (target, callback) => void handOver(connectAny(target, options), callback);
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

async function connectAny(target: buildConnector.Options, options: ConnectOptions): Promise<net.Socket> {
  const end = performance.now() + options.limitMs;
  let last: unknown = new ConnectFailure('timeout');
  for (const [index, address] of options.addresses.entries()) {
    const left = end - performance.now();
    if (left <= 0) break;
    const others = options.addresses.length - index - 1;
    try {
      return await connectOne(target, options, { address, limitMs: others > 0 ? left / 2 : left });
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function connectOne(
  target: buildConnector.Options,
  options: ConnectOptions,
  { address, limitMs }: { address: string; limitMs: number },
): Promise<net.Socket> {
  const secure = target.protocol === 'https:';
  const socket = open(target, options, address);
  return new Promise((resolve, reject) => {
    const fail = (reason: ConnectFailure['reason'], cause?: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new ConnectFailure(reason, cause));
    };
    const timer = setTimeout(() => fail('timeout'), limitMs);
    let connected = false;
    socket.once('connect', () => (connected = true));
    const failed = (error: Error) => fail(connected && secure ? 'tls' : 'refused', error);
    socket.once('error', failed);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      if (!isSameAddress(socket.remoteAddress, address)) return fail('wrong_peer');
      clearTimeout(timer);
      socket.off('error', failed);
      options.onConnected({ address, tls: socket instanceof tls.TLSSocket ? socket.getProtocol() : null });
      resolve(socket);
    });
  });
}

function open(target: buildConnector.Options, options: ConnectOptions, address: string): net.Socket {
  const { protocol, hostname } = target;
  const port = Number(target.port || (protocol === 'https:' ? 443 : 80));
  const socket =
    protocol === 'https:'
      ? tls.connect({ ...tlsOptions(hostname, options), host: address, port })
      : net.connect({ host: address, port });
  return socket.setNoDelay(true).setKeepAlive(true, 60_000);
}

function tlsOptions(hostname: string, { certificateAuthorities }: ConnectOptions): tls.ConnectionOptions {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return {
    // A server name must not be an address; the certificate is then checked against the address itself.
    ...(net.isIP(name) === 0 && { servername: name }),
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(certificateAuthorities !== null && { ca: [...tls.rootCertificates, certificateAuthorities] }),
  };
}

function isSameAddress(remote: string | undefined, address: string): boolean {
  if (!remote) return false;
  const exact = new net.BlockList();
  exact.addAddress(address, net.isIPv4(address) ? 'ipv4' : 'ipv6');
  return exact.check(remote, net.isIPv4(remote) ? 'ipv4' : 'ipv6');
}
