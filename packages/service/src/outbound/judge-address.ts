import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Why an address may not be contacted. */
export type AddressRefusal = 'not_an_address' | 'zone_id' | 'not_public';

/** What the operator opens beyond public addresses. None of it is ever a setting of an integration. */
export interface AddressPolicy {
  /** 127.0.0.0/8 and ::1. */
  allowLoopback: boolean;
  /** Networks in CIDR notation, e.g. `10.20.0.0/16`. */
  allowedNetworks: readonly string[];
  /** The installation reaches IPv4 through 64:ff9b::/96; the inner address is judged. */
  allowNat64: boolean;
}

/** IPv4 networks that are not global unicast, and one cloud platform address that only looks public. */
const deniedIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Within 2000::/3; everything outside it is denied anyway. */
const deniedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const denied = networks([...deniedIPv4, ...deniedIPv6]);
const globalUnicast = networks(['2000::/3']);
const loopback = networks(['127.0.0.0/8', '::1/128']);

/**
 * Reads networks in CIDR notation; an address without a prefix stands for itself.
 * @throws Error naming a network it cannot read
 */
export function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
    const most = family === 'ipv4' ? 32 : 128;
    const bits = Number(prefix ?? most);
    if (!family || !/^\d{1,3}$/.test(prefix ?? '0') || bits > most) throw new Error(`not a network: ${cidr}`);
    list.addSubnet(address, bits, family);
  }
  return list;
}

/** @returns the eight 16-bit groups of a valid IPv6 address without zone */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a, b, c, d] = (dotted?.slice(2) ?? []).map(Number) as [number, number, number, number];
  const text = dotted ? `${dotted[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}` : address;
  const [head = '', tail] = text.split('::');
  const read = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return read(head);
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const innerIPv4 = ([, , , , , , high = 0, low = 0]: number[]): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

const startsWith = (groups: number[], prefix: number[]): boolean =>
  prefix.every((group, index) => groups[index] === group);

/**
 * Decides whether this address may be contacted: global unicast, or what the operator opened.
 * @param address IPv4 in four decimal parts, or IPv6 in any spelling, without brackets
 * @returns `null` when it may
 */
export function judgeAddress(address: string, policy: AddressPolicy): AddressRefusal | null {
  if (address.includes('%')) return 'zone_id';
  if (isIPv4(address)) return judgeIPv4(address, policy);
  if (!isIPv6(address)) return 'not_an_address';
  const groups = groupsOf(address);
  if (startsWith(groups, [0, 0, 0, 0, 0, 0xffff])) return judgeIPv4(innerIPv4(groups), policy);
  if (startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]) && policy.allowNat64)
    return judgeIPv4(innerIPv4(groups), policy);
  if (isOpened(address, 'ipv6', policy)) return null;
  return globalUnicast.check(address, 'ipv6') && !denied.check(address, 'ipv6') ? null : 'not_public';
}

function judgeIPv4(address: string, policy: AddressPolicy): AddressRefusal | null {
  return isOpened(address, 'ipv4', policy) || !denied.check(address, 'ipv4') ? null : 'not_public';
}

function isOpened(address: string, family: 'ipv4' | 'ipv6', policy: AddressPolicy): boolean {
  if (policy.allowLoopback && loopback.check(address, family)) return true;
  return policy.allowedNetworks.length > 0 && networks(policy.allowedNetworks).check(address, family);
}

/** Whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  return (
    (isIPv4(address) && loopback.check(address, 'ipv4')) ||
    (isIPv6(address) && loopback.check(address, 'ipv6'))
  );
}
