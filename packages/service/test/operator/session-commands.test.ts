import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseInput } from '@countersign/command-line';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { mediaCommands } from '../../src/bin/commands/media.ts';
import { sessionApiCommands } from '../../src/bin/commands/session-api.ts';
import { installationOptions } from '../../src/bin/installation-options.ts';
import { watchSession } from '../../src/bin/watch-session.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { onePixelPng } from '../support/api.ts';
import { verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const unknown = '00000000-0000-4000-8000-000000000000';
const commands = [...sessionApiCommands, ...mediaCommands];

const inputOf = (name: string, args: string[]) => {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`there is no ${name}`);
  return {
    command,
    input: parseInput({ ...command, options: { ...command.options, ...installationOptions } }, args),
  };
};

describeApiOnce('commands that call the API', (given) => {
  let folder = '';
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-api-commands-'));
    await fs.writeFile(path.join(folder, 'access.json'), JSON.stringify(access()));
  });
  afterAll(() => fs.rm(folder, { recursive: true, force: true }));

  const access = () => ({
    apiUrl: `${given.api.url}/v1`,
    apiKey: given.client.apiKey,
    sharedSecret: given.client.secret,
  });
  const config = () => readConfig({ DATA_DIR: folder });
  const run = (name: string, ...args: string[]) => {
    const { command, input } = inputOf(name, args);
    return command.runAlone(config, input, []);
  };
  const keyed = () => ['--access', path.join(folder, 'access.json')];
  const created = async (...args: string[]) => {
    const { output } = await run('session create', ...args, ...keyed());
    return output as { sessionId: string; url: string };
  };
  const stored = async (name: string, body: unknown) => {
    const file = path.join(folder, name);
    await fs.writeFile(file, JSON.stringify(body));
    return file;
  };
  const pictures = async (...names: string[]) => {
    const at = await fs.mkdtemp(path.join(folder, 'person-'));
    for (const name of names) await fs.writeFile(path.join(at, name), Buffer.from(onePixelPng, 'base64'));
    return at;
  };

  it('session create prints the link, and sends what the options give', async () => {
    const { exitCode, output } = await run(
      'session create',
      '--first-name=Liisa',
      '--last-name=Maasikas',
      '--born=1990-02-28',
      '--vendor-data=customer-70341',
      '--document-type=PASSPORT',
      '--document-country=EE',
      ...keyed(),
    );
    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: {
        sessionId: uuid,
        status: 'created',
        vendorData: 'customer-70341',
        endUserId: null,
        url: expect.stringMatching(/^https:\/\/verify\.example\.com\/v\//) as string,
      },
    });
    const { sessionId } = output as { sessionId: string };
    expect((await given.client.call({ path: `/sessions/${sessionId}/person` })).json.person).toMatchObject({
      firstName: 'Liisa',
      lastName: 'Maasikas',
      dateOfBirth: '1990-02-28',
    });
  });

  it('session create reads a body or its verification, with options over it', async () => {
    const verification = { vendorData: 'from the file', person: { firstName: 'Liisa', lastName: 'Tamm' } };
    const file = await stored('body.json', { verification });
    expect(await created(file)).toMatchObject({ vendorData: 'from the file' });
    const inner = await stored('inner.json', verification);
    const { sessionId } = await created(inner, '--first-name', 'Approve', '--vendor-data', 'option');
    const { json } = await given.client.call({ path: `/sessions/${sessionId}/person` });
    expect(json.person).toMatchObject({ firstName: 'Approve', lastName: 'Tamm' });
    for (const [text, note] of [
      ['[]', 'must be a JSON object: the body of POST /sessions or its verification'],
      ['{', 'must be JSON'],
    ] as const) {
      const wrong = path.join(folder, 'wrong.json');
      await fs.writeFile(wrong, text);
      await expect(run('session create', wrong, ...keyed())).rejects.toThrow(`${wrong}: ${note}`);
    }
  });

  it('prints a refusal with its code and what is accepted, and exits with 3', async () => {
    expect(await run('session create', '--born', 'yesterday', ...keyed())).toEqual({
      exitCode: 3,
      output: null,
      note: expect.stringMatching(
        /^POST \/sessions: 400\/1203 The date must have the form YYYY-MM-DD: verification\.person\.dateOfBirth\. Dates must have the form YYYY-MM-DD and be days of the calendar, those of documents from 1900-01-01 to 2199-12-31\. \(request [0-9a-f-]+\)$/,
      ) as string,
    });
  });

  it('exits with 4 for an unknown session, 5 for an unreachable service, 2 for an invalid id', async () => {
    expect(await run('session get', unknown, ...keyed())).toMatchObject({ exitCode: 4, output: null });
    const gone = await stored('gone.json', { ...access(), apiUrl: 'http://127.0.0.1:9/v1' });
    expect(await run('session get', unknown, '--access', gone)).toMatchObject({
      exitCode: 5,
      note: expect.stringContaining('no answer') as string,
    });
    await expect(run('session get', '7c2b', ...keyed())).rejects.toThrow('identifier: must be a UUID');
  }, 60_000);

  it('takes the access from an env file, the environment, or the data directory, and names what is missing', async () => {
    const { apiUrl, apiKey, sharedSecret } = access();
    const file = path.join(folder, '.env');
    await fs.writeFile(
      file,
      `# access\nAPI_URL=${apiUrl}\nAPI_KEY=${apiKey}\nSHARED_SECRET="${sharedSecret}"\n`,
    );
    expect(await run('session create', '--access', file)).toMatchObject({ exitCode: 0 });
    await expect(run('session create')).rejects.toThrow(
      `must be given: API_URL, API_KEY and SHARED_SECRET, or --access FILE; there is no ${folder}/dev-integration.json`,
    );
    vi.stubEnv('API_URL', apiUrl);
    vi.stubEnv('API_KEY', apiKey);
    await expect(run('session create')).rejects.toThrow(
      'the environment: must have API_URL, API_KEY, SHARED_SECRET, or as JSON apiUrl, apiKey, sharedSecret',
    );
    vi.stubEnv('SHARED_SECRET', sharedSecret);
    expect(await run('session create')).toMatchObject({ exitCode: 0 });
    vi.unstubAllEnvs();
    await stored('dev-integration.json', access());
    expect(await run('session create')).toMatchObject({ exitCode: 0 });
    await fs.rm(path.join(folder, 'dev-integration.json'));
    const torn = path.join(folder, 'torn.json');
    await fs.writeFile(torn, `{"sharedSecret":"${sharedSecret}" "apiKey"`);
    await expect(run('session create', '--access', torn)).rejects.toThrow(
      `${torn}: must have API_URL, API_KEY, SHARED_SECRET, or as JSON apiUrl, apiKey, sharedSecret`,
    );
    expect(commands.flatMap(({ options }) => Object.keys(options))).not.toContain('secret');
  });

  it('session get prints attempts and decision', async () => {
    const { sessionId } = await created('--first-name', 'Decline');
    const attempt = { attemptId: uuid, createdAt: moment, statuses: [] };
    expect(await run('session get', sessionId, ...keyed())).toEqual({
      exitCode: 0,
      output: {
        sessionId,
        status: 'created',
        attempts: [{ ...attempt, status: 'created' }],
        decision: null,
      },
    });
    await given.client.submit(sessionId);
    await verify(given.api, sessionId);
    expect(await run('session get', sessionId, ...keyed())).toMatchObject({
      output: {
        status: 'declined',
        attempts: [{ ...attempt, status: 'declined' }],
        decision: { status: 'declined', code: 9102, reasonCode: 102 },
      },
    });
  });

  it.each([
    ['Approve', 0, 'approved', 9001, null],
    ['Decline', 1, 'declined', 9102, 102],
    ['Expire', 1, 'expired', 9104, null],
  ])('session watch of %s exits with %i', async (name, exitCode, status, code, reasonCode) => {
    const { sessionId } = await created('--first-name', name);
    const lines: string[] = [];
    const { input } = inputOf('session watch', [sessionId, ...keyed(), '--json']);
    const ended = watchSession(config, input, (text) => lines.push(text));
    await expect.poll(() => lines.length, { timeout: 60_000 }).toBe(1);
    await given.client.submit(sessionId);
    await expect.poll(() => lines.length, { timeout: 60_000 }).toBe(2);
    await verify(given.api, sessionId);
    expect(await ended).toEqual({ exitCode, output: undefined });
    const open = { at: moment, attemptId: uuid, code: null, reasonCode: null };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...open, status: 'created' },
      { ...open, status: 'submitted' },
      { ...open, status, code, reasonCode },
    ]);
  });

  it('session watch ends with 5 where the session is still open, and refuses other lengths of time', async () => {
    const { sessionId } = await created();
    const lines: string[] = [];
    const { input } = inputOf('session watch', [sessionId, ...keyed(), '--timeout', '1s']);
    expect(await watchSession(config, input, (text) => lines.push(text))).toEqual({
      exitCode: 5,
      output: undefined,
      note: 'the session is still created; --timeout sets how long it is watched',
    });
    expect(lines).toEqual([expect.stringMatching(/^\S+ {2}\S+ {2}created\n$/)]);
    for (const wrong of ['soon', '0s', '25h'])
      await expect(run('session watch', sessionId, ...keyed(), '--timeout', wrong)).rejects.toThrow(
        `--timeout: must be a duration such as 30s, 10m or 2h, from 1s to 24h, not ${wrong}`,
      );
  });

  it('media upload sends the pictures of a folder by their names, and submits', async () => {
    const { sessionId } = await created('--first-name', 'Approve');
    const at = await pictures('document-front.png', 'face.png', 'Document-Back-2.PNG');
    await fs.writeFile(path.join(at, 'person.json'), '{}');
    await fs.writeFile(path.join(at, '.hidden.png'), '');
    const medium = { mediaId: uuid, bytes: 70 };
    expect(await run('media upload', sessionId, at, '--submit', ...keyed())).toEqual({
      exitCode: 0,
      output: {
        sessionId,
        submitted: true,
        media: [
          { ...medium, file: path.join(at, 'Document-Back-2.PNG'), context: 'document-back' },
          { ...medium, file: path.join(at, 'document-front.png'), context: 'document-front' },
          { ...medium, file: path.join(at, 'face.png'), context: 'face' },
        ],
      },
      note: 'not pictures, skipped:  person.json',
    });
    const { json } = await given.client.call({ path: `/sessions/${sessionId}/media` });
    expect(json.images).toHaveLength(3);
  });

  it.each([
    [
      'document-frnt.png',
      /document-frnt\.png: must be named after one of face, .*; did you mean document-front\.png\?$/,
    ],
    ['IMG_2041.png', /IMG_2041\.png: must be named after one of face, [^;]*$/],
    ['face.heic', /face\.heic: must be JPEG, PNG or WebP, ending in \.jpg, \.jpeg, \.png, \.webp$/],
  ])('media upload sends nothing of a folder with %s', async (name, message) => {
    const { sessionId } = await created();
    const at = await pictures('document-front.png', name);
    await expect(run('media upload', sessionId, at, ...keyed())).rejects.toThrow(message);
    expect((await given.client.call({ path: `/sessions/${sessionId}/media` })).json.images).toEqual([]);
  });

  it('media upload names the file that the API refuses, and what is wrong with a folder', async () => {
    const { sessionId } = await created();
    const at = await pictures('document-front.png', 'face.png');
    await fs.writeFile(path.join(at, 'face.png'), 'no picture');
    const { exitCode, note } = await run('media upload', sessionId, at, ...keyed());
    expect([exitCode, note]).toEqual([
      3,
      expect.stringMatching(
        /face\.png: POST \S+: 400\/1104 .*[^]*\n1 uploaded before it; repeating the command does not change them$/,
      ),
    ]);
    await expect(run('media upload', sessionId, `${at}/none`, ...keyed())).rejects.toThrow(
      'must be a folder that can be read (ENOENT)',
    );
    await expect(run('media upload', sessionId, await pictures(), ...keyed())).rejects.toThrow(
      'must have a picture, such as document-front.jpg or face.png',
    );
  });
});
