import { createSecretKey, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { sealWith } from '../../src/encryption/seal.ts';
import { createLog } from '../../src/runtime/log.ts';
import { applyDueProposals } from '../../src/usecases/integration/apply-proposals.ts';
import { mailAlerts } from '../../src/usecases/portal/mail/mail-alerts.ts';
import { sendMails } from '../../src/usecases/portal/mail/send-mails.ts';
import { deleteOutlived } from '../../src/usecases/session/delete-outlived.ts';
import { raiseWebhookAlert } from '../../src/storage/webhook/webhook-alerts.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { verify } from '../support/decide.ts';
import { describeAloneOnce } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

describeAloneOnce('one row that cannot be dealt with', (open) => {
  const clock = sharedClock(open);
  const lines: string[] = [];
  let server: MailServer;
  let api: TestApi;
  beforeAll(async () => {
    server = await startMailServer();
    const log = createLog('info', { destination: { write: (line) => void lines.push(line) } });
    api = await startApi(await open(), { SMTP_URL: server.url, MAIL_FROM: 'identity@example.com' }, { log });
    await api.ctx.database.query(
      `create function refused() returns trigger language plpgsql as $$ begin raise exception 'damaged'; end $$`,
    );
  });
  afterEach(async () => {
    lines.length = 0;
    server.taken = [];
    for (const table of ['session', 'integration', 'mail'])
      await api.ctx.database.query(`drop trigger if exists damaged on ${table}`);
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  /** From now on the database refuses every change that matches. */
  const damage = (table: string, event: 'insert' | 'update', condition: string) =>
    api.ctx.database.query(
      `create trigger damaged before ${event} on ${table} for each row when (${condition}) execute function refused()`,
    );
  const alerts = (integrationId: string) =>
    api.ctx.database.query(
      `select kind, cause from operator_entry where integration_id = $1 and resolved_at is null and kind = 'upkeep_failed'`,
      [integrationId],
    );
  const failures = () => lines.filter((line) => line.includes('one item of upkeep failed'));

  it('keeps no other session from being deleted, and is reported once', async () => {
    const client = await api.integrate({ settings: { retention: { sessionDays: 30 } } });
    const decided = async () => {
      const id = await client.createSession({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
      await client.submit(id);
      await verify(api, id);
      return id;
    };
    const [bad, good] = [await decided(), await decided()];
    await clock.advance({ days: 31 });
    await damage('session', 'update', `old.id = '${bad}'`);
    const look = () => deleteOutlived(api.ctx)('session', 200);
    expect([await look(), await look()]).toEqual([1, 0]);
    expect([(await client.decision(bad)).status, (await client.decision(good)).status]).toEqual([200, 404]);
    expect(await alerts(client.integrationId)).toEqual([
      { kind: 'upkeep_failed', cause: `delete-sessions: ${bad}` },
    ]);
    expect(failures()).toHaveLength(1);
  });

  it('keeps no other change of settings from coming into force', async () => {
    const propose = async () => {
      const { integrationId } = await api.integrate();
      const args = [integrationId, '--set', 'minimumAge=18', '--from', '24h', '--reason', 'contract'];
      expect((await runOn(api.ctx, { command: 'integration propose', args })).exitCode).toBe(0);
      return integrationId;
    };
    const [bad, good] = [await propose(), await propose()];
    await clock.advance({ hours: 25 });
    await damage('integration', 'update', `old.id = '${bad}'`);
    await applyDueProposals(api.ctx)(100);
    await applyDueProposals(api.ctx)(100);
    const ages = await api.ctx.database.query(
      `select settings -> 'minimumAge' as age from integration where id = any($1::uuid[]) order by id = $2`,
      [[bad, good], good],
    );
    expect(ages).toEqual([{ age: null }, { age: 18 }]);
    expect(await alerts(bad)).toMatchObject([
      { cause: expect.stringMatching(/^apply-settings: /) as string },
    ]);
    expect(failures()).toHaveLength(1);
  });

  it('keeps no other e-mail from being queued or sent', async () => {
    const { database, vault } = api.ctx;
    const [one, two] = [await newOrganisation(api), await newOrganisation(api)];
    const owner = await two.add({ role: 'owner' });
    await one.add({ role: 'owner' });
    for (const { client } of [one, two])
      await database.transaction((tx) =>
        raiseWebhookAlert(tx, {
          integrationId: client.integrationId,
          kind: 'webhook-failed',
          type: 'decision',
          cause: 'given up',
        }),
      );
    const [first] = await database.query<{ organisationId: string }>(
      `select organisation_id as "organisationId" from integration where id = $1`,
      [one.client.integrationId],
    );
    await damage('mail', 'insert', `new.organisation_id = '${first?.organisationId}'`);
    await mailAlerts(api.ctx)();
    await database.query('drop trigger damaged on mail');
    // Sealed by this installation, but no e-mail: it is the oldest one that is due.
    const id = randomUUID();
    const sealed = sealWith(
      createSecretKey(vault.derive('portal mail')),
      `portal mail\0${id}`,
      Buffer.from('no e-mail'),
    );
    await database.query(
      `insert into mail (id, organisation_id, kind, subject_id, sealed, expires_at, due_at)
       values ($1, $2, 'alert', $1, $3, now() + interval '1 day', now() - interval '1 hour')`,
      [id, first?.organisationId, sealed],
    );
    await sendMails(api.ctx)(new AbortController().signal);
    expect(server.taken.map(({ to }) => to)).toEqual([[owner.email]]);
    expect(await alerts(one.client.integrationId)).toEqual([
      { kind: 'upkeep_failed', cause: `mail-alerts: ${one.client.integrationId}` },
    ]);
    expect(await database.query('select 1 from mail')).toEqual([]);
    // It is queued as soon as that is possible again.
    await mailAlerts(api.ctx)();
    await sendMails(api.ctx)(new AbortController().signal);
    expect(server.taken).toHaveLength(2);
  });
});
