import net from 'node:net';
import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { type AddressPolicy, judgeAddress, type Scheme } from './judge-address.ts';
import { hostOf } from './judge-url.ts';
import { resolveChecked, type ResolveName } from './resolve.ts';

/**
 * A connection that failed before anything could be sent. `denied`: an address may not be contacted. `wrong_peer`: the connection
 * went to another address than the judged one. `look_up`: the name has no address, or it cannot be found out.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly reason: 'denied' | 'look_up' | 'refused' | 'tls' | 'timeout' | 'wrong_peer';

  constructor(reason: ConnectFailure['reason'], cause?: unknown) {
    super(`connect: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Where a connection goes, in undici's form. */
export type ConnectTarget = Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>;

/** Which certificates TLS accepts, and which one it presents. */
export interface TlsTrust {
  /** Certificate authorities beside the bundled ones, PEM. */
  authorities: readonly string[];
  /** Our own certificate, PEM; `null` shows none. */
  client: { cert: string; key: string } | null;
}

/** What a connection to judged addresses is opened with. */
export interface ConnectOptions extends TlsTrust {
  /** For all addresses together, TLS included, in milliseconds. */
  limitMs: number;
}

/** What a connection to a name is opened with; the look-up is within the limit. */
export interface GuardedOptions extends ConnectOptions {
  resolve: ResolveName;
  policy: AddressPolicy;
}

/** An open connection, and which of the addresses it went to. */
export interface Connection {
  socket: net.Socket;
  address: string;
}

/** Makes undici connect by a function of ours, which leaves host header, server name and certificate check the URL's name. */
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
 * Looks a name up, judges every address of it and connects to a judged one only. A host that is an address itself is judged and
 * never looked up.
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
 * Connects to the first of these addresses that answers, IPv4 first: a machine without an IPv6 route would otherwise lose its
 * time limit on every connection.
 * @param addresses judged already
 * @throws ConnectFailure of the last address
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

/** Alerts with which the far end refuses a handshake: our certificate is missing or not accepted. */
const refusals =
  /^ERR_SSL_\w+_ALERT_(CERTIFICATE_(REQUIRED|REVOKED|EXPIRED|UNKNOWN)|(BAD|UNSUPPORTED)_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR|HANDSHAKE_FAILURE)$/;

/** Whether the far end has refused a handshake. */
export const isTlsRefusal = ({ code }: NodeJS.ErrnoException): boolean => refusals.test(code ?? '');

/**
 * In TLS 1.3 the far end judges our certificate after our side of the handshake is over, so its refusal comes while the request goes
 * out: it was never read. The end of the stream that follows would otherwise take its place.
 */
function nameLateRefusal(socket: tls.TLSSocket): void {
  if (socket.getProtocol() !== 'TLSv1.3') return;
  socket.on('error', (error) => {
    if (isTlsRefusal(error)) socket.destroy(new ConnectFailure('tls', error));
  });
}

function tlsOptions(name: string, { authorities, client }: TlsTrust): tls.ConnectionOptions {
  return {
    // A server name must not be an address; the certificate is then checked against the address itself.
    ...(net.isIP(name) === 0 && { servername: name }),
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate),
    // Whatever the value of NODE_TLS_REJECT_UNAUTHORIZED.
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
