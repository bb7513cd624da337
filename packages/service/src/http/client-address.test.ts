import { describe, expect, it } from 'vitest';
import { addressGroup, forwardedAddress } from './client-address.ts';

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

describe('the address in an entry of X-Forwarded-For (A-295)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9:5678 ', '203.0.113.9'],
    ['203.0.113.9:65535', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['2001:db8::7:443', '2001:db8::7:443'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[::1]:443', '::1'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
  ])('%s is %s', (entry, address) => {
    expect(forwardedAddress(entry)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113.9:',
    '203.0.113.9:65536',
    '203.0.113.9:443:443',
    '203.0.113.9:-1',
    '203.0.113:443',
    '[203.0.113.9]:443',
    '[::1',
    '::1]:443',
    '[::1]443',
    '[]:443',
    '[[::1]]:443',
  ])('%s is invalid', (entry) => {
    expect(forwardedAddress(entry)).toBeNull();
  });
});
