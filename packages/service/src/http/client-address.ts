import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Networks in CIDR form or single addresses. @throws Error for anything else */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (family === null) throw new Error(`not a network: ${network}`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | null => {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null;
};

/** True when the address lies in one of the networks. */
export function isWithin(networks: BlockList, address: string): boolean {
  const family = familyOf(address);
  return family !== null && networks.check(address, family);
}

/** `::ffff:192.0.2.1` is the IPv4 address it holds. */
const canonical = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/**
 * The address of whoever called: the connection's, or, behind trusted proxies, the last address of `X-Forwarded-For` that none
 * of them has. `trustedProxies`: `null` when there are none.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: BlockList | null): string {
  let address = canonical(request.socket.remoteAddress ?? '');
  if (trustedProxies === null || !isWithin(trustedProxies, address)) return address;
  const forwarded = (request.headersDistinct['x-forwarded-for'] ?? []).join(',').split(',');
  for (const hop of forwarded.reverse()) {
    const candidate = canonical(hop.trim());
    if (familyOf(candidate) === null) return address;
    address = candidate;
    if (!isWithin(trustedProxies, address)) return address;
  }
  return address;
}
