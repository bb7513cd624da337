import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * The kinds of addresses. `metadata`: cloud services that answer any program on the machine, regardless of the range they are in.
 * `shared`: between a carrier and its customers. `nat64`: a public IPv4 address as spelled by an IPv6-only network. `embedded`: another
 * encoding of an IPv4 address that a device on the path may decode. `reserved`: unassigned, or reserved for a protocol.
 */
export type AddressKind =
  | 'public'
  | 'nat64'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'benchmark'
  | 'metadata'
  | 'unspecified'
  | 'link_local'
  | 'multicast'
  | 'documentation'
  | 'embedded'
  | 'reserved';

type SpecialKind = Exclude<AddressKind, 'public' | 'nat64'>;

/**
 * Read from the top: the first network that contains an address determines its kind. Taken from the IANA registries of special-purpose
 * addresses. Their globally reachable networks (AS112, AMT) are left out on purpose because they are public.
 */
const ipv4Table: readonly (readonly [network: string, kind: SpecialKind])[] = [
  ['169.254.169.254/32', 'metadata'], // most clouds
  ['169.254.170.2/32', 'metadata'], // container credentials
  ['169.254.170.23/32', 'metadata'], // pod credentials
  ['168.63.129.16/32', 'metadata'], // looks public
  ['100.100.100.200/32', 'metadata'], // looks shared
  ['192.0.0.192/32', 'metadata'], // looks reserved
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link_local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', 'reserved'], // 6to4 relays
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmark'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

/** As above. `::ffff:0:0/96` and the well-known NAT64 prefix are left out: for those, the IPv4 address inside is checked. */
const ipv6Table: readonly (readonly [network: string, kind: SpecialKind])[] = [
  ['fd00:ec2::254/128', 'metadata'],
  ['fd00:ec2::23/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'embedded'], // IPv4-compatible
  ['::ffff:0:0:0/96', 'embedded'], // IPv4-translated
  ['64:ff9b:1::/48', 'embedded'], // NAT64 with a network-specific prefix
  ['2001::/32', 'embedded'], // Teredo
  ['2002::/16', 'embedded'], // 6to4
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'documentation'],
  ['3fff::/20', 'documentation'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link_local'],
  ['fec0::/10', 'reserved'],
  ['ff00::/8', 'multicast'],
];

const listed = (table: typeof ipv4Table) =>
  table.map(([network, kind]) => ({ kind, within: networks([network]) }));
const special = { ipv4: listed(ipv4Table), ipv6: listed(ipv6Table) };
const globalUnicast = networks(['2000::/3']);

/**
 * Parses networks in CIDR notation; an address without a prefix length is a network of one address.
 * @throws Error naming the network that is invalid
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

/** Converts an IPv4-mapped address such as `::ffff:10.0.0.1` to IPv4; returns any other address unchanged. */
export function unmapped(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const groups = groupsOf(address);
  return startsWith(groups, [0, 0, 0, 0, 0, 0xffff]) ? innerIPv4(groups) : address;
}

/**
 * Returns the kind of an address.
 * @param address IPv4 in four decimal parts, or IPv6 without brackets and zone, in any spelling; an IPv4-mapped address is treated as
 *   IPv4
 */
export function kindOf(address: string): AddressKind {
  const plain = unmapped(address);
  if (isIPv4(plain)) return specialKind(plain, 'ipv4') ?? 'public';
  const groups = groupsOf(plain);
  if (startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]))
    return kindOfNat64(specialKind(innerIPv4(groups), 'ipv4'));
  return specialKind(plain, 'ipv6') ?? (globalUnicast.check(plain, 'ipv6') ? 'public' : 'reserved');
}

/** RFC 6052 forbids this prefix for addresses that are not public. */
function kindOfNat64(inner: SpecialKind | null): AddressKind {
  if (inner === null) return 'nat64';
  return inner === 'metadata' ? 'metadata' : 'embedded';
}

/** Parses the address once for all networks, because parsing costs more than comparing. */
function specialKind(address: string, family: 'ipv4' | 'ipv6'): SpecialKind | null {
  const read = new SocketAddress({ address, family });
  return special[family].find(({ within }) => within.check(read))?.kind ?? null;
}
