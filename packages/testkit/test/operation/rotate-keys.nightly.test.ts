/** Every key and secret is replaced while clients create, submit and read: none of their requests fails. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../../../service/test/support/engines.ts';
import { type Access, type Answer, ApiClient } from '../../src/api-client.ts';
import { createServiceProcess, type ServiceProcess } from '../../src/storm/service-process.ts';
import { testBundle } from '../support/fault-stage.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const line = (version: number) => `${version}:${randomBytes(32).toString('base64')}\n`;

interface Member {
  service: ServiceProcess;
  /** `null` while it is replaced, as a balancer leaves a process that ends. */
  apiUrl: string | null;
}

async function install(engine: string, processes: number) {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-rotate-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const kekFile = path.join(directory, 'kek');
  await fs.writeFile(kekFile, line(1), { mode: 0o600 });
  const env: Record<string, string> = {
    DATA_DIR: path.join(directory, 'data'),
    COUNTERSIGN_KEK_FILE: kekFile,
    LOG_LEVEL: 'error',
    VISION_THREADS: '1',
    VISION_TEXT_ENGINE: 'off',
  };
  if (engine === 'postgres') {
    const database = await createTestDatabase();
    cleanups.push(() => database.drop());
    env['DATABASE_URL'] = database.url;
  }
  const members: Member[] = [];
  for (let made = 0; made < processes; made += 1) {
    const service = createServiceProcess({ executable: testBundle, env: { ...env, PORT: '0' } });
    cleanups.push(() => service.kill());
    members.push({ service, apiUrl: `${await service.start()}/v1` });
  }
  const file = path.join(directory, 'data', 'dev-integration.json');
  const access = JSON.parse(await fs.readFile(file, 'utf8')) as Access;
  const countersign = async (...args: string[]) => {
    const run = ['--liftoff-only', testBundle, ...args, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, run, { env: { ...process.env, ...env } });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return { kekFile, members, access, countersign };
}

/** Clients that create a session at one process, submit it at the next and read it at both. */
function startUsing(members: readonly Member[], access: Access) {
  let secret = access.sharedSecret;
  let going = true;
  let turn = 0;
  const busy = new Map<Member, number>();
  const failed: string[] = [];
  const sessions: string[] = [];
  const ask = async (work: (client: ApiClient) => Promise<Answer>, expected: number) => {
    const there = members.filter(({ apiUrl }) => apiUrl !== null);
    const member = there[(turn += 1) % there.length] as Member;
    busy.set(member, (busy.get(member) ?? 0) + 1);
    try {
      const answer = await work(
        new ApiClient({ ...access, apiUrl: member.apiUrl ?? '', sharedSecret: secret }),
      );
      if (answer.status !== expected) failed.push(`${answer.status} ${answer.bytes.toString('utf8')}`);
      return answer;
    } finally {
      busy.set(member, (busy.get(member) ?? 0) - 1);
    }
  };
  const once = async () => {
    const body = { verification: { person: { firstName: 'Approve' } } };
    const created = await ask(
      (client) => client.call({ method: 'POST', path: '/sessions', body, sign: null }),
      201,
    );
    const { id } = (created.body as { verification: { id: string } }).verification;
    sessions.push(id);
    const submission = { verification: { status: 'submitted' } };
    await ask((client) => client.call({ method: 'PATCH', path: `/sessions/${id}`, body: submission }), 200);
    for (let read = 0; read < 2; read += 1)
      await ask((client) => client.call({ method: 'GET', path: `/sessions/${id}/person`, sign: id }), 200);
  };
  const loop = async () => {
    while (going) {
      await once();
      await sleep(100);
    }
  };
  const loops = [loop(), loop()];
  return {
    failed,
    sessions,
    signWith: (another: string) => void (secret = another),
    /** Replaces a process as a balancer and its supervisor do. */
    async replace(member: Member) {
      member.apiUrl = null;
      await expect.poll(() => busy.get(member) ?? 0).toBe(0);
      await member.service.terminate();
      member.apiUrl = `${await member.service.start()}/v1`;
    },
    async more() {
      const before = sessions.length;
      await expect.poll(() => sessions.length).toBeGreaterThan(before + 5);
    },
    async stop() {
      going = false;
      await Promise.all(loops);
    },
  };
}

describe.each(engines())('keys that are replaced under load [%s]', (engine) => {
  it('fail no request, and what was written can be read without the old ones', async () => {
    const { kekFile, members, access, countersign } = await install(engine, engine === 'postgres' ? 2 : 1);
    const use = startUsing(members, access);
    await use.more();

    // The key-encryption key. One process is started with both lines, the other one reads its file again.
    const second = line(2);
    await fs.appendFile(kekFile, second);
    const [, restarted] = members;
    if (restarted) await use.replace(restarted);
    await use.more();
    const rewrapped = await countersign('keys', 'rewrap');
    expect(rewrapped).toMatchObject({ outcome: 'rewrapped', version: 2, secrets: 1 });
    await use.more();

    // The shared secret, and the key of session links.
    const integrations = (await countersign('integration', 'list')) as unknown as { integrationId: string }[];
    const integrationId = integrations[0]?.integrationId ?? '';
    const listed = (await countersign('keys', 'list', integrationId)) as unknown as { keyId: string }[];
    const added = (await countersign('keys', 'add', integrationId)) as { keyId: string; secret: string };
    await sleep(2_000); // contract A-116
    use.signWith(added.secret);
    await use.more();
    await countersign('keys', 'promote', integrationId, added.keyId);
    await countersign('keys', 'delete', integrationId, listed[0]?.keyId ?? '');
    await countersign('keys', 'rotate-session-links');
    await use.more();

    // The old line is gone.
    await fs.writeFile(kekFile, second);
    if (members.length > 1) for (const member of members) await use.replace(member);
    await use.more();
    await use.stop();
    expect(use.failed).toEqual([]);
    for (const { service } of members) await service.terminate();
    const [first] = members;
    const apiUrl = `${await first?.service.start()}/v1`;
    const client = new ApiClient({ ...access, apiUrl, sharedSecret: added.secret });
    for (const id of use.sessions)
      expect((await client.waitForDecision(id)).body.verification?.status).toBe('approved');
  });
});
