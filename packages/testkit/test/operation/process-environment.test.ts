import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../../../service/test/support/engines.ts';
import { descendants } from '../../../service/test/support/vision-processes.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 251)).toString('base64');
const settings = `registries: { us: { connector: http-generic, options: { baseUrl: "https://adapter.example", hmacSecret: env:US_ADAPTER_SECRET } } }`;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Files of the running service that another process of its user may read, with what stands in its memory at the start. */
function publicParts(pid: number): string {
  return ['environ', 'cmdline'].map((name) => fs.readFileSync(`/proc/${pid}/${name}`, 'latin1')).join('\n');
}

describe.each(engines())('the environment of a serving process [%s]', (engine) => {
  it('shows no secret once it serves, to any reader (S18)', async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-environment-'));
    cleanups.push(() => fs.rmSync(directory, { recursive: true, force: true }));
    const registries = path.join(directory, 'registries.yaml');
    fs.writeFileSync(registries, settings);
    const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
    if (database) cleanups.push(() => database.drop());
    const env = {
      COUNTERSIGN_KEK: `1:${key}`,
      US_ADAPTER_SECRET: 'secret-of-the-adapter',
      REGISTRIES_FILE: registries,
      PGAPPNAME: 'canary-that-stays-in-use',
      PORT: '0',
      DATA_DIR: directory,
      LOG_LEVEL: 'warn',
      VISION_PROCESS: 'inline',
      ...(database ? { DATABASE_URL: database.url } : {}),
    };
    const before = descendants();
    const service = createServiceProcess({ executable, env });
    cleanups.push(() => service.kill());
    const url = await service.start();
    const [pid = 0] = descendants().filter((each) => !before.includes(each));
    expect(publicParts(pid)).toContain('countersign');
    for (const secret of [key, 'secret-of-the-adapter', 'COUNTERSIGN_KEK', 'DATABASE_URL', 'PGAPPNAME'])
      expect(publicParts(pid)).not.toContain(secret);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('countersign_picture_process_isolation{wall="network"} 0');
    expect(fs.readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m);
  });
});
