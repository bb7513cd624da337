import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseInput } from '@countersign/command-line';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { initCommands } from '../../src/bin/commands/init.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const [verb] = initCommands;
const names = ['.env', '.gitignore', 'package.json', 'app.mjs', 'index.html'];

describeApiOnce('init', (given) => {
  let folder = '';
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-init-'));
    const access = {
      apiUrl: `${given.api.url}/v1`,
      apiKey: given.client.apiKey,
      sharedSecret: given.client.secret,
    };
    await fs.writeFile(path.join(folder, 'access.json'), JSON.stringify(access));
  });
  afterAll(async () => {
    for (const child of started) child.kill();
    await fs.rm(folder, { recursive: true, force: true });
  });

  const init = (...args: string[]) =>
    verb!.runAlone(
      () => readConfig({ DATA_DIR: folder }),
      parseInput(verb!, [...args, '--access', path.join(folder, 'access.json')]),
      [],
    );
  const modeOf = async (file: string) => ((await fs.stat(file)).mode & 0o777).toString(8);

  it('writes an application with its access in a file that only the owner reads, and prints no secret', async () => {
    const shop = path.join(folder, 'new', 'shop');
    const result = await init(shop);
    expect(result).toEqual({
      exitCode: 0,
      output: { folder: shop, files: names },
      note: `Next: cd ${shop}; npm install; npm start; for its webhooks, in another terminal: countersign listen INTEGRATION --forward-to http://localhost:3000/webhooks`,
    });
    expect(JSON.stringify(result)).not.toContain(given.client.secret);
    expect(await modeOf(path.join(shop, '.env'))).toBe('600');
    expect(await fs.readFile(path.join(shop, '.env'), 'utf8')).toBe(
      `API_URL=${given.api.url}/v1\nAPI_KEY=${given.client.apiKey}\nSHARED_SECRET=${given.client.secret}\nPORT=3000\n`,
    );
    for (const name of names.slice(1))
      expect(await fs.readFile(path.join(shop, name), 'utf8')).not.toContain(given.client.secret);
    expect(await fs.readFile(path.join(shop, '.gitignore'), 'utf8')).toBe('.env\nnode_modules\n');
    expect((await fs.readdir(shop)).toSorted()).toEqual(names.toSorted());
  });

  it('overwrites nothing without --force, and follows no link with it', async () => {
    const shop = path.join(folder, 'mine');
    await fs.mkdir(shop);
    await fs.writeFile(path.join(shop, 'app.mjs'), 'mine');
    await fs.writeFile(path.join(folder, 'elsewhere'), 'mine', { mode: 0o644 });
    await fs.symlink(path.join(folder, 'elsewhere'), path.join(shop, '.env'));
    expect(await init(shop)).toEqual({
      exitCode: 3,
      output: null,
      note: `${shop}: must not have .env, app.mjs; nothing was written; --force overwrites existing files`,
    });
    expect((await fs.readdir(shop)).toSorted()).toEqual(['.env', 'app.mjs']);
    expect(await init(shop, '--force')).toMatchObject({ exitCode: 0 });
    expect(await fs.readFile(path.join(shop, 'app.mjs'), 'utf8')).not.toBe('mine');
    expect(await fs.readFile(path.join(folder, 'elsewhere'), 'utf8')).toBe('mine');
    expect(await modeOf(path.join(shop, '.env'))).toBe('600');
  });

  it('makes an application that runs: it sends the person to a session of the integration', async () => {
    const shop = path.join(folder, 'runs');
    await init(shop);
    const modules = path.join(shop, 'node_modules/@countersign');
    await fs.mkdir(modules, { recursive: true });
    await fs.symlink(path.join(root, 'dist/client'), path.join(modules, 'client'));
    const environment = { PATH: process.env['PATH'] ?? '', PORT: '0' };
    const child = spawn(process.execPath, ['--env-file=.env', 'app.mjs'], { cwd: shop, env: environment });
    started.push(child);
    const lines = createInterface({ input: child.stdout });
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the application ended with ${code}`)));
      lines.on('line', (line) => resolve(/^shop ready (\S+)$/.exec(line)?.[1] ?? ''));
    });
    expect(await (await fetch(url)).text()).toContain('Verify my identity');
    const sent = await fetch(`${url}/verify`, { method: 'POST', redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/verify\.example\.com\/v\//),
    ]);
    const forged = await fetch(`${url}/webhooks`, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(400);
    const statuses = (await (await fetch(`${url}/statuses`)).json()) as Record<string, string>;
    expect(Object.values(statuses)).toEqual(['created']);
  }, 60_000);
});
