import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationFile } from '../../src/runtime/installation-files.ts';
import { databaseCertificate } from '../support/database-certificate.ts';
import { runCommand } from '../support/run-commands.ts';

const program = installationFile('.build/test-bundle/countersign.mjs');

/** Of an operator that nobody knows; valid in January 2025. */
const ended = `-----BEGIN CERTIFICATE-----
MIIBDTCBtAIBAjAKBggqhkjOPQQDAjATMREwDwYDVQQDDAhvcGVyYXRvcjAeFw0y
NTAxMDEwMDAwMDBaFw0yNTAyMDEwMDAwMDBaMBMxETAPBgNVBAMMCG9wZXJhdG9y
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEsRvGTpMbm9YVsylWzeyGy6/629UV
qqZu9Z7fmqsI23NglL/odN3BgjeXDz/Cqr3h4SVLIS7aofovNRh35KRbPDAKBggq
hkjOPQQDAgNIADBFAiEA/CbhQJdCQE91yZF7Bp9ih7PY/wZf89wWti2GQ9x8XiwC
ID6PghS4l9KLkdljdhgPrQcpso1+/s/XJx3CCjSSWohh
-----END CERTIFICATE-----
`;

describe('a certificate that a gateway is shown, in registries check', () => {
  let root = '';
  beforeAll(async () => {
    root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-certificates-'));
    const auth = { type: 'mtls', cert: 'env:CERT', key: 'env:KEY' };
    const options = { baseUrl: 'https://ani.example.com', contractId: 'C-118', auth };
    const registries = { co: { CC: { connector: 'ani-json', options } } };
    await fs.writeFile(path.join(root, 'registries.json'), JSON.stringify({ registries }));
  });
  afterAll(() => fs.rm(root, { recursive: true, force: true }));

  const check = async (CERT: string) => {
    const args = ['registries', 'check', '--file', path.join(root, 'registries.json'), '--json'];
    const { PATH = '' } = process.env;
    const env = { PATH, DATA_DIR: path.join(root, 'data'), CERT, KEY: databaseCertificate.key };
    const { code, stdout, stderr } = await runCommand({ program, args, env, cwd: root });
    const rows = JSON.parse(stdout) as { place: string; notes: string | null }[];
    return { code, errors: stderr, notes: rows.find(({ place }) => place === 'co.CC')?.notes };
  };

  it('is named with its end', async () => {
    expect(await check(databaseCertificate.cert)).toEqual({
      code: 0,
      errors: '',
      notes: 'certificate until 2046-11-17',
    });
  });

  it('is refused once it has expired, and where it is invalid', async () => {
    const notes = 'auth.cert: must be valid; it expired on 2025-02-01: request a new one from the registry';
    expect(await check(ended)).toEqual({ code: 6, errors: `countersign: co.CC: ${notes}\n`, notes });
    expect(await check('no certificate')).toMatchObject({
      code: 6,
      errors: 'countersign: co.CC: auth.cert: must be a certificate (PEM)\n',
    });
  });
});
