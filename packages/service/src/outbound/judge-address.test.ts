import { describe, expect, it } from 'vitest';
import { judgeAddress, networks } from './judge-address.ts';
import { strictPolicy } from './judge-url.ts';

const denied = `
  0.0.0.0 0.255.255.255 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
  168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1
  192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 0:0:0:0:0:0:0:1 ::127.0.0.1 ::ffff:127.0.0.1
  ::ffff:7f00:1 0:0:0:0:0:ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::FFFF:A9FE:A9FE
  64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 5f00::1 2001::1 2001:1ff:ffff::1 2001:db8::1
  2002:7f00:1:: 2002:808:808::1 3fff::1 3fff:fff::1 4000::1 fc00::1 fd12:3456::1 fe80::1 febf::1
  fec0::1 ff02::1 1fff:ffff::1
`
  .trim()
  .split(/\s+/);

const allowed = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
  168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255
  192.0.1.0 192.0.3.0 192.88.98.255 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  223.255.255.255 2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1
  2a00:1450::1 3ffe::1 3fff:1000::1 ::ffff:8.8.8.8 ::ffff:808:808
`
  .trim()
  .split(/\s+/);

describe('Addresses a webhook may go to', () => {
  it.each(denied)('%s is denied', (address) => {
    expect(judgeAddress(address, strictPolicy)).toBe('not_public');
  });

  it.each(allowed)('%s is public', (address) => {
    expect(judgeAddress(address, strictPolicy)).toBeNull();
  });

  it.each(['fe80::1%eth0', '2a00:1450::1%1', '::1%lo'])('%s carries a zone and is denied', (address) => {
    expect(judgeAddress(address, strictPolicy)).toBe('zone_id');
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '017700000001', '1.2.3', '1.2.3.4.5', '[::1]', ':::'])(
    '"%s" is not an address',
    (text) => {
      expect(judgeAddress(text, strictPolicy)).toBe('not_an_address');
    },
  );
});

describe('What the operator opens', () => {
  const office = { ...strictPolicy, allowedNetworks: ['10.20.0.0/16', 'fd00:1::/32'] };

  it.each([
    ['10.20.3.4', null],
    ['::ffff:10.20.3.4', null],
    ['10.21.0.1', 'not_public'],
    ['fd00:1::9', null],
    ['fd00:2::9', 'not_public'],
    ['127.0.0.1', 'not_public'],
  ])('with two private networks allowed, %s gives %s', (address, refusal) => {
    expect(judgeAddress(address, office)).toBe(refusal);
  });

  it.each([
    ['127.0.0.1', null],
    ['127.9.9.9', null],
    ['::1', null],
    ['::ffff:127.0.0.1', null],
    ['10.0.0.1', 'not_public'],
  ])('with loopback allowed, %s gives %s', (address, refusal) => {
    expect(judgeAddress(address, { ...strictPolicy, allowLoopback: true })).toBe(refusal);
  });

  it.each([
    ['64:ff9b::808:808', null],
    ['64:ff9b::8.8.8.8', null],
    ['64:ff9b::7f00:1', 'not_public'],
    ['64:ff9b::10.0.0.1', 'not_public'],
    ['64:ff9b:1::808:808', 'not_public'],
  ])('on a NAT64 network %s is judged by its inner address: %s', (address, refusal) => {
    expect(judgeAddress(address, { ...strictPolicy, allowNat64: true })).toBe(refusal);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', 'fd00::/129', 'office', '10.0.0/8'])(
    '"%s" is not a network',
    (cidr) => {
      expect(() => networks([cidr])).toThrow(`not a network: ${cidr}`);
    },
  );
});
