// The token of a session's link: what is read is what was made, and nothing that this installation did not sign is read. S15
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { parseKeyEncryptionKeys } from '../../src/encryption/key-encryption-keys.ts';
import { createSessionLinkKeys } from '../../src/signing/session-link-keys.ts';
import { createVault } from '../../src/signing/vault.ts';
import { makeSessionToken, readSessionToken } from '../../src/usecases/session/session-link.ts';

const vault = createVault(
  parseKeyEncryptionKeys(`1:${createHash('sha256').update('a key for fuzzing').digest('base64')}`),
  Buffer.alloc(32, 9),
);
const keys = createSessionLinkKeys(vault, []);
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const signed = (header: string, payload: string) => {
  const text = `${base64url(header)}.${base64url(payload)}`;
  return `${text}.${createHmac('sha256', vault.derive('session-token')).update(text).digest('base64url')}`;
};
const payload = '{"session_id":"5043de43-828c-4b68-9ca0-15a1b9ea504d","iat":1795168000}';
const made = makeSessionToken(keys, {
  sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  issuedAt: 1_795_168_000,
});

export const seeds = [
  made,
  signed('{"alg":"HS256","typ":"JWT"}', payload),
  signed('{"alg":"none"}', payload),
  signed('{"alg":"HS256","kid":"../../key","jwk":{}}', payload),
  signed('{"alg":"HS256","crit":["exp"],"exp":1}', payload),
  `${base64url('{"alg":"none"}')}.${base64url(payload)}.`,
];
export const words = ['.', '=', '..', base64url('{"alg":"none"}')];
export const mostBytes = 1024;

export function fuzz(input: Buffer): void {
  const token = input.toString('utf8');
  const read = readSessionToken(keys, token);
  if (read === null) return;
  // Not only the right key: the one spelling that this installation makes.
  assert.equal(makeSessionToken(keys, read), token, 'read in another spelling');
}
