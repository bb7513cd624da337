import { describe, expect, it } from 'vitest';
import { isWithin, networksOf } from './networks.ts';

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
