import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startApi } from '../support/api.ts';
import { describeEnginesOnce } from '../support/engines.ts';

/** Of the installation, not of an integration. */
const common = [
  'audit_chain',
  'audit_checkpoint',
  'audit_horizon',
  'audit_link',
  'backup',
  'registry_outage',
  'installation',
  'integration',
  'migration',
  'watchlist_lists',
  'watchlist_run',
];

/** Of an organisation and its people, who may reach several integrations. */
const ofOrganisations = [
  'mail',
  'organisation',
  'organisation_audit',
  'organisation_limit',
  'portal_email_change',
  'portal_invitation',
  'portal_lockout',
  'portal_passkey',
  'portal_passkey_attempt',
  'portal_recovery_code',
  'portal_reveal',
  'portal_sign_in',
  'portal_sso',
  'portal_sso_attempt',
  'portal_sso_identity',
  'portal_user',
  'session_export',
  'session_export_part',
];

describeEnginesOnce('the keys of the database', (open) => {
  it('begin with the integration in every table that belongs to one (S17)', async () => {
    const database = await open();
    const rows = await database.query<{ table: string; first: string }>(
      `select t.relname as "table", a.attname as first from pg_index i
         join pg_class t on t.oid = i.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
       where i.indisprimary and t.relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(15);
    const others = rows.filter(({ first }) => first !== 'integration_id').map(({ table }) => table);
    expect(others.filter((table) => !common.includes(table)).toSorted()).toEqual(ofOrganisations);
  });

  it('let no row point to a session or attempt of another integration, whatever a query omits (S17)', async () => {
    const database = await open();
    const api = await startApi(database);
    try {
      const [one, two] = [await api.integrate(), await api.integrate()];
      const sessionId = await one.createSession();
      const insert = (integrationId: string) =>
        database.query(
          `insert into attempt (integration_id, id, session_id, ordinal, status) values ($1, $2, $3, 7, 'approved')`,
          [integrationId, randomUUID(), sessionId],
        );
      await expect(insert(two.integrationId)).rejects.toThrow();
      await insert(one.integrationId);
    } finally {
      await api.close();
    }
  });
});
