import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, systemEngines } from '../../../service/test/support/engines.ts';
import { runOn } from '../../../service/src/bin/run-command.ts';
import { installationFile } from '../../../service/src/runtime/installation-files.ts';
import { ApiClient, startTestService, type TestService } from '../../src/index.ts';
import type { LeftInstallation } from '../../src/left-installation.ts';

const run = promisify(execFile);
const releases = path.resolve(import.meta.dirname, '../../fixtures/releases');
const left = fs
  .readdirSync(releases)
  .flatMap((release) => (['embedded', 'postgres'] as const).map((engine) => ({ release, engine })))
  .filter(({ engine }) => systemEngines().includes(engine === 'embedded' ? 'pglite' : engine));

/** Unpacks what a release left into a new place. */
async function unpack({ release, engine }: (typeof left)[number]) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-upgrade-'));
  const tar = `${dataDir}.tar`;
  fs.writeFileSync(
    tar,
    brotliDecompressSync(fs.readFileSync(path.join(releases, release, `${engine}.tar.br`))),
  );
  await run('tar', ['-xf', tar, '-C', dataDir]);
  fs.rmSync(tar);
  const drops = [() => Promise.resolve(fs.rmSync(dataDir, { recursive: true, force: true }))];
  if (engine === 'embedded') return { dataDir, drops };
  const { url, drop } = await createTestDatabase({ clock: false });
  drops.push(drop);
  const dump = path.join(releases, release, 'postgres.dump');
  await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url}`, dump]);
  return { dataDir, drops, databaseUrl: url };
}

describe.each(left)('an installation that release $release left on $engine', (given) => {
  const facts = JSON.parse(
    fs.readFileSync(path.join(releases, given.release, `${given.engine}.json`), 'utf8'),
  ) as LeftInstallation;
  const { sessions, apiKey, sharedSecret, integrationId } = facts;
  let place: Awaited<ReturnType<typeof unpack>>;
  let service: TestService;
  let client: ApiClient;
  beforeAll(async () => {
    place = await unpack(given);
    const { dataDir, databaseUrl } = place;
    await run(process.execPath, [installationFile('dist/countersign.mjs'), 'migrate'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: dataDir,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
    });
    service = await startTestService({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
    service.receiver.trustClient(apiKey, [sharedSecret]);
    client = new ApiClient({ apiUrl: `${service.url}/v1`, apiKey, sharedSecret });
  });
  afterAll(async () => {
    await service.close();
    for (const drop of place.drops) await drop();
  });
  const command = async (name: string, ...args: string[]) => {
    const { exitCode, output, note } = await runOn(service.ctx, { command: name, args });
    if (exitCode !== 0) throw new Error(`${name}: ${note}`);
    return output;
  };

  it('gives every answer it gave before, byte for byte and signed', async () => {
    expect(Object.keys(facts.answers).length).toBeGreaterThanOrEqual(12);
    for (const [where, bytes] of Object.entries(facts.answers)) {
      const id = where.split('/')[2] ?? '';
      const answer = await client.call({ method: 'GET', path: where, sign: id });
      // The address it is served at is the only thing that may differ.
      const text = (served: string) => served.replaceAll(/http:\/\/127\.0\.0\.1:\d+\//g, 'http://…/');
      expect([where, answer.status, text(answer.bytes.toString('utf8')), answer.verified]).toEqual([
        where,
        200,
        text(bytes),
        true,
      ]);
    }
  });

  it('still opens its pictures', async () => {
    expect(facts.pictures).toHaveLength(2);
    for (const { id, sha256 } of facts.pictures) {
      const { bytes } = await client.call({ method: 'GET', path: `/media/${id}`, sign: id });
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('sends a webhook of that release again, with the same bytes', async () => {
    await command('webhooks set-url', integrationId, 'decision', `${service.receiver.url}/decision`);
    await command('webhooks replay', integrationId, '--session', sessions.approved, '--yes');
    await expect.poll(() => service.receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const [webhook] = service.receiver.received;
    const answer = facts.answers[`/sessions/${sessions.approved}/decision`] ?? '';
    expect(webhook?.verified).toBe(true);
    expect(JSON.parse(webhook?.body.toString() ?? '')).toEqual(JSON.parse(answer));
  });

  it('lets a person decide what waited for a review', async () => {
    await command('session review', integrationId, sessions.review, '--approve', '--by', 'ada');
    const { body } = await client.decision(sessions.review);
    expect([body.verification?.status, body.verification?.code]).toEqual(['approved', 9001]);
  });

  it('takes new sessions to their decision', async () => {
    const id = await client.createSession({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
    await client.submit(id);
    const { body } = await client.waitForDecision(id);
    expect(body.verification?.status).toBe('approved');
  });
});
