import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rowsByDay } from '../../../service/test/support/engines.ts';
import { shortLived } from '../../../service/test/support/short-lived.ts';
import { freePort } from '../../src/free-port.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const executable = path.join(root, 'bin/countersign');
const dockerfile = fs.readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8');
const { services } = parse(fs.readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8'), {
  merge: true,
}) as { services: Record<string, Container> };

interface Container {
  image: string;
  command: string[];
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
}

/** Variables of every container of the image. */
const imageEnvironment = Object.fromEntries(
  (/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=')),
) as Record<string, string>;
const imageHealthCheck = JSON.parse(
  /^HEALTHCHECK .*?CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]',
) as string[];
/** The single container of `docker run`, and those of the compose file that serve. */
const containers: [string, Pick<Container, 'environment' | 'healthcheck'>][] = [
  ['docker run', { environment: {} }],
  ['docker run with COUNTERSIGN_ROLES=worker', { environment: { COUNTERSIGN_ROLES: 'worker' } }],
  ...Object.entries(services).filter(
    ([, { image, command }]) => image === 'countersign' && command.includes('serve'),
  ),
];

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What the container would have, on ports and a directory of this test; no picture is read here. */
async function environmentOf({ environment }: Pick<Container, 'environment'>) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-container-'));
  cleanups.push(() => fs.rmSync(directory, { recursive: true, force: true }));
  const kek = path.join(directory, 'kek');
  fs.writeFileSync(kek, randomBytes(32).toString('base64'), { mode: 0o600 });
  const env = {
    ...imageEnvironment,
    ...environment,
    COUNTERSIGN_KEK_FILE: kek,
    DATA_DIR: path.join(directory, 'data'),
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    VISION_PROCESS: 'inline',
    VISION_SANDBOX: 'off',
    PATH: process.env['PATH'] ?? '',
  } as Record<string, string>;
  delete env['DATABASE_URL'];
  delete env['PUBLIC_URL'];
  return env;
}

/** The exit status of the container's health check: that of the compose file, else that of the image. */
function checkHealth({ healthcheck }: Pick<Container, 'healthcheck'>, env: Record<string, string>) {
  const [program = '', ...args] = healthcheck?.test.slice(1) ?? imageHealthCheck;
  return spawnSync(program, args, { env, timeout: 20_000 }).status;
}

describe('the image', () => {
  it('names the ports that its health check requests', () => {
    expect(imageEnvironment).toMatchObject({ HOST: '0.0.0.0', PORT: '8080', METRICS_PORT: '9464' });
    expect(containers.map(([name]) => name)).toEqual([
      'docker run',
      'docker run with COUNTERSIGN_ROLES=worker',
      'api',
      'worker',
    ]);
  });
});

describe.each(rowsByDay(containers, ([name]) => name === 'docker run'))(
  'the health check of %s',
  (_, container) => {
    it('passes while the process serves and fails when it does not', async () => {
      const env = await environmentOf(container);
      await promisify(execFile)(process.execPath, [...shortLived, executable, 'migrate'], { env });
      const service = createServiceProcess({ executable, env });
      cleanups.push(() => service.kill());
      await service.start();
      expect(checkHealth(container, env)).toBe(0);
      await service.kill();
      expect(checkHealth(container, env)).toBe(1);
    });
  },
);
