import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../src/index.ts';
import { onePixel } from '../support/one-pixel.ts';
import { startQuickService } from '../support/quick-database.ts';
import { type SignedWebhook, signedDecision } from '../support/signed-webhook.ts';

const examples = path.resolve(import.meta.dirname, '../../../../examples');
const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-languages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Go starts a program of its own for `go run`, which would outlive it: built first, it is one process. */
function goProgram(name: string): string {
  const program = path.join(folder, `go-${name}`);
  execFileSync('go', ['build', '-o', program, path.join(examples, `go/${name}/main.go`)]);
  return program;
}
const at = (file: string) => path.join(examples, file);

const programs = {
  Python: {
    receiver: () => ['python3', at('python/receiver.py'), '0'],
    person: () => ['python3', at('python/first_session.py')],
  },
  PHP: {
    receiver: () => ['php', '-S', '127.0.0.1:0', at('php/receiver.php')],
    person: () => ['php', at('php/first-session.php')],
  },
  Go: { receiver: () => [goProgram('receiver'), '0'], person: () => [goProgram('first-session')] },
} as const;

const isInstalled = (program: string, option = '--version') => spawnSync(program, [option]).status === 0;
const hasGo = isInstalled('go', 'version');
/** Few machines have Go: by day it is tried only where it is, by night it must be there. */
const languages = [
  ['Python', isInstalled('python3')],
  ['PHP', isInstalled('php')],
  ...(hasGo || process.env['NIGHTLY'] === '1' ? ([['Go', hasGo]] as const) : []),
] as const;

const secret = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
const old = 'csk_example_2b7e4d9a1c6f83051c47d0a9';

let service: TestService;
let receiver: ChildProcess | null = null;
beforeAll(async () => {
  service = await startQuickService();
});
afterAll(() => service?.close());
afterEach(async () => {
  const running = receiver;
  receiver = null;
  if (running === null || running.exitCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGKILL');
  await ended;
});

/** Starts a receiver that trusts both secrets, the new one and the old one, or others. */
async function startReceiver(
  [program = '', ...args]: readonly string[],
  inbox: string,
  secrets = `${secret} ${old}`,
) {
  const env = { ...process.env, SECRET: secrets, INBOX: inbox };
  const started = spawn(program, args, { env });
  receiver = started;
  let printed = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
  return {
    printed: () => printed,
    post: async (init: SignedWebhook) => (await fetch(`${url}/`, { method: 'POST', ...init })).status,
  };
}

const kept = (inbox: string) =>
  readdirSync(inbox).map((file) => readFileSync(path.join(inbox, file), 'utf8'));

describe.each(languages)('the examples of a language (%s)', (language, isHere) => {
  it.skipIf(!isHere)('receive a webhook once, under either key while keys are rotated', async () => {
    const inbox = path.join(folder, `inbox-${language}`);
    const { post, printed } = await startReceiver(programs[language].receiver(), inbox);
    const first = signedDecision([secret, old]);
    expect([await post(first), await post(first)]).toEqual([200, 200]);
    expect(kept(inbox)).toEqual([first.body]);
    expect(await post(signedDecision([old]))).toBe(200);
    expect(kept(inbox)).toHaveLength(2);
    await expect.poll(printed).toMatch(/verified webhook: declined/);
  });

  it.skipIf(!isHere)(
    'refuse what is forged, altered, serialised anew or old, and keep nothing of it',
    async () => {
      const inbox = path.join(folder, `refused-${language}`);
      mkdirSync(inbox);
      const { post } = await startReceiver(programs[language].receiver(), inbox);
      const { body, headers } = signedDecision([secret]);
      const having = (more: Record<string, string>) => ({ body, headers: { ...headers, ...more } });
      const hour = 3_600_000;
      const refused = {
        'another key': signedDecision(['csk_example_another']),
        'an altered body': { body: body.replace('"declined"', '"approved"'), headers },
        'a body serialised anew': { body: JSON.stringify(JSON.parse(body), null, 1), headers },
        'no signature': having({ 'x-hmac-signature': '' }),
        'no signature over the time': having({ 'webhook-signature': '' }),
        'no time': having({ 'webhook-timestamp': '' }),
        'another id': having({ 'webhook-id': 'other' }),
        'letters beyond ASCII': having({ 'x-hmac-signature': 'é'.repeat(64) }),
        'an hour ago': signedDecision([secret], { sentAt: Date.now() - hour }),
        'in an hour': signedDecision([secret], { sentAt: Date.now() + hour }),
      };
      for (const [name, sent] of Object.entries(refused))
        expect([name, await post(sent)]).toEqual([name, 400]);
      expect(kept(inbox)).toEqual([]);
    },
  );

  it.skipIf(!isHere)('accept nothing without a secret', async () => {
    const inbox = path.join(folder, `without-${language}`);
    mkdirSync(inbox);
    const { post } = await startReceiver(programs[language].receiver(), inbox, '');
    expect(await post(signedDecision(['']))).toBe(400);
    expect(kept(inbox)).toEqual([]);
  });

  it.skipIf(!isHere)('answer 500 to what they could not keep, so that it comes again', async () => {
    const file = path.join(folder, `file-${language}`);
    writeFileSync(file, '');
    const { post } = await startReceiver(programs[language].receiver(), file);
    expect(await post(signedDecision([secret]))).toBe(500);
  });

  it.skipIf(!isHere)(
    'verify a person at the pace that is allowed, and print the remedy that a refusal names',
    async () => {
      // Five requests at once are more than such an integration may make: some are repeated after Retry-After.
      const { client } = await service.integrate({ settings: { requestsPerSecond: 2 } });
      const { apiUrl: API, apiKey: KEY, sharedSecret: SECRET } = client.access;
      const pictures = path.join(folder, `person-${language}`);
      mkdirSync(pictures);
      for (const context of ['document-front', 'face'])
        writeFileSync(path.join(pictures, `${context}.png`), onePixel);
      const [program = '', ...args] = programs[language].person();
      const run = (access: Record<string, string>, from: readonly string[] = [pictures]) =>
        new Promise<string>((resolve) => {
          const env = { ...process.env, FIRST_NAME: 'Approve', ...access };
          execFile(program, [...args, ...from], { env }, (error, stdout, stderr) =>
            resolve(`${error ? 'failed' : 'ended'}: ${stdout}${stderr}`),
          );
        });
      expect(await run({ API, KEY, SECRET })).toMatch(
        /^ended: uploaded document-front\nuploaded face\nsubmitted [0-9a-f-]{36}\napproved \(9001\)/,
      );
      const refused = await run({ API, KEY, SECRET: secret });
      expect(refused).toMatch(/^failed: /);
      expect(refused).toMatch(/the answer is not signed with SECRET/);
      expect(await run({ API, KEY, SECRET: '' })).toMatch(/^failed: SECRET: must be set in the environment/);
      const unknown = await run({ API, KEY: SECRET, SECRET });
      expect(unknown).toMatch(/401 .*1802.*it is not the shared secret\. \(request [0-9a-f-]+\)/);
      // A redirect would take key and signature to another address.
      const followed: string[] = [];
      const elsewhere = http.createServer(({ url }, response) => {
        followed.push(url ?? '');
        response.writeHead(308, { location: `${API}/sessions` }).end();
      });
      await new Promise<void>((resolve) => {
        elsewhere.listen(0, '127.0.0.1', resolve);
      });
      const { port } = elsewhere.address() as AddressInfo;
      const redirected = await run({ API: `http://127.0.0.1:${port}`, KEY, SECRET });
      elsewhere.close();
      expect(redirected).toMatch(/^failed: POST \/sessions: 308 /);
      expect(followed).toEqual(['/sessions']);
      // One line that says what to do, and no session: without its pictures nothing could come of it.
      const complaint = (given: string) =>
        `failed: FOLDER: must be a folder of pictures, not "${given}"; for example person`;
      for (const [from, named] of [
        [[], ''],
        [['no-such-folder'], 'no-such-folder'],
      ] as const)
        expect((await run({ API, KEY, SECRET }, from)).trimEnd()).toBe(complaint(named));
      for (const printed of [refused, unknown]) expect(printed.trimEnd().split('\n')).toHaveLength(1);
    },
  );
});
