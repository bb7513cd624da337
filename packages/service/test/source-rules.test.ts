/** Rules that no request can show: they are about what the source does not contain. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../src/bin/run-command.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const source = path.join(root, 'packages/service/src');
const modules = fs
  .readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: fs.readFileSync(path.join(source, file), 'utf8') }));

const filesWith = (pattern: RegExp) =>
  modules
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

describe('the source of the service', () => {
  it('compares signatures, digests and tokens in one module, in constant time (H04)', () => {
    expect(filesWith(/timingSafeEqual/)).toEqual(['encryption/constant-time.ts']);
    // A list file's digest is no secret.
    const compared = filesWith(/\b(signature|digest|hmac)\w*\s*[!=]==?\s*(?!undefined|null)\w/i);
    expect(compared.filter((file) => !file.startsWith('watchlists/'))).toEqual([]);
  });

  it('judges documents and dates of birth by the day of the database and not of the process', () => {
    // The lists are of the machine that loads them.
    expect(filesWith(/new Date\(\)\.toISOString\(\)\.slice\(0, 10\)|now: new Date\(\)/)).toEqual([
      'bin/commands/run-lists.ts',
    ]);
  });

  it('signs with a shared secret only what it sends itself: no use case and no command of an installation computes a signature (O6)', () => {
    // The command `sign` opens no installation: it is given the secret it signs with.
    expect(filesWith(/signing\/hmac\.ts'/)).toEqual([
      'bin/commands/sign.ts',
      'http/public/endpoints/get-media.ts',
      'http/public/send-answer.ts',
      'http/public/verify-signature.ts',
      'index.ts',
    ]);
    expect(filesWith(/from '\.\/hmac\.ts'/)).toEqual([
      'signing/explain-signature.ts',
      'signing/sign-webhook.ts',
    ]);
    expect(commands.map(({ name }) => name).filter((name) => /sign|verif|hmac/.test(name))).toEqual([
      // Records that a backup was tried out.
      'backups verified',
      // Verifies the signature of a file of evidence, with the public key of the audit log.
      'hits verify',
      // Verifies the chains of the audit log, with their public key.
      'audit verify',
    ]);
  });

  it('comes with a threat model that names the attackers (S27)', () => {
    const text = fs.readFileSync(path.join(root, 'SECURITY.md'), 'utf8').toLowerCase();
    const threats = [
      'signing oracle',
      'stolen api key',
      'stolen shared secret',
      'insider',
      'another tenant',
      'hostile pictures',
      'forged webhooks',
      'a registry that is down',
      'hostile list files',
    ];
    expect(threats.filter((threat) => !text.includes(threat))).toEqual([]);
  });
});
