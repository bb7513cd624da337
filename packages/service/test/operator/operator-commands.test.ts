import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { integrateScreening, listsOf, screenedSession, screeningOnly } from '../support/screening.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const unknown = '00000000-0000-4000-8000-000000000000';

interface ListedSession {
  sessionId: string;
  status: string;
}

describeApiOnce('the commands of an operator', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  const output = async <T>(command: string, ...args: string[]): Promise<T> => {
    const { exitCode, output: printed, note } = await run(command, ...args);
    if (exitCode !== 0) throw new Error(`${command}: exit ${exitCode}: ${note}`);
    return printed as T;
  };
  const named = async () => {
    const client = await given.api.integrate();
    const [{ name } = { name: '' }] = await given.api.ctx.database.query<{ name: string }>(
      'select name from integration where id = $1',
      [client.integrationId],
    );
    return { client, name };
  };

  it('lists sessions, newest first, by integration, status and age', async () => {
    const { client, name } = await named();
    const first = await client.createSession();
    const second = await client.createSession();
    await client.submit(second);
    const list = (...args: string[]) =>
      output<ListedSession[]>('session list', '--integration', name, ...args);
    expect(await list()).toEqual([
      {
        integration: name,
        integrationId: client.integrationId,
        sessionId: second,
        status: 'submitted',
        attempts: 1,
        reasonCode: null,
        createdAt: moment,
        changedAt: moment,
      },
      expect.objectContaining({ sessionId: first, status: 'created' }),
    ]);
    expect((await list('--status', 'submitted')).map(({ sessionId }) => sessionId)).toEqual([second]);
    expect(await list('--status', 'review')).toEqual([]);
    expect((await list('--limit', '1')).map(({ sessionId }) => sessionId)).toEqual([second]);
    expect(await list('--since', '2099-01-31T12:00:00Z')).toEqual([]);
    expect(await list('--since', '24h')).toHaveLength(2);
    expect(await output<ListedSession[]>('session list', '--limit', '10000')).toEqual(
      expect.arrayContaining([expect.objectContaining({ sessionId: first })]),
    );
  });

  it.each([
    [['--status', 'done'], /^--status: must be one of created, .*, not done$/],
    [['--since', 'yesterday'], /^--since: must be a time such as .* not yesterday$/],
    [['--limit', '0'], /^--limit: must be a whole number from 1 to 10000, not 0$/],
  ])('refuses session list %j', async (args, message) => {
    expect(await run('session list', ...args)).toEqual({
      exitCode: 2,
      output: null,
      note: expect.stringMatching(message) as string,
    });
  });

  it.each([
    [
      'ftp://shop.example.com/',
      'URL: must begin with https://, not ftp://shop.example.com/; the setting WEBHOOK_ALLOW_HTTP of the service allows more',
    ],
    [
      'shop.example.com',
      'URL: must be a complete address, such as https://example.com/webhooks, not shop.example.com',
    ],
    [
      'https://ops:s3cret@shop.example.com/',
      'URL: must hold no user name or password, not https://…@shop.example.com/',
    ],
    [
      'https://10.20.0.1/',
      'URL: must not lead into a private network, not https://10.20.0.1/; the setting WEBHOOK_ALLOW_NETWORKS of the service allows more',
    ],
  ])('prints what the URL of a webhook must be, for %s', async (url, note) => {
    const { name } = await named();
    expect(await run('webhooks set-url', name, 'decision', url)).toMatchObject({ exitCode: 3, note });
  });

  it('names the setting that was meant', async () => {
    const { name } = await named();
    const set = (text: string) => run('integration configure', name, '--set', text);
    expect(await set('manualreview=true')).toMatchObject({
      exitCode: 2,
      note: 'unknown setting manualreview; did you mean manualReview?',
    });
    expect(await set('watchlist.matchTreshold=85')).toMatchObject({
      exitCode: 2,
      note: 'unknown setting watchlist.matchTreshold; did you mean watchlist.matchThreshold?',
    });
  });

  it('takes an integration by its name and a session by the beginning of its id', async () => {
    const { client, name } = await named();
    const id = await client.createSession();
    for (const integration of [name, name.toUpperCase(), client.integrationId.slice(0, 13)])
      for (const session of [id.slice(0, 8), id.slice(0, 18), id.toUpperCase()])
        expect(await output('session show', integration, session)).toMatchObject({ sessionId: id });
    expect(await run('session show', 'No such shop', id)).toEqual({
      exitCode: 4,
      output: null,
      note: 'INTEGRATION: must be its name, its id or the beginning of its id with 4 characters or more; there is none for No such shop',
    });
    for (const wrong of ['zzzz', id.slice(0, 3), `${id.slice(0, 6)}-`])
      expect(await run('session show', name, wrong)).toMatchObject({
        exitCode: 2,
        note: `SESSION: must be its id or the beginning of its id with 4 characters or more, not ${wrong}`,
      });
    // Never a session of another integration.
    expect(await run('session show', given.client.integrationId, id.slice(0, 18))).toMatchObject({
      exitCode: 4,
    });
  });

  it('refuses a name that fits two integrations, and names both', async () => {
    const twins = await Promise.all([given.api.integrate(), given.api.integrate()]);
    const ids = twins.map(({ integrationId }) => integrationId);
    await given.api.ctx.database.query(`update integration set name = 'Twin' where id = any($1::uuid[])`, [
      ids,
    ]);
    const { exitCode, note } = await run('keys list', 'twin');
    expect(exitCode).toBe(2);
    for (const id of ids) expect(note).toContain(`${id} (Twin)`);
  });

  it('keeps a note with the session, sealed, and prints it on request until the session is erased', async () => {
    const { client, name } = await named();
    const id = await client.createSession();
    const text = 'Called Ada, who sent another card';
    expect(await output('session note', name, id, text, '--by', 'ada@example.com')).toEqual({
      outcome: 'noted',
    });
    const audit = (...args: string[]) =>
      output<Record<string, unknown>[]>('audit list', '--session', id, '--integration', name, ...args);
    const noted = {
      integrationId: client.integrationId,
      id: expect.any(Number) as number,
      at: moment,
      actor: 'cli:ada@example.com',
      action: 'note',
      sessionId: id,
      attemptId: expect.any(String) as string,
      from: null,
      to: null,
      details: {},
    };
    expect(await audit()).toEqual([
      noted,
      expect.objectContaining({ action: 'create-session', to: 'created' }),
    ]);
    expect((await audit('--notes'))[0]).toEqual({ ...noted, note: text });
    for (const actor of ['cli', 'cli:ada@example.com'])
      expect(await audit('--actor', actor)).toEqual([noted]);
    expect(await audit('--action', 'note', '--until', '2020-01-01')).toEqual([]);
    const [stored] = await given.api.ctx.database.query<{ note: Uint8Array }>(
      `select note from audit where session_id = $1 and action = 'note'`,
      [id],
    );
    expect(Buffer.from(stored!.note).includes('Ada')).toBe(false);
    await given.api.ctx.database.query('update session set data_key = null, sealed = null where id = $1', [
      id,
    ]);
    expect((await audit('--notes', '--action', 'note'))[0]).toEqual({ ...noted, note: null });
  });

  it.each([
    [['   '], 'note: must be 1 to 4000 characters, not 3'],
    [['x'.repeat(4_001)], 'note: must be 1 to 4000 characters, not 4001'],
    [['Text', '--by', 'ada lovelace'], '--by: must be 1 to 64 letters, digits and . _ @ -, not ada lovelace'],
  ])('refuses the note %j', async (args, note) => {
    const id = await given.client.createSession();
    expect(await run('session note', given.client.integrationId, id, ...args)).toEqual({
      exitCode: 2,
      output: null,
      note,
    });
  });

  it('notes nothing about a session that is not there', async () => {
    expect(await run('session note', given.client.integrationId, unknown, 'Text')).toMatchObject({
      exitCode: 4,
      note: 'session: must be one of this integration that is not deleted; "session list" lists them',
    });
  });

  it('prints the body of a webhook as it is sent, until its session is erased', async () => {
    const { client, name } = await named();
    const id = await client.createSession({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
    await setWebhookUrl(given.api.ctx)({
      integrationId: client.integrationId,
      type: 'decision',
      url: 'https://hooks.example.com/decision',
      actor: 'test',
    });
    await client.submit(id);
    await verify(given.api, id);
    const [webhook] = await output<{ id: string }[]>('webhooks list', name, '--session', id);
    const show = () => run('webhooks show', name, webhook!.id.slice(0, 8), '--body');
    const { bytes } = await client.decision(id);
    expect(await show()).toEqual({ exitCode: 0, output: bytes.toString('utf8') });
    await given.api.ctx.database.query('update session set data_key = null, sealed = null where id = $1', [
      id,
    ]);
    expect(await show()).toEqual({ exitCode: 4, output: null, note: 'body: erased with its session' });
    expect(await run('webhooks show', name, unknown, '--body')).toMatchObject({ exitCode: 4 });
  });

  it('erases a session without setting and quota, under a name, and only when it is confirmed', async () => {
    const { client, name } = await named();
    const id = await client.createSession();
    expect(await run('session erase', name, id)).toEqual({
      exitCode: 0,
      output: { outcome: 'not-deleted', sessionId: id },
      note: 'Nothing was deleted. Repeat with --yes to delete the session permanently.',
    });
    expect(await output('session erase', name, id, '--yes', '--by', 'ada')).toEqual({
      outcome: 'deleted',
      sessionId: id,
    });
    expect((await client.decision(id)).status).toBe(404);
    expect(await run('session erase', name, id, '--yes')).toMatchObject({
      exitCode: 4,
      note: 'session: must be one of this integration that is not deleted; "session list" lists them',
    });
    expect(await output('audit list', '--session', id, '--action', 'delete-session')).toMatchObject([
      { actor: 'cli:ada', from: 'created' },
    ]);
    const submitted = await client.createSession();
    await client.submit(submitted);
    expect(await run('session erase', name, submitted, '--yes')).toEqual({
      exitCode: 3,
      output: null,
      note: 'session: must be decided first; it is being processed',
    });
  });

  it('lists undecided hits, shows one, and decides it under a name', async () => {
    const client = await integrateScreening(given.api, screeningOnly());
    const [velmont, velmonte] = [
      { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2' as const] },
      { id: 'x-2', name: 'Dario Velmonte', lists: ['SANCTIONS' as const] },
    ];
    const person = { firstName: 'Dario', lastName: 'Velmont' };
    const lists = listsOf('lists-1', velmont, velmonte);
    const id = await screenedSession(given.api, client, { person, lists });
    const { integrationId } = client;
    interface Listed {
      hitId: string;
      name: string;
      status: string;
    }
    const list = (...args: string[]) =>
      output<Listed[]>('hits list', '--integration', integrationId, ...args);
    const [other, hit] = await list();
    expect(hit).toEqual({
      hitId: expect.any(String) as string,
      integrationId,
      sessionId: id,
      screenedAt: moment,
      status: 'potential_match',
      score: 100,
      name: 'Dario Velmont',
      lists: ['PEP_CLASS_2'],
      countries: [],
    });
    expect(other).toMatchObject({ name: 'Dario Velmonte' });
    const alerts = () => output('alerts list', '--integration', integrationId);
    const undecided = { id: null, integrationId, kind: 'hits_waiting', createdAt: moment };
    expect(await alerts()).toMatchObject([{ ...undecided, cause: '2 undecided: hits list' }]);
    const reviewed = ['--status', 'true_match', '--risk', 'high', '--by', 'ada', '--note', 'Same birthday'];
    expect(await output('hits review', integrationId, id, hit!.hitId, ...reviewed)).toEqual({
      outcome: 'reviewed',
      hitId: hit!.hitId,
      status: 'true_match',
    });
    expect(await list()).toEqual([other]);
    expect(await alerts()).toMatchObject([{ ...undecided, cause: '1 undecided: hits list' }]);
    expect(await list('--all', '--session', id)).toEqual([other, { ...hit, status: 'true_match' }]);
    expect(await output('hits show', integrationId, id, hit!.hitId.slice(0, 8))).toMatchObject({
      id: hit!.hitId,
      riskLevel: 'high',
      found: { matchedName: 'Dario Velmont' },
      reviews: [
        {
          at: moment,
          actor: 'cli:ada',
          from: 'potential_match',
          to: 'true_match',
          risk: 'high',
          note: 'Same birthday',
        },
      ],
    });
    const changes = await output<{ action: string; actor: string; note: string | null }[]>(
      'audit list',
      '--session',
      id,
      '--actor',
      'cli:ada',
      '--notes',
    );
    expect(changes.map(({ action, note }) => [action, note])).toEqual([
      ['note', 'Same birthday'],
      ['review-hit', null],
    ]);
  });

  it.each([
    [['--status', 'match'], 2, /^--status: must be one of false_positive, .* not match$/],
    [['--status', 'true_match'], 2, /^--risk: must be given with --status true_match, and only with it$/],
    [['--status', 'false_positive', '--risk', 'low'], 2, /^--risk: must be given with/],
    [['--status', 'false_positive'], 3, /^screening must be enabled: integration configure/],
  ])('refuses hits review %j', async (args, exitCode, note) => {
    const id = await given.client.createSession();
    expect(await run('hits review', given.client.integrationId, id, unknown, ...args)).toMatchObject({
      exitCode,
      note: expect.stringMatching(note) as string,
    });
  });

  it('places a session on legal hold, refuses to erase it, and releases it', async () => {
    const { client, name } = await named();
    const id = await client.createSession();
    await client.createSession();
    const reason = ['--reason', 'court order 17', '--by', 'ada'];
    expect(await output('session hold', name, id.slice(0, 8), ...reason)).toEqual({ outcome: 'held' });
    expect(await output('session hold', name, id, ...reason)).toEqual({ outcome: 'unchanged' });
    expect(await output('session list', '--integration', name, '--held')).toEqual([
      expect.objectContaining({ sessionId: id, heldSince: moment }),
    ]);
    expect(await run('session erase', name, id, '--yes')).toEqual({
      exitCode: 3,
      output: null,
      note: 'session: must not be on legal hold; release it with "session release" once the reason is gone',
    });
    expect(await output('session release', name, id, '--reason', 'case closed', '--by', 'ada')).toEqual({
      outcome: 'released',
    });
    expect(await output('audit list', '--session', id, '--actor', 'cli:ada', '--notes')).toMatchObject([
      { action: 'release-session', note: 'case closed' },
      { action: 'hold-session', note: 'court order 17' },
    ]);
    expect((await run('session hold', name, unknown, ...reason)).exitCode).toBe(4);
    expect((await run('session hold', name, id)).note).toMatch(/^--reason: must be given; usage: /);
  });

  it('lists erasures, and erases again what they name', async () => {
    const { client, name } = await named();
    const [gone, back] = [await client.createSession(), await client.createSession()];
    await output('session erase', name, gone, '--yes', '--by', 'ada');
    const list = () => output<{ sessionId: string }[]>('erasures list', '--integration', name);
    expect(await list()).toEqual([
      {
        integrationId: client.integrationId,
        sessionId: gone,
        scope: 'session',
        actor: 'cli:ada',
        requestedAt: moment,
        erasedAt: null,
        files: null,
      },
    ]);
    const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'erasures-')), 'erasures.jsonl');
    const line = (sessionId: string) =>
      `${JSON.stringify({ integrationId: client.integrationId, sessionId, scope: 'session', files: 1 })}\n`;
    await writeFile(file, line(gone) + line(back));
    expect(await output('erasures replay', file, '--by', 'ada')).toEqual({ listed: 2, erasedAgain: 1 });
    expect((await client.decision(back)).status).toBe(404);
    expect((await list()).map(({ sessionId }) => sessionId).toSorted()).toEqual([gone, back].toSorted());
    await writeFile(file, `${line(gone)}{"sessionId": "${gone}"}\n`);
    expect(await run('erasures replay', file)).toEqual({
      exitCode: 2,
      output: null,
      note: `FILE: must hold lines of "erasures list --format jsonl", with integrationId, sessionId and scope; line 2 of ${file} does not`,
    });
    expect((await run('erasures replay', '/nowhere')).note).toMatch(
      /^FILE: must be a file that can be read, not \/nowhere/,
    );
  });
});
