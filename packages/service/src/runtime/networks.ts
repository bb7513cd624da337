import { BlockList, isIP } from 'node:net';

/** True for an address, optionally with a prefix length. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (more.length > 0 || bits < 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** Parses networks in CIDR form or single addresses. @throws Error for anything else */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    if (family === null) throw new Error(`not a network: ${network}`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, prefixOf(network, bits), family);
  }
  return list;
}

/** Digits only: `10.0.0.0/` would mean prefix 0, which is every address, and `-0` crashes Node. */
function prefixOf(network: string, bits: string): number {
  if (!/^\d{1,3}$/.test(bits)) throw new Error(`not a network: ${network}`);
  return Number(bits);
}

/** The family of an address; `null`: not an address. */
export const familyOf = (address: string): 'ipv4' | 'ipv6' | null => {
  const version = isIP(address);
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : null;
};

/** True when the address lies in one of the networks. */
export function isWithin(networks: BlockList, address: string): boolean {
  const family = familyOf(address);
  return family !== null && networks.check(address, family);
}
