import { isIP, isIPv4 } from 'node:net';
import { type AddressKind, kindOf, networks, unmapped } from './address-kind.ts';

/** Why an address may not be contacted: it is malformed, has a zone, or is of a kind that is not allowed. */
export type AddressRefusal = 'not_an_address' | 'zone_id' | AddressKind;

/** How an address is contacted. Every other scheme is rejected. */
export type Scheme = 'http:' | 'https:';

/** Which addresses may be contacted. Intentional differences between users of this package are configured here. */
export interface AddressPolicy {
  /** Kinds that may be contacted. */
  kinds: readonly AddressKind[];
  /** The subset of kinds that may be contacted over plain HTTP. */
  plainKinds: readonly AddressKind[];
  /** Additional networks allowed by the operator, in CIDR notation. They never allow cloud metadata services. */
  networks: readonly string[];
}

/** Public addresses only, for targets supplied by tenants or publishers. The URL policy decides whether plain HTTP is allowed at all. */
export const publicAddresses: AddressPolicy = { kinds: ['public'], plainKinds: ['public'], networks: [] };

/** Public addresses and this machine itself, for development and tests. */
export const publicAndLoopback: AddressPolicy = {
  kinds: ['public', 'loopback'],
  plainKinds: ['public', 'loopback'],
  networks: [],
};

/**
 * For targets that the operator configures by name: also allows the operator's own networks; plain HTTP only to loopback and private
 * addresses.
 * @see spec/registries.md 8.1
 */
export const operatorAddresses: AddressPolicy = {
  kinds: ['public', 'nat64', 'loopback', 'private', 'shared', 'benchmark'],
  plainKinds: ['loopback', 'private'],
  networks: [],
};

/**
 * The single check that every address passes.
 * @param address IPv4 in four decimal parts, or IPv6 in any spelling, without brackets
 * @returns `null` if the address may be contacted
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

/** Whether an address belongs to this machine. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && !address.includes('%') && kindOf(address) === 'loopback';
