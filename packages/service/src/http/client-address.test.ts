import { describe, expect, it } from 'vitest';
import { addressGroup, isWithin, networksOf } from './client-address.ts';

describe('networks that settings name (S22)', () => {
  it.each([
    ['10.20.0.0/16', '10.20.3.4', true],
    ['10.20.0.0/16', '10.21.0.1', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['0.0.0.0/0', '203.0.113.9', true],
  ])('%s and %s: %s', (network, address, within) => {
    expect(isWithin(networksOf([network]), address)).toBe(within);
  });

  it.each([
    '10.0.0.0/',
    '10.0.0.0/-0',
    '10.0.0.0/33',
    '10.0.0.0/0x8',
    '10.0.0.0/1e1',
    '10.0.0.0/ 8',
    '::/129',
    'example.com',
    '',
  ])('refuses %j (found by fuzzing)', (network) => {
    expect(() => networksOf([network])).toThrow();
  });
});

describe('what counts as one client (A-115)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});
