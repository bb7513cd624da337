// Writes fixtures that later releases open: for both databases, a release's data directory with a key, pictures of a drawn
// person, decisions, a screening and delivered webhooks, and a record of the API's responses.
// Usage: node tools/run-ts.mjs packages/testkit/tools/write-release-fixture.ts RELEASE_TREE OUT_DIRECTORY
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { approvedPerson } from '@countersign/specimens';
import pg from 'pg';
import { ApiClient } from '../src/api-client.ts';
import type { LeftInstallation } from '../src/left-installation.ts';
import { startWebhookReceiver } from '../src/webhook-receiver.ts';

const run = promisify(execFile);
const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Runs the release on both databases. */
async function main(release: string, out: string): Promise<void> {
  await fs.mkdir(out, { recursive: true });
  const program = path.join(release, 'bin/countersign');
  await leave({ program, out, engine: 'embedded', databaseUrl: null });
  const name = `countersign_fixture_${process.pid}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    await leave({ program, out, engine: 'postgres', databaseUrl: url.href });
    const file = path.join(out, 'postgres.dump');
    await run('pg_dump', [
      '--format=custom',
      '--compress=9',
      '--no-owner',
      `--dbname=${url.href}`,
      `--file=${file}`,
    ]);
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/** Runs the release on one database, uses it, stops it, and packs its data directory. */
async function leave(given: {
  program: string;
  out: string;
  engine: 'embedded' | 'postgres';
  databaseUrl: string | null;
}): Promise<void> {
  const { program, out, engine, databaseUrl } = given;
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-release-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  };
  const command = (...args: string[]) => run(program, args, { env });
  const receiver = await startWebhookReceiver();
  const child = spawn(program, ['serve'], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const url = await readyUrl(child.stdout);
    const left = await useRelease({ url, dataDir, receiverUrl: receiver.url, command });
    await fs.writeFile(path.join(out, `${engine}.json`), `${JSON.stringify(left, null, 2)}\n`);
  } finally {
    child.kill('SIGTERM');
    await ended;
    await receiver.close();
  }
  const tar = path.join(out, `${engine}.tar`);
  await run('tar', ['-cf', tar, '-C', dataDir, '--exclude=*.sock', '.']);
  const packed = brotliCompressSync(await fs.readFile(tar), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  await fs.writeFile(`${tar}.br`, packed);
  await fs.rm(tar);
  await fs.rm(dataDir, { recursive: true, force: true });
}

function readyUrl(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url] = /^countersign ready (\S+)/m.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
    stdout.on('end', () => reject(new Error(`the release did not start:\n${printed}`)));
  });
}

async function useRelease(given: {
  url: string;
  dataDir: string;
  receiverUrl: string;
  command(...args: string[]): Promise<unknown>;
}): Promise<LeftInstallation> {
  const { integrationId, apiKey, sharedSecret } = JSON.parse(
    await fs.readFile(path.join(given.dataDir, 'dev-integration.json'), 'utf8'),
  ) as Pick<LeftInstallation, 'integrationId' | 'apiKey' | 'sharedSecret'>;
  await given.command('integration', 'configure', integrationId, '--set', 'watchlistScreening=true');
  await given.command('webhooks', 'set-url', integrationId, 'decision', `${given.receiverUrl}/decision`);
  const client = new ApiClient({ apiUrl: `${given.url}/v1`, apiKey, sharedSecret });
  const sessions = {
    approved: await verifyDrawnPerson(client),
    declined: await decide(client, 'Decline'),
    review: await decide(client, 'Review'),
  };
  const answers = await readAnswers(client, Object.values(sessions));
  const pictures = await readPictures(client, sessions.approved);
  return { integrationId, apiKey, sharedSecret, sessions, pictures, answers };
}

async function readAnswers(client: ApiClient, sessions: string[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const id of sessions) {
    for (const below of ['decision', 'attempts', 'media', 'person', 'watchlist-screening']) {
      const where = `/sessions/${id}/${below}`;
      const { status, bytes } = await client.call({ method: 'GET', path: where, sign: id });
      // 202: not screened yet.
      if (status === 200) answers[where] = bytes.toString('utf8');
    }
  }
  return answers;
}

async function readPictures(client: ApiClient, sessionId: string): Promise<LeftInstallation['pictures']> {
  const { body } = await client.call<{ images: { id: string }[] }>({
    method: 'GET',
    path: `/sessions/${sessionId}/media`,
    sign: sessionId,
  });
  const pictures = [];
  for (const { id } of body.images) {
    const { bytes } = await client.call({ method: 'GET', path: `/media/${id}`, sign: id });
    pictures.push({ id, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  return pictures;
}

async function verifyDrawnPerson(client: ApiClient): Promise<string> {
  const { pictures } = await approvedPerson();
  const id = await client.createSession({ vendorData: 'customer-70341' });
  for (const { context, bytes } of pictures) await client.uploadMedia(id, { context, bytes });
  await client.submit(id);
  await client.waitForDecision(id);
  return id;
}

async function decide(client: ApiClient, firstName: string): Promise<string> {
  const id = await client.createSession({ person: { firstName, lastName: 'Maasikas' } });
  await client.submit(id);
  await client.waitForDecision(id);
  return id;
}

const [release, out] = process.argv.slice(2);
if (release === undefined || out === undefined) throw new Error('RELEASE_TREE, OUT_DIRECTORY: must be given');
await main(path.resolve(release), path.resolve(out));
