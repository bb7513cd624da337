import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAlone } from '../support/engines.ts';
import { goodPassword, openBrowser } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

interface Shown {
  suspendedAt: string | null;
  integrations: { integrationId: string; active: boolean }[];
}

describeApiOnce('an organisation, managed by the operator', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  const of = (verb: string, organisation: string, ...args: string[]) =>
    run(`portal ${verb}`, '--organisation', organisation, ...args);
  const activity = async (organisation: string) =>
    ((await of('show', organisation)).output as Shown).integrations.map(({ active }) => active);

  it('is shown with contact, integrations, people and open invitations', async () => {
    const own = await newOrganisation(given.api, { settings: { requestsPerSecond: 5 } });
    const owner = await own.add({ role: 'owner' });
    expect((await of('contact', own.name, '--contact', ' service desk ', '--by', 'ada')).exitCode).toBe(0);
    expect((await of('show', own.name.toUpperCase())).output).toEqual({
      id: expect.any(String) as string,
      name: own.name,
      isDefault: false,
      contact: 'service desk',
      suspendedAt: null,
      createdAt: moment,
      integrations: [
        {
          integrationId: own.client.integrationId,
          name: expect.any(String) as string,
          mode: 'test',
          active: true,
          requestsPerSecond: 5,
        },
      ],
      people: [
        expect.objectContaining({ email: owner.email, role: 'owner', secondStep: true, createdAt: moment }),
      ],
      invitations: [expect.objectContaining({ role: 'viewer', invitedBy: 'cli', expiresAt: moment })],
      sessionLimits: [],
    });
    const [newest] = (await of('history', own.name, '--limit', '1')).output as object[];
    expect(newest).toMatchObject({ actor: 'cli:ada', action: 'note-contact', details: {} });
    expect(await of('show', 'No such one')).toMatchObject({ exitCode: 4 });
    expect(await of('contact', own.name, '--contact', 'x'.repeat(501))).toMatchObject({
      exitCode: 2,
      note: '--contact: must be 500 characters at most, not 501',
    });
  });

  it('is suspended: its integrations reject requests, and its people are signed out and kept out of the portal', async () => {
    const own = await newOrganisation(given.api);
    const stopped = await own.integrate();
    await run('integration deactivate', stopped.integrationId);
    const owner = await own.add({ role: 'owner' });
    expect((await owner.browser.get('/me')).status).toBe(200);
    const invited = await of(
      'invite',
      own.name,
      `late-${own.name.slice(-8)}@example.com`,
      '--role',
      'viewer',
    );
    const suspended = await of('suspend', own.name, '--reason', 'contract ended', '--by', 'ada');
    expect(suspended.output).toEqual({ outcome: 'suspended', integrations: 1 });

    expect(await activity(own.name)).toEqual([false, false]);
    const session = { method: 'POST', path: '/sessions', body: { verification: {} } } as const;
    expect((await own.client.call(session)).status).toBe(401);
    expect((await owner.browser.get('/me')).status).toBe(401);
    const signIn = await openBrowser(given.api).post('/sign-in', {
      email: owner.email,
      password: goodPassword,
    });
    expect(signIn.json.error).toEqual({
      code: 'organisation-suspended',
      message: 'Your organisation is suspended. The operator of this installation can end that.',
    });
    const wrong = { email: owner.email, password: 'wrong horse battery' };
    expect((await openBrowser(given.api).post('/sign-in', wrong)).json.error.code).toBe('wrong-credentials');
    const { url } = invited.output as { url: string };
    const guest = { name: 'Guest', password: goodPassword, language: 'en' };
    const accepted = await openBrowser(given.api).post(`/invitations/${url.split('/').at(-1) ?? ''}`, guest);
    expect(accepted.json.error.code).toBe('organisation-suspended');

    // No way around it, integration by integration.
    const barred = { exitCode: 3, output: { outcome: 'organisation-suspended' } };
    expect(await run('integration activate', own.client.integrationId)).toMatchObject(barred);
    const other = await newOrganisation(given.api);
    expect(await of('give', own.name, other.client.integrationId)).toMatchObject(barred);
    expect(await of('suspend', own.name, '--reason', 'again')).toMatchObject({
      exitCode: 3,
      output: { outcome: 'already-suspended' },
    });
    expect((await other.client.call(session)).status).toBe(201);
  });

  it('resumes when its suspension ends: only what the suspension stopped runs again', async () => {
    const own = await newOrganisation(given.api);
    const [stopped, given2] = [await own.integrate(), await own.integrate()];
    await run('integration deactivate', stopped.integrationId);
    const owner = await own.add({ role: 'owner' });
    await of('suspend', own.name, '--reason', 'contract ended', '--by', 'ada');
    const other = await newOrganisation(given.api);
    await of('give', other.name, given2.integrationId);
    const resumed = await of('resume', own.name, '--reason', 'contract renewed', '--by', 'bo');
    expect(resumed.output).toEqual({ outcome: 'resumed', integrations: 1 });
    expect(await activity(own.name)).toEqual([true, false]);
    // Given away meanwhile, it is the other one's to start.
    expect(await activity(other.name)).toEqual([false, true]);
    const again = openBrowser(given.api);
    expect((await again.post('/sign-in', { email: owner.email, password: goodPassword })).json.next).toBe(
      'totp',
    );
    const history = (await of('history', own.name)).output as {
      action: string;
      details: object;
      actor: string;
    }[];
    expect(history.filter(({ action }) => /suspend|resume/.test(action))).toEqual([
      expect.objectContaining({
        actor: 'cli:bo',
        action: 'resume-organisation',
        details: { reason: 'contract renewed', integrations: [own.client.integrationId] },
      }),
      expect.objectContaining({ actor: 'cli:ada', action: 'suspend-organisation' }),
    ]);
    // The client reads it in the own log, with the reason.
    const changes = (await run('integration history', own.client.integrationId)).output as object[];
    expect(changes).toEqual([
      expect.objectContaining({ actor: 'cli:bo', reason: 'contract renewed', active: true }),
      expect.objectContaining({ actor: 'cli:ada', reason: 'contract ended', active: false }),
    ]);
    expect(await of('resume', own.name, '--reason', 'again')).toMatchObject({
      exitCode: 3,
      output: { outcome: 'not-suspended' },
    });
  });

  it('is invited by e-mail only where the service can send e-mail', async () => {
    const own = await newOrganisation(given.api);
    const invite = await of('invite', own.name, 'mail@example.com', '--role', 'owner', '--mail');
    expect(invite).toMatchObject({
      exitCode: 3,
      note: expect.stringMatching(/^SMTP_URL: must be set/) as string,
    });
    expect(((await of('show', own.name)).output as { invitations: object[] }).invitations).toHaveLength(1);
  });
});

describeApiOnce(
  'the default organisation, suspended',
  (given) => {
    it('cannot get a new integration until its suspension ends', async () => {
      const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
      const own = ['--organisation', 'Example Ltd'];
      const create = () => run('integration create', '--name', 'Late', '--mode', 'test');
      await run('portal invite', 'ada@example.com', ...own, '--role', 'owner');
      await run('portal suspend', ...own, '--reason', 'contract ended');
      expect(await create()).toEqual({
        exitCode: 3,
        output: { outcome: 'organisation-suspended' },
        note: 'organisation: must not be suspended; "portal resume" ends a suspension, "portal show" shows it',
      });
      expect(await run('portal resume', ...own, '--reason', 'contract renewed')).toMatchObject({
        output: { integrations: 1 },
      });
      expect((await create()).exitCode).toBe(0);
    });
  },
  { on: describeAlone },
);
