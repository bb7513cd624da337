// What a provider of single sign-on sends as ID token: any bytes are judged or refused, and nothing is taken that it did not sign.
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { judgeIdToken } from '../../src/signing/id-token.ts';
import { signToken } from '../../../testkit/src/identity-provider.ts';

// The same in every run: a corpus of another key would be of no use.
const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 5)]);
const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const keys = [
  { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k', alg: 'EdDSA', use: 'sig' },
];
const expected = {
  issuer: 'https://login.example.com',
  clientId: 'countersign',
  nonce: 'n',
  now: 1_800_000_000,
  signedInSince: null,
};
const claims = {
  iss: expected.issuer,
  aud: expected.clientId,
  nonce: expected.nonce,
  sub: 'ada',
  iat: expected.now,
  exp: expected.now + 300,
};
const token = signToken({ alg: 'EdDSA', kid: 'k' }, claims, privateKey);
assert.equal(judgeIdToken(token, keys, expected).fault, null);

export const seeds = [token, signToken({ alg: 'EdDSA' }, { ...claims, aud: ['countersign'] }, privateKey)];
export const words = [
  'alg',
  'none',
  'HS256',
  'EdDSA',
  'kid',
  'crit',
  'iss',
  'aud',
  'azp',
  'exp',
  'iat',
  'nbf',
  '.',
];
export const mostBytes = 4_096;

export function fuzz(input: Buffer): void {
  const text = input.toString('latin1');
  const verdict = judgeIdToken(text, keys, expected);
  if (verdict.fault !== null) return;
  assert.equal(verdict.claims.subject, 'ada');
  assert.ok(
    seeds.some((seed) => text.startsWith(seed.slice(0, seed.lastIndexOf('.')))),
    'not what was signed',
  );
}
