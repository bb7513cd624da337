import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHmacStream, hmacHex, isSignatureForm, signatureMatches } from './hmac.ts';

const a = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
const b = 'f517f38b-2ac1-452d-9aa1-ef661efc0291';

/** @see spec/contract.md A-21 */
const vectors = [
  {
    id: 'T1',
    secret: 'abcdef12-abcd-abcd-abcd-abcdef012345',
    message:
      '{"verification":{"callback":"https://veriff.com","person":{"firstName":"John","lastName":"Smith"},"document":{"type":"PASSPORT","country":"EE"},"vendorData":"unique id of the end-user","timestamp":"2016-05-19T08:30:25.597Z"}}',
    bytes: 225,
    digest: '0dcab73ddd20062616d104231c7439657546a5c24e4691977da93bb854c31e25',
  },
  {
    id: 'T2',
    secret: a,
    message: '{"verification":{"status":"submitted"}}',
    bytes: 39,
    digest: '11658659148f697bcefd2defe7f033f7102059a64bbd948be349579c034b1411',
  },
  {
    id: 'T3',
    secret: a,
    message: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
    bytes: 36,
    digest: 'baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef',
  },
  {
    id: 'T4',
    secret: a,
    message:
      '/v1/feedback/fraud-reports\n{"reports":[{"sessionId":"5043de43-828c-4b68-9ca0-15a1b9ea504d","categories":["document_is_printed_copy"],"comment":null}]}',
    bytes: 150,
    digest: '46343a0574d64ad814798b74a118b33258318d49112435c86a899dc1473c8c95',
  },
  {
    id: 'T5',
    secret: a,
    message: '/v1/feedback/fraud-categories',
    bytes: 29,
    digest: '78dafd5afd093882fc4c51758fe5bd14b6397ffeea8d672516762845232edd87',
  },
  {
    id: 'T6',
    secret: b,
    message: '{ "verification": { "status": "submitted" } }\n',
    bytes: 46,
    digest: 'a7356c904687308b10f42c7f08e36d0314a0bb34e1c38700871fa840a96abb16',
  },
  {
    id: 'T7',
    secret: b,
    message: '{"vendorData":"Núñez – 07"}',
    bytes: 31,
    digest: '5b35f7a0171bcec12e71ba8d18306430e4f8a6a5a76f457faff2358204afcaf3',
  },
  {
    id: 'T8',
    secret: a,
    message: '',
    bytes: 0,
    digest: 'bd66b29abf1b0b5f17b37feac93120cc824b3146c0ee8239b3715091342029aa',
  },
  {
    id: 'T9',
    secret: a,
    message: '5043DE43-828C-4B68-9CA0-15A1B9EA504D',
    bytes: 36,
    digest: 'cae92fe0ddc64222bc045bb157f5ab13b407d698259eddaf8138cc7bab2e92ed',
  },
];

describe('the contract’s test vectors', () => {
  it.each(vectors)('$id', ({ secret, message, bytes, digest }) => {
    expect(Buffer.byteLength(message)).toBe(bytes);
    expect(hmacHex(secret, message)).toBe(digest);
    expect(hmacHex(secret, Buffer.from(message))).toBe(digest);
  });

  it('T10: the additional webhook signature', () => {
    const body = '{"vendorData":"Núñez – 07"}';
    const signed = createHmacStream(a)
      .update(`972b4f01-d1e4-479e-85df-5683449f7e90.1795168800.`)
      .update(body);
    expect(`v1,${signed.digest('base64')}`).toBe('v1,KfxCDpBbB18leiASVwPrBTQXJpuWmgCqRXaYJ8JWy44=');
  });

  it('pieces give the digest of the whole', () => {
    expect(hmacHex(a, '{"verification"', Buffer.from(':{"status":"submitted"}}'))).toBe(
      '11658659148f697bcefd2defe7f033f7102059a64bbd948be349579c034b1411',
    );
  });
});

describe('a signature header', () => {
  const digest = createHmac('sha256', a).update('{"verification":{"status":"submitted"}}').digest();
  const digits = '11658659148f697bcefd2defe7f033f7102059a64bbd948be349579c034b1411';

  it.each([
    ['lower case', digits],
    ['upper case', digits.toUpperCase()],
    ['with prefix', `sha256=${digits}`],
    ['with prefix, upper case', `SHA256=${digits.toUpperCase()}`],
  ])('matches: %s', (_name, header) => {
    expect(isSignatureForm(header)).toBe(true);
    expect(signatureMatches(digest, header)).toBe(true);
  });

  it('does not match with one digit changed', () => {
    const changed = `0${digits.slice(1)}`;
    expect(isSignatureForm(changed)).toBe(true);
    expect(signatureMatches(digest, changed)).toBe(false);
  });

  it.each([
    ['63 digits', digits.slice(1)],
    ['65 digits', `${digits}0`],
    ['64 characters of which one is g', `g${digits.slice(1)}`],
    ['64 times z', 'z'.repeat(64)],
    ['two values joined', `${digits}, ${digits}`],
    ['a line feed at the end', `${digits}\n`],
    ['base64', digest.toString('base64')],
    ['nothing', ''],
  ])('has not the form of one: %s', (_name, header) => {
    expect(isSignatureForm(header)).toBe(false);
    expect(signatureMatches(digest, header)).toBe(false);
  });
});
