import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { familyOf, isWithin } from '../runtime/networks.ts';

/** An IPv4 address that is mapped into IPv6, such as `::ffff:192.0.2.1`, as plain IPv4. */
export const canonical = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** The key for limits per client: an IPv4 address as it is, an IPv6 address by its /64, which usually belongs to one client. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = before.split(':');
  const right = after === undefined ? [] : after.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}

/** `192.0.2.1:443`, `[2001:db8::1]` and `[2001:db8::1]:443`. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.]+)\])(?::(\d{1,5}))?$/i;

/**
 * The address in one entry of `X-Forwarded-For`; some gateways add a port, and brackets around an IPv6 address.
 * @returns `null` for anything else
 */
export function forwardedAddress(entry: string): string | null {
  const text = entry.trim();
  const [, ipv4, ipv6, port = '0'] = withPort.exec(text) ?? [];
  if (ipv6 !== undefined && familyOf(ipv6) !== 'ipv6') return null;
  const address = canonical(ipv4 ?? ipv6 ?? text);
  return familyOf(address) === null || Number(port) > 65_535 ? null : address;
}

/**
 * The address of the caller: that of the connection or, behind trusted proxies, the last address in `X-Forwarded-For` that is not a trusted
 * proxy. `trustedProxies`: `null` if there are none.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: BlockList | null): string {
  let address = canonical(request.socket.remoteAddress ?? '');
  if (trustedProxies === null || !isWithin(trustedProxies, address)) return address;
  const forwarded = (request.headersDistinct['x-forwarded-for'] ?? []).join(',').split(',');
  for (const hop of forwarded.reverse()) {
    const candidate = forwardedAddress(hop);
    if (candidate === null) return address;
    address = candidate;
    if (!isWithin(trustedProxies, address)) return address;
  }
  return address;
}
