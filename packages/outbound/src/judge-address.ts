import { isIP, isIPv4 } from 'node:net';
import { type AddressKind, kindOf, networks, unmapped } from './address-kind.ts';

/** Why an address may not be contacted: it is none, has a zone, or is of a kind that is not admitted. */
export type AddressRefusal = 'not_an_address' | 'zone_id' | AddressKind;

/** How an address is contacted. Any other scheme contacts nothing. */
export type Scheme = 'http:' | 'https:';

/** Which addresses may be contacted. Where users of this package differ on purpose, they differ here. */
export interface AddressPolicy {
  /** Kinds that may be contacted. */
  kinds: readonly AddressKind[];
  /** Kinds among them that plain HTTP may reach. */
  plainKinds: readonly AddressKind[];
  /** Networks that the operator opens besides, CIDR notation. They never open the metadata services of a cloud. */
  networks: readonly string[];
}

/** Public addresses only, for what tenants or publishers supply. Whether plain HTTP is allowed at all is up to the URL's policy. */
export const publicAddresses: AddressPolicy = { kinds: ['public'], plainKinds: ['public'], networks: [] };

/** Public addresses and this machine itself, for development and tests. */
export const publicAndLoopback: AddressPolicy = {
  kinds: ['public', 'loopback'],
  plainKinds: ['public', 'loopback'],
  networks: [],
};

/**
 * For what the operator configures by name: the operator's own networks too, and plain HTTP only to loopback and private ones.
 * @see spec/registries.md 8.1
 */
export const operatorAddresses: AddressPolicy = {
  kinds: ['public', 'nat64', 'loopback', 'private', 'shared', 'benchmark'],
  plainKinds: ['loopback', 'private'],
  networks: [],
};

/**
 * The one judgement of addresses.
 * @param address IPv4 in four decimal parts, or IPv6 in any spelling, without brackets
 * @returns `null` when it may be contacted
 */
export function judgeAddress(
  address: string,
  policy: AddressPolicy,
  scheme: Scheme = 'https:',
): AddressRefusal | null {
  if (address.includes('%')) return 'zone_id';
  if (isIP(address) === 0) return 'not_an_address';
  const kind = kindOf(address);
  if (kind === 'metadata') return kind;
  if (policy.networks.length > 0 && isWithin(address, policy.networks)) return null;
  const admitted = policy.kinds.includes(kind) && (scheme === 'https:' || policy.plainKinds.includes(kind));
  return admitted ? null : kind;
}

function isWithin(address: string, cidrs: readonly string[]): boolean {
  const plain = unmapped(address);
  return networks(cidrs).check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

/** Whether an address is of this machine. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && !address.includes('%') && kindOf(address) === 'loopback';
