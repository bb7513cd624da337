import { BlockList, isIP, isIPv4 } from 'node:net';

/** Addresses that no registry is behind: link-local, metadata services of clouds, multicast, unspecified. */
const neverIPv4 = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
const neverIPv6 = [
  ['::', 128],
  ['fd00:ec2::254', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // Link-local IPv4 as a NAT64 network spells it.
  ['64:ff9b::a9fe:0', 112],
] as const;

/** Loopback and private networks: the only ones where nobody else listens to plain HTTP. */
const privateIPv4 = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const;
const privateIPv6 = [
  ['::1', 128],
  ['fc00::', 7],
] as const;

const never = networks(neverIPv4, neverIPv6);
const confined = networks(privateIPv4, privateIPv6);

type Network = readonly [address: string, prefix: number];

function networks(ipv4: readonly Network[], ipv6: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ipv4) list.addSubnet(address, prefix, 'ipv4');
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, 'ipv6');
  return list;
}

/**
 * Whether a registry may be called at this address: plain HTTP only on loopback and private networks; link-local addresses
 * and metadata services never.
 * @param address without brackets; one with a zone is refused
 * @param protocol `http:` or `https:`
 * @see spec/registries.md 8.1
 */
export function mayConnect(address: string, protocol: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (never.check(address, family)) return false;
  return protocol === 'https:' || confined.check(address, family);
}
