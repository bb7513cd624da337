import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../../../service/test/support/engines.ts';
import { nextMigrations } from '../../../service/test/support/next-migrations.ts';
import { type Access, ApiClient } from '../../src/api-client.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import { testBundle } from '../support/fault-stage.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A copy of the program that brings further migrations. @returns the path of its executable */
async function nextRelease(migrations: Record<string, string>): Promise<string> {
  // Beside the original, so that it finds the installed packages.
  const directory = await fs.mkdtemp(path.join(path.dirname(testBundle), '../next-release-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  await fs.cp(path.dirname(testBundle), directory, { recursive: true });
  await nextMigrations(migrations, path.join(directory, 'migrations'));
  return path.join(directory, path.basename(testBundle));
}

async function install() {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-upgrade-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const env = { PORT: '0', DATA_DIR: directory, DATABASE_URL: database.url, LOG_LEVEL: 'error' };
  const release = (executable: string, roles: string) => {
    const service = createServiceProcess({ executable, env: { ...env, COUNTERSIGN_ROLES: roles } });
    cleanups.push(() => service.kill());
    return service;
  };
  const access = async () =>
    JSON.parse(await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8')) as Access;
  return { release, access };
}

/** Creates and submits sessions one after the other. @returns how many there are, and what ends it, with their identifiers */
function useWithoutPause(client: ApiClient): { count: () => number; stop: () => Promise<string[]> } {
  const made: string[] = [];
  let going = true;
  const work = (async () => {
    while (going) {
      const id = await client.createSession({ person: { firstName: 'Approve' } });
      await client.submit(id);
      made.push(id);
    }
  })();
  return {
    count: () => made.length,
    async stop() {
      going = false;
      await work;
      return made;
    },
  };
}

/** What a release may add while the one before it serves: a column in every table that requests write, an index, a table. */
const expanding =
  '-- expand\n' +
  ['session', 'attempt', 'decision', 'webhook', 'job', 'audit', 'integration', 'media']
    .map((table) => `alter table ${table} add column later text default 'unset'`)
    .join(';--> statement-breakpoint\n') +
  ';--> statement-breakpoint\ncreate table later (id text primary key)' +
  ';--> statement-breakpoint\ncreate index session_later on session (later)';

describe.runIf(engines().includes('postgres'))('two releases on one database [postgres]', () => {
  it('serve together while and after the newer one migrates, and the older one starts again (F32, I1, I6)', async () => {
    const { release, access } = await install();
    const oldApi = release(testBundle, 'api');
    const oldWorker = release(testBundle, 'worker');
    const oldUrl = `${await oldApi.start()}/v1`;
    await oldWorker.start();
    const oldClient = new ApiClient({ ...(await access()), apiUrl: oldUrl });
    const oldUse = useWithoutPause(oldClient);

    const next = await nextRelease({ '9999_expanding': expanding });
    const newApi = release(next, 'api');
    const newWorker = release(next, 'worker');
    const newUrl = `${await newApi.start()}/v1`;
    await newWorker.start();
    const newClient = new ApiClient({ ...(await access()), apiUrl: newUrl });
    const newUse = useWithoutPause(newClient);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    for (const { count } of [oldUse, newUse]) {
      const before = count();
      await expect.poll(count).toBeGreaterThan(before + 5);
    }

    const ofOld = await oldUse.stop();
    const ofNew = await newUse.stop();
    // Each release shows what the other took in.
    for (const id of ofOld)
      expect((await newClient.waitForDecision(id)).body.verification?.status).toBe('approved');
    for (const id of ofNew)
      expect((await oldClient.waitForDecision(id)).body.verification?.status).toBe('approved');

    // Back to the older release: nothing has to be undone in the database.
    for (const service of [newApi, newWorker, oldApi, oldWorker]) await service.terminate();
    const againUrl = `${await oldApi.start()}/v1`;
    await oldWorker.start();
    const again = new ApiClient({ ...(await access()), apiUrl: againUrl });
    const id = await again.createSession({ person: { firstName: 'Approve' } });
    await again.submit(id);
    expect((await again.waitForDecision(id)).body.verification?.status).toBe('approved');
  });

  it('do not: the older one refuses to start once the newer one took something away (R18)', async () => {
    const { release } = await install();
    const next = release(
      await nextRelease({ '9999_contracting': 'alter table session add column needed text' }),
      'api',
    );
    await next.start();
    await expect(release(testBundle, 'api').start()).rejects.toThrow(
      'database: migrated by a newer release (9999_contracting), which this release cannot serve beside; start that release or a newer one',
    );
  });
});
