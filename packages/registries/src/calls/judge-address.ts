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
  ['fd20:ce::254', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // The IPv4 addresses above as a NAT64 network spells them.
  ['64:ff9b::', 104],
  ['64:ff9b::6464:64c8', 128],
  ['64:ff9b::a83f:8110', 128],
  ['64:ff9b::a9fe:0', 112],
  ['64:ff9b::c000:0', 120],
  ['64:ff9b::e000:0', 99],
  // Other spellings of IPv4 that something on the way may take apart again: local NAT64, translated, compatible, 6to4, Teredo.
  ['64:ff9b:1::', 48],
  ['::ffff:0:0:0', 96],
  ['::a9fe:0', 112],
  ['2002::', 16],
  ['2001::', 32],
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
