import { lookup } from 'node:dns/promises';
import net from 'node:net';

/** Address of an attacked service: a loopback address, resolved only once. */
export interface Address {
  /** IP address, not a host name. */
  host: string;
  port: number;
}

/** The target of an attack is not on this machine's loopback interface. */
export class NotLoopback extends Error {
  constructor(url: string, found: string) {
    super(
      `--url ${url}: must be a loopback address, but resolves to ${found}. The attack floods its target; it runs against 127.0.0.0/8 ` +
        'or ::1 only. Start a service on this machine, or leave out --url.',
    );
    this.name = 'NotLoopback';
  }
}

const loopback = new net.BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (host: string): boolean => loopback.check(host, net.isIPv6(host) ? 'ipv6' : 'ipv4');

/**
 * Resolves the address in a URL. Every address of its name must be loopback, and the first is used for all connections, so a name
 * that resolves differently later has no effect.
 * @throws NotLoopback, TypeError when `text` is not an http URL
 */
export async function loopbackAddress(text: string): Promise<Address> {
  const url = new URL(text);
  if (url.protocol !== 'http:') throw new TypeError(`--url ${text}: must be an http:// address`);
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const found = net.isIP(name)
    ? [name]
    : (await lookup(name, { all: true })).map(({ address }) => address).toSorted();
  const [first] = found;
  if (first === undefined || !found.every(isLoopback))
    throw new NotLoopback(text, found.join(', ') || 'nothing');
  return { host: first, port: Number(url.port || 80) };
}
