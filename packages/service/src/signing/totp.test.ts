import { describe, expect, it } from 'vitest';
import { base32, matchTotp, newTotpSecret, totpCode, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('one-time codes', () => {
  // RFC 6238, appendix B, SHA-1: eight digits there, of which ours are the last six.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s the code is %s', (seconds, code) => {
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
    expect(matchTotp(secret, code, { seconds, usedStep: null })).toBe(Math.floor(seconds / 30));
  });

  it('take a clock that is one step off, and none that is two', () => {
    const at = (seconds: number) => matchTotp(secret, '050471', { seconds, usedStep: null });
    expect([-60, -30, 0, 30, 60].map((skew) => at(1_111_111_111 + skew))).toEqual([
      null,
      37_037_037,
      37_037_037,
      37_037_037,
      null,
    ]);
  });

  it('count once, and none from before one that counted', () => {
    const seconds = 1_111_111_111;
    expect(matchTotp(secret, '050471', { seconds, usedStep: 37_037_037 })).toBeNull();
    expect(matchTotp(secret, '050471', { seconds, usedStep: 37_037_036 })).toBe(37_037_037);
    expect(matchTotp(secret, '081804', { seconds, usedStep: 37_037_037 })).toBeNull();
  });

  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('are set up with a secret in base 32: %o is %o', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it('are set up by an address that authenticators read', () => {
    expect(totpUri({ account: 'ada+id@example.com', secret })).toBe(
      'otpauth://totp/Countersign:ada%2Bid%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Countersign&algorithm=SHA1&digits=6&period=30',
    );
    expect(newTotpSecret()).toHaveLength(20);
  });
});
