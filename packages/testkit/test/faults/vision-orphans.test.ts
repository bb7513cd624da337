import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isAlive, until, visionProcesses } from '../../../service/test/support/vision-processes.ts';
import { startTestService } from '../../src/index.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import { quickDatabase } from '../support/quick-database.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('the vision process of an installation', () => {
  it('exists when the service is ready, and ends with it: after SIGTERM and after SIGKILL', async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-orphans-'));
    cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
    const database = await quickDatabase();
    cleanups.push(() => database.drop());
    const env = { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error', VISION_THREADS: '1', ...database.env };
    const service = createServiceProcess({ executable, env });
    cleanups.push(() => service.kill());

    await service.start();
    const first = visionProcesses();
    expect(first.filter(isAlive)).toHaveLength(1);
    expect((await service.terminate()).code).toBe(0);
    await until('it is gone', () => !first.some(isAlive));

    await service.start();
    const second = visionProcesses();
    expect(second.filter(isAlive)).toHaveLength(1);
    await service.kill();
    await until('it is gone too', () => !second.some(isAlive));
  });

  it('ends when a later step of the start fails', async () => {
    const env = { REGISTRIES_FILE: '/nowhere/registries.yaml', VISION_THREADS: '1', VISION_PROCESS: 'child' };
    await expect(startTestService({ env })).rejects.toThrow('REGISTRIES_FILE');
    await until('it is gone', () => !visionProcesses().some(isAlive));
  });

  it('is not started by a process that only serves requests', async () => {
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-orphans-'));
    cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
    const database = await quickDatabase();
    cleanups.push(() => database.drop());
    const given = { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error', COUNTERSIGN_ROLES: 'api' };
    const env = { ...given, ...database.env };
    const service = createServiceProcess({ executable, env });
    cleanups.push(() => service.kill());
    await service.start();
    expect(visionProcesses()).toEqual([]);
    expect((await service.terminate()).code).toBe(0);
  });
});
