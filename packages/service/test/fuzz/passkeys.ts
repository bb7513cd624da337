// What an authenticator sends: a new passkey or a signature in any bytes is judged or refused, and nothing is taken that was not signed.
import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import {
  judgeNewPasskey,
  judgePasskey,
  type MadePasskey,
  type PasskeySite,
  userHandleOf,
} from '../../src/signing/webauthn.ts';
import { SoftwareAuthenticator } from '../../../testkit/src/software-authenticator.ts';

const site: PasskeySite = { rpId: 'id.example.com', origin: 'https://id.example.com' };
const challenge = Buffer.alloc(32, 7);
const userId = '00112233-4455-4677-8899-aabbccddeeff';
const options = {
  challenge: challenge.toString('base64url'),
  rp: { id: site.rpId },
  rpId: site.rpId,
  user: { id: userHandleOf(userId) },
};
// The same in every run: a corpus of another key would be of no use.
const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 5)]);
const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
const device = new SoftwareAuthenticator(site.origin, 'Ed25519', key);
device.id = Buffer.alloc(32, 3);
const made = device.make({ attempt: '', options }, 'Fuzzed');
const used = device.use({ attempt: '', options });

function knownOf(): MadePasskey {
  const verdict = judgeNewPasskey(made, { site, challenge });
  if (verdict.fault !== null) throw new Error(`the first passkey was refused: ${verdict.fault}`);
  return verdict.right;
}
const known = knownOf();

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
export const seeds = [bytesOf(made.attestation), bytesOf(used.authenticatorData)];
export const words = ['fmt', 'attStmt', 'authData', 'none', 'packed', 'alg', 'sig'];
export const mostBytes = 4_096;

export function fuzz(input: Buffer): void {
  const attestation = input.toString('base64url');
  const verdict = judgeNewPasskey({ ...made, attestation }, { site, challenge });
  if (verdict.fault === null) assert.deepEqual(Buffer.from(verdict.right.credentialId), device.id);
  const passkey = { ...known, userId };
  const expected = { site, challenge, passkey, needsUserHandle: true };
  const judged = judgePasskey({ ...used, authenticatorData: attestation }, expected);
  if (judged.fault === null)
    assert.equal(attestation, used.authenticatorData, 'other bytes than those signed');
}
