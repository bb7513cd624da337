import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveConsole } from '../../src/bin/console/console.ts';
import { withheldVerbs } from '../../src/bin/console/console-verbs.ts';
import { openControlSocket } from '../../src/bin/control-socket.ts';
import { withSteps } from '../../src/bin/reach-installation.ts';
import { runOn } from '../../src/bin/run-command.ts';
import { consoleRunner } from '../../src/bin/console/run-console-verb.ts';
import { commandTable } from '../../src/bin/verbs.ts';
import { type ConsoleServer, startConsoleServer } from '../../src/console/console-server.ts';
import { createSignIns, type SignIns } from '../../src/console/sign-in.ts';
import { raiseWebhookAlert } from '../../src/storage/webhook/webhook-alerts.ts';
import { type Client } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { silent } from '../support/engines.ts';

const minute = 60_000;
const unknown = '00000000-0000-4000-8000-000000000000';

interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  json: { exitCode: number | null; output: unknown; note: string | null };
}

interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

describeApiOnce('the operator console', (given) => {
  let server: ConsoleServer;
  let signIns: SignIns;
  let client: Client;
  let elapsed = 0;
  let control: { close(): Promise<void> };
  const ran: string[] = [];
  const cleanups: (() => unknown)[] = [];

  const send = (url: string, { method = 'POST', headers = {}, body = '{}' }: Request = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const usual = { host: `127.0.0.1:${server.port}`, 'content-type': 'application/json' };
      const origin = `http://${headers['host'] ?? usual.host}`;
      const request = http.request(
        { port: server.port, path: url, method, headers: { ...usual, origin, ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              json: (text.startsWith('{') ? JSON.parse(text) : null) as Reply['json'],
            }),
          );
        },
      );
      request.on('error', reject);
      request.end(method === 'GET' ? '' : body);
    });
  const exchange = (token: string) => send('/api/sign-in', { body: JSON.stringify({ token }) });
  const credentialsOf = ({ headers, json }: Reply): Record<string, string> => ({
    cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    'x-console-key': (json.output as { key: string }).key,
  });
  const signIn = async () => credentialsOf(await exchange(signIns.issueToken()));
  let signedIn: Record<string, string> = {};
  const run = (verb: string, words: string[] = [], options: object = {}) =>
    send('/api/verbs', { headers: signedIn, body: JSON.stringify({ verb, arguments: words, options }) });

  beforeAll(async () => {
    client = given.client;
    const { ctx } = given.api;
    const folder = path.join(ctx.config.dataDir, 'page');
    await fs.mkdir(path.join(folder, 'assets'), { recursive: true });
    await fs.writeFile(path.join(folder, 'shell.html'), '<p>{{nonce}}</p>');
    await fs.writeFile(path.join(folder, 'assets', 'main-1.js'), 'void 0;');
    // The way of a command beside a process that serves.
    const socket = await openControlSocket(ctx.config.dataDir, (request) => {
      ran.push(request.command);
      return runOn(ctx, request);
    });
    let closing: Promise<void> | undefined;
    control = { close: () => (closing ??= socket.close()) };
    cleanups.push(() => control.close());
    signIns = createSignIns(() => elapsed);
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    let start = () => {};
    const started = new Promise<void>((resolve) => (start = resolve));
    const running = withSteps(ctx.config, async (runData) => {
      server = await startConsoleServer(
        {
          site: { origin: null },
          signIns,
          folder,
          about: { operator: 'ada' },
          runVerb: consoleRunner({ config: ctx.config, verbs: commandTable.verbs, operator: 'ada', runData }),
          log: silent,
        },
        { host: '127.0.0.1', port: 0 },
      );
      start();
      await ended;
      await server.close();
      return { exitCode: 0, output: undefined };
    });
    cleanups.push(async () => {
      end();
      await running;
    });
    await started;
    signedIn = await signIn();
  });
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  describe('signs in', () => {
    const usedUp =
      'link: must be the one that the console printed, within 5 minutes and once; "kill -USR2 PID" prints another one, as the console printed at its start';

    it('with a link once, by a cookie that scripts cannot read and other pages do not send', async () => {
      const token = signIns.issueToken();
      const first = await exchange(token);
      expect(first.status).toBe(200);
      expect(first.headers['set-cookie']?.[0]).toMatch(
        new RegExp(`^countersign_console_${server.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
      );
      const second = await exchange(token);
      expect([second.status, second.json.note, second.headers['set-cookie']]).toEqual([
        401,
        usedUp,
        undefined,
      ]);
    });

    it.each([['x'.repeat(43)], ['']])('with no other link: %s', async (token) => {
      signIns.issueToken();
      expect((await exchange(token)).status).toBe(401);
    });

    it('until it was not used for 30 minutes, and for 8 hours at most', async () => {
      const about = (headers: Record<string, string>) => send('/api/about', { headers });
      const idle = await signIn();
      elapsed += 30 * minute;
      expect((await about(idle)).json.output).toEqual({ operator: 'ada' });
      elapsed += 30 * minute + 1;
      expect((await about(idle)).status).toBe(401);
      const busy = await signIn();
      for (let half = 0; half < 16; half += 1) {
        elapsed += 30 * minute;
        expect((await about(busy)).status).toBe(200);
      }
      elapsed += 1;
      expect((await about(busy)).status).toBe(401);
      signedIn = await signIn();
    });

    it('with cookie and key of the page together, not with one of them', async () => {
      const { cookie = '', 'x-console-key': key = '' } = signedIn;
      const other = await signIn();
      for (const headers of [{ cookie }, { 'x-console-key': key }, { ...other, cookie }, {}])
        expect((await send('/api/about', { headers })).status).toBe(401);
    });

    it('and out', async () => {
      const headers = await signIn();
      expect((await send('/api/about', { headers })).status).toBe(200);
      await send('/api/sign-out', { headers });
      expect((await send('/api/about', { headers })).status).toBe(401);
    });
  });

  describe('refuses', () => {
    it.each([
      ['another host', { host: 'rebound.example.com' }, 421],
      ['a host that begins like its own', { host: '127.0.0.1.example.com' }, 421],
      ['a page of another origin', { origin: 'https://shop.example.com' }, 403],
      ['a page of another port', { origin: 'http://127.0.0.1:8080' }, 403],
      ['a page without an origin', { origin: 'null' }, 403],
      ['what another site sent', { 'sec-fetch-site': 'same-site' }, 403],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['what only begins like JSON', { 'content-type': 'application/json-seq' }, 415],
    ])('%s', async (_, headers, status) => {
      const before = ran.length;
      const body = JSON.stringify({ verb: 'alerts list', arguments: [], options: {} });
      const reply = await send('/api/verbs', { headers: { ...signedIn, ...headers }, body });
      expect([reply.status, ran.length - before]).toEqual([status, 0]);
    });

    it('its page to another host', async () => {
      const page = (host: string) => send('/', { method: 'GET', headers: { host } });
      expect((await page('rebound.example.com')).status).toBe(421);
      expect((await page('localhost:9000')).status).toBe(200);
      expect((await page('[::1]:9000')).status).toBe(200);
    });

    it.each([
      ['another method', '/api/verbs', { method: 'PUT' }, 405],
      ['another path', '/api/else', {}, 404],
      ['what is no JSON', '/api/verbs', { body: '{"verb":' }, 400],
      [
        'a further member',
        '/api/verbs',
        { body: '{"verb":"alerts list","arguments":[],"options":{},"x":1}' },
        400,
      ],
      ['a long body', '/api/verbs', { body: `"${'x'.repeat(49_152)}"` }, 413],
    ])('%s', async (_, url, request, status) => {
      expect((await send(url, { ...request, headers: signedIn })).status).toBe(status);
    });

    it('every verb that is withheld, and runs none of them', async () => {
      const before = ran.length;
      for (const verb of [...Object.values(withheldVerbs).flat(), 'no such verb', 'constructor']) {
        const { status, json } = await run(verb);
        expect([verb, status, json.note]).toEqual([
          verb,
          403,
          `verb: must be available in the console, not ${verb}; run it in a shell`,
        ]);
      }
      expect(ran.length).toBe(before);
    });

    it.each([
      ['alerts list', 'database-url'],
      ['alerts list', 'data-dir'],
      ['alerts list', 'format'],
      ['integration configure', 'logo'],
      ['integration screening', 'reveal'],
      ['audit list', 'notes'],
      ['session hold', 'by'],
    ])('%s with --%s', async (verb, option) => {
      const before = ran.length;
      const { status } = await run(verb, [client.integrationId], { [option]: 'x' });
      expect([status, ran.length - before]).toEqual([403, 0]);
    });

    it('to listen where others reach it without TLS in front, and prints what to do', async () => {
      const serve = (options: Record<string, string>) =>
        serveConsole(given.api.ctx.config, { positionals: [], options }, commandTable.verbs);
      await expect(serve({ host: '0.0.0.0' })).rejects.toThrow(
        '--host: must be an address of this machine only, such as 127.0.0.1, not 0.0.0.0; for another one put a proxy with TLS in front and name its address with --origin https://…',
      );
      await expect(serve({ origin: 'http://console.example.com' })).rejects.toThrow(
        '--origin: must be the https:// address of the proxy in front, without a path, not http://console.example.com',
      );
      await expect(serve({ as: 'ada <x>' })).rejects.toThrow(
        '--as: must be 1 to 64 letters, digits and . _ @ -, not ada <x>',
      );
    });
  });

  describe('carries out verbs', () => {
    it('with their output, and records who did it as the command line does', async () => {
      const { integrationId } = client;
      await given.api.ctx.database.transaction((tx) =>
        raiseWebhookAlert(tx, {
          integrationId,
          type: 'decision',
          kind: 'webhook-endpoint-failing',
          cause: '20 failures in a row',
        }),
      );
      const listed = async () => (await run('alerts list', [], { integration: integrationId })).json.output;
      const [alert] = (await listed()) as { id: string; cause: string }[];
      expect(alert?.cause).toBe('decision: 20 failures in a row');
      const resolved = await run('alerts resolve', [alert?.id ?? '']);
      expect([resolved.status, resolved.json]).toEqual([
        200,
        { exitCode: 0, output: { outcome: 'resolved' }, note: null },
      ]);
      expect(await listed()).toEqual([]);
      const sessionId = await client.createSession();
      expect(
        (await run('session hold', [integrationId, sessionId], { reason: 'court order 17' })).status,
      ).toBe(200);
      const audit = await run('audit list', [], { integration: integrationId, limit: '2' });
      expect(
        (audit.json.output as { action: string; actor: string }[]).map(({ action, actor }) => [
          action,
          actor,
        ]),
      ).toEqual([
        ['hold-session', 'cli:ada'],
        ['create-session', expect.stringMatching(/^api/)],
      ]);
      const first = await run('audit list', [], { integration: integrationId, action: 'resolve-alert' });
      expect(first.json.output).toEqual([expect.objectContaining({ actor: 'cli:ada' })]);
    });

    it('with what they find as an answer, not as a failure', async () => {
      const { status, json } = await run('lists status');
      expect([status, json.exitCode, json.note]).toEqual([200, 1, 'no lists are loaded']);
    });

    it.each([
      ['alerts resolve', [unknown], {}, 404, 'alert: must be one of "alerts list"'],
      [
        'alerts resolve',
        ['zz'],
        {},
        400,
        'ALERT: must be its id or the beginning of its id with 4 characters or more, not zz',
      ],
      [
        'alerts list',
        [],
        { integration: '--all' },
        404,
        /^INTEGRATION: must be its name, .* there is none for --all/,
      ],
      ['session list', [], { limit: '0' }, 400, '--limit: must be a whole number from 1 to 10000, not 0'],
      ['integration show', ['--help'], {}, 404, /there is none for --help/],
      ['integration show', [], {}, 400, /^INTEGRATION: must be given; usage: /],
      [
        'lists screen',
        ['Ada'],
        { threshold: '101' },
        400,
        '--threshold: must be a whole number from 0 to 100',
      ],
      ['lists screen', ['Ada'], {}, 409, 'no lists are loaded: run "countersign lists load"'],
    ] as const)('and prints their own sentence: %s %j %j', async (verb, words, options, status, note) => {
      const reply = await run(verb, [...words], options);
      expect([reply.status, reply.json.note]).toEqual([
        status,
        note instanceof RegExp ? expect.stringMatching(note) : note,
      ]);
    });

    it('and changes a setting, or prints what its value must be', async () => {
      const configure = (set: string) =>
        run('integration configure', [client.integrationId], { set: [set], reason: 'change 4711' });
      expect((await configure('minimumAge=21')).status).toBe(200);
      const { json } = await run('integration history', [client.integrationId]);
      expect(json.output).toMatchObject([{ actor: 'cli:ada', reason: 'change 4711' }]);
      const shown = await run('integration show', [client.integrationId]);
      expect(shown.json.output).toMatchObject({ settings: { minimumAge: 21 } });
      const refused = await configure('minimumAge="old"');
      expect([refused.status, refused.json.note]).toEqual([
        409,
        expect.stringMatching(/^minimumAge: must be /),
      ]);
    });

    it('and never prints a secret', async () => {
      const { integrationId } = client;
      const sessionId = await client.createSession();
      const calls: [string, string[], object?][] = [
        ['integration list', []],
        ['integration show', [integrationId]],
        ['integration configure', [integrationId], { set: ['minimumAge=18'] }],
        ['webhooks backlog', [], { all: true }],
        ['integration history', [integrationId]],
        ['session list', []],
        ['session show', [integrationId, sessionId]],
        ['audit list', [], { limit: '10000' }],
        ['audit verify', []],
        ['alerts list', [], { all: true }],
      ];
      for (const [verb, words, options] of calls) {
        const { status, text } = await run(verb, words, options);
        expect([verb, status]).toEqual([verb, 200]);
        expect(text).not.toContain(client.secret);
      }
    });

    it('and prints that the service does not run once it does not', async () => {
      await control.close();
      const { status, json } = await run('alerts list');
      expect([status, json.note]).toEqual([
        503,
        'service: must run on this data directory; start it with "serve"',
      ]);
    });
  });

  it('lets a page load nothing but its own files, and a browser keep nothing', async () => {
    const page = await send('/sessions/one/other', { method: 'GET' });
    const nonce = /<p>(.+)<\/p>/.exec(page.text)?.[1] ?? '';
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const script = await send('/assets/main-1.js', { method: 'GET' });
    expect([script.text, script.headers['cache-control']]).toEqual(['void 0;', 'no-store']);
    expect((await send('/api/about', { headers: signedIn })).headers['cache-control']).toBe('no-store');
    expect((await send('/else', { method: 'GET' })).status).toBe(404);
  });
});
