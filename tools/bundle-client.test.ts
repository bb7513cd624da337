import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleClient } from './bundle-client.mjs';
import { at, bin } from './project.mjs';

const { version: sdkVersion } = JSON.parse(readFileSync(at('packages/sdk/package.json'), 'utf8')) as {
  version: string;
};

interface Manifest {
  main: string;
  types: string;
  typesVersions?: { '*': { testing: string[] } };
  exports: Record<string, unknown>;
}

describe('the client library as a package', () => {
  let project = '';
  let bytes = 0;
  beforeAll(async () => {
    bytes = await bundleClient();
    project = mkdtempSync(path.join(os.tmpdir(), 'countersign-client-'));
    const installed = path.join(project, 'node_modules/@countersign/client');
    mkdirSync(path.dirname(installed), { recursive: true });
    cpSync(at('dist/client'), installed, { recursive: true });
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));
  const run = (file: string, text: string) => {
    writeFileSync(path.join(project, file), text);
    return execFileSync(process.execPath, [file], { cwd: project, encoding: 'utf8' }).trim();
  };
  const body = `signedWebhook('decision', { secrets: 'a' })
    .then((webhook) => verifyWebhook(webhook, { secrets: 'a' }))
    .then(({ type }) => console.log(type));`;

  it('takes at most 12 KB with gzip, and depends on nothing', () => {
    expect(bytes).toBeLessThanOrEqual(12_288);
    const manifest = JSON.parse(readFileSync(at('dist/client/package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(readFileSync(at('dist/client/index.mjs'), 'utf8')).not.toMatch(/from "(?!\.\/)|node:/);
  });

  it('loads as an ES module', () => {
    const head = `import { verifyWebhook } from '@countersign/client';
      import { signedWebhook } from '@countersign/client/testing';`;
    expect(run('a.mjs', `${head}\n${body}`)).toBe('decision');
  });

  it('loads as CommonJS', () => {
    const head = `const { verifyWebhook } = require('@countersign/client');
      const { signedWebhook } = require('@countersign/client/testing');`;
    expect(run('b.cjs', `${head}\n${body}`)).toBe('decision');
  });

  it('is found by tools that do not read exports, with its types', () => {
    for (const folder of ['dist/client', `dist/sdk/${sdkVersion}`]) {
      const manifest = JSON.parse(readFileSync(at(folder, 'package.json'), 'utf8')) as Manifest;
      const named = [manifest.main, manifest.types, ...(manifest.typesVersions?.['*'].testing ?? [])];
      expect(named.map((file) => existsSync(at(folder, file)))).toEqual(named.map(() => true));
      expect(manifest.exports['./package.json']).toBe('./package.json');
    }
  });

  it('has a README whose links lead somewhere once it is installed', () => {
    for (const folder of ['dist/client', `dist/sdk/${sdkVersion}`])
      expect(readFileSync(at(folder, 'README.md'), 'utf8')).not.toMatch(/\]\((?!https:)/);
  });

  it.each([
    ['mts', 'nodenext', []],
    ['cts', 'node16', []],
    ['ts', 'esnext', ['--moduleResolution', 'bundler']],
  ])(
    'gives types to a strict program (%s, %s), which refuse what the service would',
    (ending, module, more) => {
      const program = `import { CountersignClient, type Webhook } from '@countersign/client';
const client = new CountersignClient({ baseUrl: 'https://id.example.com', apiKey: 'a', sharedSecret: 'b' });
export async function use(webhook: Webhook): Promise<string | undefined> {
  // @ts-expect-error no gender that the service takes
  await client.createSession({ person: { gender: 'X' } });
  return webhook.type === 'decision' ? webhook.body.verification?.status : undefined;
}
`;
      writeFileSync(path.join(project, `c.${ending}`), program);
      const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', ...more];
      const options = ['--noEmit', '--module', module, '--target', 'es2022', '--types', '', ...strict];
      const { stdout } = spawnSync(bin('tsc'), [...options, `c.${ending}`], {
        cwd: project,
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
    },
  );
});
