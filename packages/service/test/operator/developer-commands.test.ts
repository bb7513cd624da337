import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseInput } from '@countersign/command-line';
import { forcedDelay, forcedOutcome, type ScreenedPerson } from '@countersign/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sandboxCommands } from '../../src/bin/commands/sandbox.ts';
import { signingCommands } from '../../src/bin/commands/sign.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { personaScreener } from '../../src/workers/watchlist/screening-personas.ts';

const secret = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
const id = '5043de43-828c-4b68-9ca0-15a1b9ea504d';
const digest = '11658659148f697bcefd2defe7f033f7102059a64bbd948be349579c034b1411';
const text = '{"verification":{"status":"submitted"}}';

let folder = '';
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-signing-'));
  await fs.writeFile(path.join(folder, 'body.json'), text);
  await fs.writeFile(path.join(folder, 'edited.json'), `${text}\n`);
  await fs.writeFile(path.join(folder, 'secrets'), `another-invented-secret\n${secret}\n`);
  await fs.writeFile(path.join(folder, 'access.json'), JSON.stringify({ apiKey: 'x', sharedSecret: secret }));
  await fs.writeFile(
    path.join(folder, 'created.json'),
    `${JSON.stringify({ apiKey: 'x', secret }, null, 2)}\n`,
  );
  await fs.writeFile(path.join(folder, 'other.json'), JSON.stringify({ apiKey: 'x' }, null, 2));
  await fs.writeFile(path.join(folder, 'empty'), '');
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const run = (name: string, ...args: string[]) => {
  const command = [...signingCommands, ...sandboxCommands].find((each) => each.name === name);
  if (!command) throw new Error(`there is no ${name}`);
  const input = parseInput(
    command,
    args.map((arg) => arg.replace('FOLDER', folder)),
  );
  return command.runAlone(() => readConfig({}), input, []);
};
const keyed = ['--secret-file', 'FOLDER/access.json'];

describe('sign', () => {
  it('prints length, digest, ends and signature of the exact bytes', async () => {
    expect(await run('sign', 'FOLDER/body.json', ...keyed)).toEqual({
      exitCode: 0,
      output: {
        covers: 'body',
        bytes: 39,
        sha256: 'c110b1256b83263398bdad16ab57901a7ad3942853c2328a1d29eaf7cba79baa',
        firstBytes: '7b 22 76 65',
        lastBytes: '64 22 7d 7d',
        signature: digest,
      },
    });
  });

  it('takes the secret from what "integration create --json" printed', async () => {
    expect(await run('sign', 'FOLDER/body.json', '--secret-file', 'FOLDER/created.json')).toMatchObject({
      output: { signature: digest },
    });
  });

  it('remarks on a line feed that is signed', async () => {
    expect(await run('sign', 'FOLDER/edited.json', ...keyed)).toMatchObject({
      output: { bytes: 40, lastBytes: '22 7d 7d 0a' },
      note: 'the last byte is a line feed, and is signed with the others',
    });
  });

  it.each([
    [['--id', id], 'id', 36, 'baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef'],
    [
      ['--path', '/v1/feedback/fraud-categories'],
      'path',
      29,
      '78dafd5afd093882fc4c51758fe5bd14b6397ffeea8d672516762845232edd87',
    ],
  ])('signs %j', async (args, covers, bytes, signature) => {
    expect(await run('sign', ...args, ...keyed)).toMatchObject({ output: { covers, bytes, signature } });
  });

  it('reads the secret from a variable, and never from an argument', async () => {
    vi.stubEnv('SECRET', secret);
    expect(await run('sign', 'FOLDER/body.json')).toMatchObject({ output: { signature: digest } });
    vi.unstubAllEnvs();
    await expect(run('sign', 'FOLDER/body.json')).rejects.toThrow(
      /^must be given: a shared secret, in --secret-file or in the variable SECRET$/,
    );
    expect(signingCommands.flatMap(({ options }) => Object.keys(options))).not.toContain('secret');
  });

  it.each([
    [['FOLDER/none.json', ...keyed], /none\.json: must be a file that can be read \(ENOENT\)$/],
    [keyed, /^must be given: one of FILE, --id, --path; - reads standard input$/],
    [['FOLDER/body.json', '--id', id, ...keyed], /^--id: must be given without FILE and --path$/],
    [
      ['--path', '/v1/feedback/x?y=1', ...keyed],
      /^--path: must be a path such as .* not \/v1\/feedback\/x\?y=1$/,
    ],
    [['FOLDER/body.json', '--secret-file', 'FOLDER/empty'], /^must be given: a shared secret/],
    [
      ['FOLDER/body.json', '--secret-file', 'FOLDER/other.json'],
      /^--secret-file: must hold the shared secret as text, or as sharedSecret or secret of a JSON object$/,
    ],
  ])('refuses %j', async (args, message) => {
    await expect(run('sign', ...args)).rejects.toThrow(message);
  });
});

describe('verify', () => {
  it('finds the key that fits, of several', async () => {
    const args = ['FOLDER/body.json', '--signature', digest, '--secret-file', 'FOLDER/secrets'];
    expect(await run('verify', ...args)).toMatchObject({
      exitCode: 0,
      output: { result: 'fits', key: '2 of 2' },
    });
  });

  it('names the mistake, with status 1', async () => {
    expect(await run('verify', 'FOLDER/edited.json', '--signature', digest, ...keyed)).toMatchObject({
      exitCode: 1,
      output: {
        result: 'does not fit',
        bytes: 40,
        signedInstead: ['the text without the line feed at its end'],
        fix: 'sign the bytes that are sent, with the line feed, or send them without it',
        help: '/docs/signing#when-it-does-not-fit',
      },
    });
  });

  it('explains the letter case of an identifier', async () => {
    const args = [
      '--id',
      id.toUpperCase(),
      '--signature',
      'baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef',
    ];
    expect(await run('verify', ...args, ...keyed)).toMatchObject({
      exitCode: 1,
      output: { signedInstead: ['the identifier in lower case'] },
      note: 'the identifier has capital letters: the path must have the same ones',
    });
  });

  it('suggests another key when nothing explains it', async () => {
    const args = ['FOLDER/body.json', '--signature', 'ab'.repeat(32), ...keyed];
    expect(await run('verify', ...args)).toMatchObject({
      exitCode: 1,
      output: { signedInstead: [], fix: expect.stringContaining('try the other keys') as string },
    });
  });

  it('takes one of several entries of webhook-signature', async () => {
    await fs.writeFile(path.join(folder, 'webhook.json'), '{"vendorData":"Núñez – 07"}');
    const webhook = [
      '--webhook-id',
      '972b4f01-d1e4-479e-85df-5683449f7e90',
      '--webhook-timestamp',
      '1795168800',
    ];
    const entries = `v1,AAAA v1,KfxCDpBbB18leiASVwPrBTQXJpuWmgCqRXaYJ8JWy44=`;
    const args = ['FOLDER/webhook.json', ...webhook, '--signature', entries, ...keyed];
    expect(await run('verify', ...args)).toMatchObject({ exitCode: 0, output: { result: 'fits' } });
  });
});

const isPersona = (lastName: string): boolean => {
  const person = { suppliedLastName: lastName, firstName: 'Ada', lastName, secondLastName: null };
  return personaScreener(person as ScreenedPerson, { lists: ['SANCTIONS'] }, { later: false }) !== null;
};

describe('sandbox personas', () => {
  it('lists every name of the guide, and the numbers of the simulators', async () => {
    const { output } = await run('sandbox personas');
    const rows = output as { kind: string; member: string; value: string; result: string }[];
    const guide = await fs.readFile(
      path.resolve(import.meta.dirname, '../../../../docs/guides/sandbox.md'),
      'utf8',
    );
    const named = [
      'Approve',
      'Decline',
      'Resubmit',
      'Expire',
      'Abandon',
      'Review',
      'Testclean',
      'Testmonitor',
    ];
    for (const name of named) {
      expect(guide).toContain(`\`${name}\``);
      expect(rows.map(({ value }) => value)).toContain(name);
    }
    expect(rows).toContainEqual({
      kind: 'registry',
      member: 'br',
      value: '90000000256',
      result: 'declined 902',
    });
    expect(rows.filter(({ kind }) => kind === 'registry').length).toBeGreaterThan(80);
  });

  it('lists names that decide: each is in the table that the service decides by', async () => {
    const { output } = await run('sandbox personas');
    const rows = output as { kind: string; member: string; value: string }[];
    const unknown = rows.filter(({ kind, member, value }) => {
      if (kind === 'registry') return !/^[0-9A-Z-]+$/.test(value);
      if (kind === 'screening') return !isPersona(value);
      if (member === 'person.lastName') return forcedDelay(value.replace('…', 'Maasikas')) === null;
      return forcedOutcome(value, { manualReview: true, attempt: 1 }) === null;
    });
    expect(unknown).toEqual([]);
    expect(isPersona('Maasikas')).toBe(false);
  });

  it('lists one kind', async () => {
    const { output } = await run('sandbox personas', '--kind', 'decision');
    expect((output as unknown[]).length).toBe(8);
    await expect(run('sandbox personas', '--kind', 'x')).rejects.toThrow(
      /^--kind: must be one of decision, screening, registry, not x$/,
    );
  });
});
