// Addresses, networks and URLs that tenants and operators write: nothing private is ever admitted. S08 S22
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { judgeAddress, judgeUrl, networks, publicAddresses, tenantUrls } from '@countersign/outbound';
import { forwardedAddress } from '../../src/http/client-address.ts';
import { isWithin, networksOf } from '../../src/runtime/networks.ts';

export const seeds = [
  'https://hooks.example.com/in?a=1',
  'https://0x7f.1/',
  'https://[::ffff:127.0.0.1]/x',
  'https://2130706433:444/',
  '93.184.216.34',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2606:2800:220:1::93.184.216.34',
  'fe80::1%eth0',
  '93.184.216.34:443',
  '[2606:2800:220:1::1]:443',
  '10.20.0.0/16',
  '2001:db8::/32',
];
export const words = [
  '::',
  'ffff:',
  '127.0.0.1',
  '169.254.169.254',
  '/8',
  '/129',
  '0x',
  '%',
  '@',
  '#',
  '[',
  ']',
  'xn--',
  '\u3002',
];
export const mostBytes = 300;

/** Prefixes that are not global unicast: address as a number, length. */
const denied = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32',
].map((cidr) => {
  const [address = '', bits = ''] = cidr.split('/');
  return { first: ipv4(address), size: 2 ** (32 - Number(bits)) };
}); // prettier-ignore

function ipv4(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

const isPrivate = (address: string): boolean =>
  denied.some(({ first, size }) => ipv4(address) >= first && ipv4(address) < first + size);

export function fuzz(input: Buffer): void {
  const text = input.toString('utf8');
  const judged = judgeUrl(text, tenantUrls);
  if ('target' in judged) {
    const { target } = judged;
    assert.equal(target.url.protocol, 'https:');
    assert.equal(target.port, 443);
    assert.equal(target.isAddress, false, 'an address instead of a name');
    assert.equal(target.url.username + target.url.password, '');
    assert.ok(target.host.includes('.'));
  }
  requireAddressJudged(text);
  requireSameNetworks(text);
  requireForwarded(text);
}

function requireAddressJudged(text: string): void {
  const refused = judgeAddress(text, publicAddresses);
  if (isIP(text) === 0) assert.notEqual(refused, null, 'no address was admitted');
  else if (isIP(text) === 4) {
    if (isPrivate(text)) assert.notEqual(refused, null, 'a private address');
  } else if (refused === null && !text.includes('%')) {
    const canonical = new URL(`http://[${text}]/`).hostname.slice(1, -1);
    const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
    if (mapped) {
      const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
      assert.ok(
        !isPrivate([high >> 8, high & 255, low >> 8, low & 255].join('.')),
        'a private address in another',
      );
    } else assert.match(canonical, /^[23][0-9a-f]{3}:/, 'outside 2000::/3');
  }
}

/** An entry of `X-Forwarded-For` gives an address or nothing, and an address the same one with a port behind it. */
function requireForwarded(text: string): void {
  const found = forwardedAddress(text);
  assert.ok(found === null || isIP(found) !== 0, 'no address was read');
  if (isIP(text) === 0) return;
  const bracketed = isIP(text) === 4 ? text : `[${text}]`;
  assert.notEqual(found, null, 'an address was not read');
  if (!text.includes('%'))
    assert.equal(forwardedAddress(`${bracketed}:443`), found, 'a port changed the address');
}

/** Two readers of networks admit the same texts and hold the same addresses. */
function requireSameNetworks(text: string): void {
  const outbound = attempt(() => networks([text]));
  const inbound = attempt(() => networksOf([text]));
  const [address = ''] = text.split('/');
  if (outbound !== null) {
    assert.notEqual(inbound, null, 'a network for calls out is none for calls in');
    assert.ok(inbound !== null && isWithin(inbound, address), 'a network without its own address');
  }
}

function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    assert.ok(error instanceof Error);
    return null;
  }
}
