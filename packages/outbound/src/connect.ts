import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { type AddressPolicy, judgeAddress, type Scheme } from './judge-address.ts';
import { hostOf } from './judge-url.ts';
import { resolveChecked, type ResolveName } from './resolve.ts';

/**
 * A connection that failed before anything could be sent. `denied`: the address may not be contacted. `wrong_peer`: the connection went
 * to an address other than the checked one. `look_up`: the name has no address, or its look-up failed.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly reason: 'denied' | 'look_up' | 'refused' | 'tls' | 'timeout' | 'wrong_peer';

  constructor(reason: ConnectFailure['reason'], cause?: unknown) {
    super(`connect: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The target of a connection, in undici's form. */
export type ConnectTarget = Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>;

/** The certificates that TLS accepts, and the one it presents. */
export interface TlsTrust {
  /** Certificate authorities in addition to the bundled ones, PEM. */
  authorities: readonly string[];
  /** Our own certificate, PEM; `null` to present none. */
  client: { cert: string; key: string } | null;
}

/** Options for connecting to checked addresses. */
export interface ConnectOptions extends TlsTrust {
  /** Time limit in milliseconds for all addresses together, including TLS. */
  limitMs: number;
}

/** Options for connecting to a name; the time limit includes the look-up. */
export interface GuardedOptions extends ConnectOptions {
  resolve: ResolveName;
  policy: AddressPolicy;
}

/** An open connection and the address it went to. */
export interface Connection {
  socket: net.Socket;
  address: string;
}

/** Makes undici connect through our own function; the host header, server name and certificate check still use the URL's name. */
export function createConnector(
  connect: (target: ConnectTarget) => Promise<net.Socket>,
): buildConnector.connector {
  return (target, callback) => void handOver(connect(target), callback);
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

/**
 * Looks up a name, checks all of its addresses and connects only to a checked one. A host that is already an address is checked without a
 * look-up.
 * @throws ConnectFailure
 */
export async function connectGuarded(target: ConnectTarget, options: GuardedOptions): Promise<net.Socket> {
  const end = performance.now() + options.limitMs;
  const addresses = await judgedAddresses(target, options);
  const { socket } = await connectJudged(target, addresses, {
    ...options,
    limitMs: end - performance.now(),
  });
  return socket;
}

async function judgedAddresses(target: ConnectTarget, options: GuardedOptions): Promise<string[]> {
  const host = hostOf(target.hostname);
  const scheme: Scheme = target.protocol === 'https:' ? 'https:' : 'http:';
  if (net.isIP(host) !== 0) {
    if (judgeAddress(host, options.policy, scheme) !== null) throw new ConnectFailure('denied');
    return [host];
  }
  const resolution = await resolveChecked(host, { ...options, scheme });
  if (resolution.kind === 'checked') return resolution.addresses;
  if (resolution.kind === 'denied') throw new ConnectFailure('denied');
  if (resolution.kind === 'timed_out') throw new ConnectFailure('timeout');
  throw new ConnectFailure('look_up', resolution.cause);
}

/**
 * Connects to the first address that answers, trying IPv4 first: otherwise a machine without an IPv6 route would use up its time limit on
 * every connection.
 * @param addresses already checked
 * @throws ConnectFailure for the last address
 */
export async function connectJudged(
  target: ConnectTarget,
  addresses: readonly string[],
  options: ConnectOptions,
): Promise<Connection> {
  const end = performance.now() + options.limitMs;
  let last: unknown = new ConnectFailure('timeout');
  const ordered = addresses.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
  for (const [index, address] of ordered.entries()) {
    const left = end - performance.now();
    if (left <= 0) break;
    const limitMs = index < ordered.length - 1 ? left / 2 : left;
    try {
      return { address, socket: await connectOne(target, address, { ...options, limitMs }) };
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function connectOne(target: ConnectTarget, address: string, options: ConnectOptions): Promise<net.Socket> {
  const secure = target.protocol === 'https:';
  const port = Number(target.port || (secure ? 443 : 80));
  const socket = secure
    ? tls.connect({ ...tlsOptions(hostOf(target.hostname), options), host: address, port })
    : net.connect({ host: address, port });
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  return new Promise((resolve, reject) => {
    const fail = (reason: ConnectFailure['reason'], cause?: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new ConnectFailure(reason, cause));
    };
    const timer = setTimeout(() => fail('timeout'), options.limitMs);
    let connected = false;
    socket.once('connect', () => (connected = true));
    const failed = (error: Error) => fail(connected && secure ? 'tls' : 'refused', error);
    socket.once('error', failed);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      if (!isSameAddress(socket.remoteAddress, address)) return fail('wrong_peer');
      clearTimeout(timer);
      socket.off('error', failed);
      if (socket instanceof tls.TLSSocket) nameLateRefusal(socket);
      resolve(socket);
    });
  });
}

/** TLS alerts with which the peer rejects a handshake: our certificate is missing or not accepted. */
const refusals =
  /^ERR_SSL_\w+_ALERT_(CERTIFICATE_(REQUIRED|REVOKED|EXPIRED|UNKNOWN)|(BAD|UNSUPPORTED)_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR|HANDSHAKE_FAILURE)$/;

/** Whether the peer rejected the handshake. */
export const isTlsRefusal = ({ code }: NodeJS.ErrnoException): boolean => refusals.test(code ?? '');

/**
 * In TLS 1.3 the peer verifies our certificate after our side of the handshake has finished, so its rejection arrives while the request
 * is being sent, before the peer has read any of it. Without this, the end of the stream that follows would hide the rejection.
 */
function nameLateRefusal(socket: tls.TLSSocket): void {
  if (socket.getProtocol() !== 'TLSv1.3') return;
  socket.on('error', (error) => {
    if (isTlsRefusal(error)) socket.destroy(new ConnectFailure('tls', error));
  });
}

function tlsOptions(name: string, { authorities, client }: TlsTrust): tls.ConnectionOptions {
  return {
    // A server name must not be an address; without one the certificate is checked against the address itself.
    ...(net.isIP(name) === 0 && { servername: name }),
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
    // Regardless of NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(authorities.length > 0 && { ca: [...tls.rootCertificates, ...authorities] }),
    ...(client && { cert: client.cert, key: client.key }),
  };
}

function isSameAddress(remote: string | undefined, address: string): boolean {
  if (!remote) return false;
  const exact = new net.BlockList();
  exact.addAddress(address, net.isIPv4(address) ? 'ipv4' : 'ipv6');
  return exact.check(remote, net.isIPv4(remote) ? 'ipv4' : 'ipv6');
}
