import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { sendMail } from '../../src/outbound/mail-sender.ts';
import { raiseWebhookAlert } from '../../src/storage/webhook/webhook-alerts.ts';
import { mailAlerts } from '../../src/usecases/portal/mail/mail-alerts.ts';
import { mailLimits } from '../../src/usecases/portal/mail/mail-limits.ts';
import { sendMails } from '../../src/usecases/portal/mail/send-mails.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import { sharedClock } from '../support/clock.ts';
import { databaseCertificate } from '../support/database-certificate.ts';
import { describeAloneOnce } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { goodPassword, openBrowser, type Person } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const newAddress = () => `new-${randomUUID()}@example.com`;
const linkForm = /https:\/\/id\.example\.com\/portal\/invitations\/([\w-]{43})/;

describeAloneOnce('e-mail of the portal', (open) => {
  const clock = sharedClock(open);
  let server: MailServer;
  let api: TestApi;
  beforeAll(async () => {
    server = await startMailServer();
    api = await startApi(await open(), { SMTP_URL: server.url, MAIL_FROM: 'identity@example.com' });
  });
  afterEach(async () => {
    await api.ctx.database.query('delete from mail');
    server.taken = [];
    server.refuseWith = null;
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  const send = () => sendMails(api.ctx)(new AbortController().signal);
  const waiting = () => api.ctx.database.query<{ tries: number }>('select tries from mail');
  const invite = async (email: string) => {
    const owner = await (await newOrganisation(api)).add({ role: 'owner' });
    await owner.stepUp();
    const invited = await owner.browser.post('/team/invitations', {
      email,
      role: 'viewer',
      integrations: null,
    });
    return { owner, invited };
  };

  it('sends the link of an invitation to the mailbox, and shows it nowhere else', async () => {
    const email = newAddress();
    const { invited } = await invite(email);
    expect(invited.status).toBe(201);
    expect(invited.json).toMatchObject({ url: null });
    const rows = await api.ctx.database.query<{ sealed: Uint8Array }>('select * from mail');
    expect(JSON.stringify(rows) + Buffer.from(rows[0]?.sealed ?? []).toString()).not.toContain(email);
    await send();
    expect(server.taken).toMatchObject([{ from: 'identity@example.com', to: [email] }]);
    const [, token = ''] = linkForm.exec(server.taken[0]?.source ?? '') ?? [];
    expect((await openBrowser(api).get(`/invitations/${token}`)).json).toMatchObject({
      email,
      role: 'viewer',
    });
    expect(await waiting()).toEqual([]);
  });

  it.each(['Ada\nSign in at https://evil.example', 'Ada\u2028now', 'Ada \u202eelpmaxe.live', 'Ada\tHarju'])(
    'has no more of a person than a name in one line: %j is refused (S16)',
    async (name) => {
      const own = await newOrganisation(api);
      const owner = await own.add({ role: 'owner' });
      await owner.stepUp();
      const profile = await owner.browser.call({ method: 'PATCH', path: '/me', body: { name } });
      expect([profile.status, profile.json.error.member]).toEqual([422, 'name']);
      const rules = { codesRequired: false, allowedAddresses: [], idleMinutes: 30, signInMinutes: 720 };
      const body = { ...rules, version: 1, name, revealByGrant: false };
      const renamed = await owner.browser.call({ method: 'PUT', path: '/organisation', body });
      expect([renamed.status, renamed.json.error.member]).toEqual([422, 'name']);
    },
  );

  it('goes to an address with an account elsewhere as to any other, so that no answer shows who has one (S01)', async () => {
    const colleague = await (await newOrganisation(api)).add({ role: 'viewer' });
    const { owner, invited } = await invite(colleague.email);
    expect([invited.status, invited.json.url]).toEqual([201, null]);
    await send();
    const [, token = ''] = linkForm.exec(server.taken[0]?.source ?? '') ?? [];
    const accepted = await openBrowser(api).post(`/invitations/${token}`, {
      name: 'Twice',
      password: goodPassword,
      language: 'en',
    });
    expect(accepted.json.error.code).toBe('already-member');
    const again = { email: owner.email, role: 'viewer', integrations: null };
    expect((await owner.browser.post('/team/invitations', again)).json.error.code).toBe('already-member');
  });

  it('sends the link of an operator too, who is shown none', async () => {
    const email = newAddress();
    const args = [email, '--organisation', `New ${email}`, '--create', '--role', 'owner', '--mail'];
    const { output } = await runOn(api.ctx, { command: 'portal invite', args });
    expect(output).toMatchObject({ email, role: 'owner', url: null });
    await send();
    expect(server.taken).toMatchObject([{ to: [email] }]);
    const [, token = ''] = linkForm.exec(server.taken[0]?.source ?? '') ?? [];
    expect((await openBrowser(api).get(`/invitations/${token}`)).json).toMatchObject({
      email,
      role: 'owner',
    });
  });

  it('sends four invitations to one stranger, then one after ten minutes, and no more to many (S07)', async () => {
    const owner = await (await newOrganisation(api)).add({ role: 'owner' });
    await owner.stepUp();
    let sent = 0;
    const inviting = async (email: string) => {
      // The page sends ten at once, then one every two seconds: not what is tried here.
      sent += 1;
      if (sent > 8) await new Promise((resolve) => setTimeout(resolve, 2_000));
      return owner.browser.post('/team/invitations', { email, role: 'viewer', integrations: null });
    };
    const stranger = newAddress();
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await inviting(stranger)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 429]);
    const refused = await inviting(stranger.toUpperCase());
    expect([refused.status, refused.json.error.code]).toEqual([429, 'too-many']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect((await inviting(newAddress())).status).toBe(201);
    expect(await waiting()).toHaveLength(5);
  });

  it('sends nothing of an invitation that was taken back before', async () => {
    const { owner, invited } = await invite(newAddress());
    await owner.browser.call({ method: 'DELETE', path: `/team/invitations/${invited.json.id}` });
    await send();
    expect(server.taken).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('tries again, later each time, what the server does not take now', async () => {
    await invite(newAddress());
    server.refuseWith = 451;
    await send();
    await send();
    expect(await waiting()).toEqual([{ tries: 1 }]);
    await clock.advance({ seconds: 61 });
    await send();
    expect(await waiting()).toEqual([{ tries: 2 }]);
    server.refuseWith = null;
    await clock.advance({ seconds: 61 });
    await send();
    expect(server.taken).toEqual([]);
    await clock.advance({ seconds: 60 });
    await send();
    expect(server.taken).toHaveLength(1);
  });

  it('drops what the server refuses permanently, and what is past its time', async () => {
    await invite(newAddress());
    server.refuseWith = 550;
    await send();
    expect(await waiting()).toEqual([]);
    server.refuseWith = 451;
    await invite(newAddress());
    await send();
    server.refuseWith = null;
    await clock.advance({ hours: 73 });
    await send();
    expect(server.taken).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('drops what it cannot open, and sends what is behind it', async () => {
    await invite(newAddress());
    await api.ctx.database.query(`update mail set sealed = sealed || '\\x00'::bytea`);
    const email = newAddress();
    await invite(email);
    await send();
    expect(server.taken.flatMap(({ to }) => to)).toEqual([email]);
    expect(await waiting()).toEqual([]);
  });

  it('names webhooks that have failed for an hour, to those who may read them, once', async () => {
    const own = await newOrganisation(api);
    const people = {
      owner: await own.add({ role: 'owner' }),
      developer: await own.add({ role: 'developer' }),
      reviewer: await own.add({ role: 'reviewer' }),
    };
    await newOrganisation(api).then((other) => other.add({ role: 'owner' }));
    await api.ctx.database.transaction((tx) =>
      raiseWebhookAlert(tx, {
        integrationId: own.client.integrationId,
        kind: 'webhook-endpoint-failing',
        type: 'decision',
        cause: '500',
      }),
    );
    const round = async () => {
      await mailAlerts(api.ctx)();
      await send();
      return server.taken;
    };
    expect(await round()).toEqual([]);
    await clock.advance({ minutes: 61 });
    const taken = await round();
    expect(taken.flatMap(({ to }) => to).toSorted()).toEqual(
      [people.owner.email, people.developer.email].toSorted(),
    );
    expect(taken[0]?.source).toMatch(
      /- \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ: every webhook of type decision fails\r\n/,
    );
    expect(taken[0]?.source).toContain('https://id.example.com/portal/webhooks');
    await clock.advance({ hours: 2 });
    expect(await round()).toHaveLength(2);
  });

  it('reports a limit of sessions that is nearly used, then reached, once each, to whom it reports failures', async () => {
    const own = await newOrganisation(api);
    const people = { owner: await own.add({ role: 'owner' }), viewer: await own.add({ role: 'viewer' }) };
    const limit = await runOn(api.ctx, {
      command: 'portal set-limits',
      args: ['--organisation', own.name, '--mode', 'test', '--day', '5', '--reason', 'contract'],
    });
    expect(limit.exitCode).toBe(0);
    const create = () => own.client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const round = async () => {
      server.taken = [];
      await mailLimits(api.ctx)();
      await send();
      return server.taken.map(({ to, source }) => ({
        to,
        line: source.split('\r\n\r\n')[1]?.split('\r\n')[0],
      }));
    };
    for (let created = 0; created < 3; created += 1) await create();
    expect(await round()).toEqual([]);
    await create();
    const to = [people.owner.email];
    const near = `${own.name} has created 4 of the 5 test sessions that it may create in this day (UTC).`;
    expect(await round()).toEqual([{ to, line: near }]);
    expect(await round()).toEqual([]);
    await create();
    const reached = `${own.name} has created all 5 test sessions that it may create in this day (UTC).`;
    expect(await round()).toEqual([{ to, line: reached }]);
    expect(await round()).toEqual([]);
    const { rows } = (await people.owner.browser.get('/audit?action=mail-session-limit')).json;
    expect(rows.map(({ details }) => details['reached'])).toEqual([true, false]);
  });

  it.each([
    [
      'es',
      /^Subject: =\?UTF-8\?Q\?Invitaci=C3=B3n_a_las_verificaciones/m,
      'fallan todos los webhooks de tipo decision',
    ],
    ['pt-BR', /^Subject: =\?UTF-8\?Q\?Convite_para_as_verifica/m, 'todos os webhooks do tipo decision'],
  ])(
    'is written in the language of the person who invites, or is notified of failures: %s',
    async (language, subject, failure) => {
      const own = await newOrganisation(api);
      const owner = await own.add({ role: 'owner' });
      await owner.stepUp();
      await owner.browser.call({ method: 'PATCH', path: '/me', body: { language } });
      await owner.browser.post('/team/invitations', {
        email: newAddress(),
        role: 'viewer',
        integrations: null,
      });
      await send();
      expect(server.taken.map(({ source }) => source)).toEqual([expect.stringMatching(subject)]);
      server.taken = [];
      await api.ctx.database.transaction((tx) =>
        raiseWebhookAlert(tx, {
          integrationId: own.client.integrationId,
          kind: 'webhook-endpoint-failing',
          type: 'decision',
          cause: '500',
        }),
      );
      await clock.advance({ minutes: 61 });
      await mailAlerts(api.ctx)();
      await send();
      expect(server.taken.map(({ source }) => source)).toEqual([expect.stringContaining(failure)]);
    },
  );

  it('trusts no server whose certificate it cannot verify', async () => {
    const other = await startMailServer({ secure: true });
    const mail = { to: newAddress(), subject: 'Test', text: 'Test' };
    const result = await sendMail({ url: other.url, from: 'identity@example.com' }, mail);
    expect(result).toEqual({ outcome: 'failed', reason: 'ESOCKET' });
    expect(other.taken).toEqual([]);
    await other.close();
  });

  it('goes over smtps to a server whose certificate is trusted and has its name, and to no other name', async () => {
    const named = await startMailServer({ secure: true });
    // The certificate is for 127.0.0.1.
    const other = await startMailServer({ secure: true, host: '127.0.0.2' });
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-mail-'));
    try {
      const trusted = path.join(folder, 'ca.pem');
      await fs.writeFile(trusted, databaseCertificate.cert);
      // Node reads it at its start.
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [await bundledProgram('mail-process'), named.url, other.url],
        { env: { NODE_EXTRA_CA_CERTS: trusted } },
      );
      expect(JSON.parse(stdout)).toEqual([{ outcome: 'sent' }, { outcome: 'failed', reason: 'ESOCKET' }]);
      expect(named.taken).toMatchObject([{ from: 'identity@example.com', to: ['ada@example.com'] }]);
      expect(other.taken).toEqual([]);
    } finally {
      await Promise.all([named.close(), other.close(), fs.rm(folder, { recursive: true })]);
    }
  });

  it('sends 51 invitations of an organisation to strangers, then one after a minute (S07)', async () => {
    const own = await newOrganisation(api);
    // Who accepts an invitation takes one out of the count, so they come first; each sends ten at once.
    const owners: Person[] = [];
    for (let at = 0; at < 6; at += 1) owners.push(await own.add({ role: 'owner' }));
    const inviteBy = ({ browser }: Person) =>
      browser.post('/team/invitations', { email: newAddress(), role: 'viewer', integrations: null });
    const statuses: number[] = [];
    for (let at = 0; at < 52; at += 1) {
      const owner = owners[Math.floor(at / 10)] as Person;
      if (at % 10 === 0) await owner.stepUp();
      const { status, json, headers } = await inviteBy(owner);
      statuses.push(status);
      if (status === 201) continue;
      expect(json.error.code).toBe('too-many');
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(Number(headers['retry-after'])).toBeGreaterThan(30);
    }
    expect(statuses).toEqual([...Array<number>(51).fill(201), 429]);
    expect(await waiting()).toHaveLength(51);
    const another = await (await newOrganisation(api)).add({ role: 'owner' });
    await another.stepUp();
    expect((await inviteBy(another)).status).toBe(201);
    await clock.advance({ seconds: 61 });
    const last = owners.at(-1) as Person;
    expect((await inviteBy(last)).status).toBe(201);
    expect((await inviteBy(last)).status).toBe(429);
  });

  it('keeps an address that would add a header out of the headers', async () => {
    const mail = { to: newAddress(), subject: 'One\r\nBcc: eve@example.com', text: 'Test' };
    expect(await sendMail({ url: server.url, from: 'identity@example.com' }, mail)).toEqual({
      outcome: 'sent',
    });
    expect(server.taken[0]?.to).toHaveLength(1);
    expect(server.taken[0]?.source).not.toMatch(/^bcc:/im);
  });
});
