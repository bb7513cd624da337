import type { Database, Tx } from '../engine/database.ts';

/** Subjects of e-mails. */
export type MailKind = 'invitation' | 'alert' | 'email-change' | 'email-changed' | 'password-changed';

export interface NewMail {
  id: string;
  organisationId: string;
  kind: MailKind;
  /** Id of the invitation, the alert, the address change, or the account whose password changed. */
  subjectId: string;
  /** Recipient, subject and text. */
  sealed: Uint8Array;
  /** Hours after which it is no longer needed. */
  hours: number;
}

/** Queues an e-mail; it is sent once the transaction is committed. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx.query(
    `insert into mail (id, organisation_id, kind, subject_id, sealed, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(hours => $6::int))`,
    [mail.id, mail.organisationId, mail.kind, mail.subjectId, mail.sealed, mail.hours],
  );
}

export type ClaimedMail = {
  id: string;
  kind: MailKind;
  sealed: Uint8Array;
  /** Including this one. */
  tries: number;
  /** It has expired. */
  isLate: boolean;
  /** Its invitation was withdrawn or accepted, or its address change was completed or replaced. */
  isNeedless: boolean;
};

/** Claims due e-mails for two minutes, those that were due first before the others. */
export const claimMails = (database: Database, limit: number): Promise<ClaimedMail[]> =>
  database.query<ClaimedMail>(
    `with due as materialized (
       select id, row_number() over (order by due_at, created_at) as place
       from (select id, due_at, created_at from mail where due_at <= now() order by due_at limit $1 for update skip locked) d
     ), claimed as (
       update mail m set tries = tries + 1, due_at = now() + interval '2 minutes' from due where m.id = due.id
       returning m.id, m.kind, m.subject_id, m.sealed, m.tries, m.expires_at, due.place
     )
     select m.id, m.kind, m.sealed, m.tries, m.expires_at <= now() as "isLate",
       (m.kind = 'invitation' and not exists (select 1 from portal_invitation i where i.id = m.subject_id))
         or (m.kind = 'email-change' and not exists (select 1 from portal_email_change c where c.id = m.subject_id)) as "isNeedless"
     from claimed m order by m.place`,
    [limit],
  );

/** Deletes an e-mail that was sent, or is no longer to be sent. */
export async function deleteMail(database: Database, id: string): Promise<void> {
  await database.query(`delete from mail where id = $1`, [id]);
}

/** Retries it after the given number of seconds. */
export async function postponeMail(database: Database, id: string, seconds: number): Promise<void> {
  await database.query(`update mail set due_at = now() + make_interval(secs => $2::float8) where id = $1`, [
    id,
    seconds,
  ]);
}

export type UnmailedAlert = {
  id: string;
  integrationId: string;
  integration: string;
  mode: 'test' | 'live';
  organisationId: string;
  organisation: string;
  kind: string;
  /** Type of the webhook, or name of the registry. */
  subject: string;
  /** ISO 8601. */
  since: string;
};

/** The e-mail about an alert `e` is due: immediately for final failures, after an hour for what still fails. */
const mailDue = `e.resolved_at is null and e.mailed_at is null
  and (e.kind in ('webhook-failed', 'webhook-endpoint-paused')
    or (e.kind in ('webhook-endpoint-failing', 'registry_unusable') and e.created_at < now() - interval '1 hour'))`;

/** Integrations with alerts whose e-mails are due, that of the oldest alert first; without those that had an e-mail in the last hour. */
export async function listUnmailed(database: Database): Promise<string[]> {
  const rows = await database.query<{ integrationId: string }>(
    `select e.integration_id as "integrationId" from operator_entry e
     where ${mailDue} and not exists (select 1 from operator_entry other
       where other.integration_id = e.integration_id and other.mailed_at > now() - interval '1 hour')
     group by 1 order by min(e.created_at)`,
  );
  return rows.map(({ integrationId }) => integrationId);
}

/** Marks an integration's alerts whose e-mails are due as mailed, and returns them; at most once an hour per integration. */
export const takeUnmailedAlerts = (tx: Tx, integrationId: string): Promise<UnmailedAlert[]> =>
  tx.query<UnmailedAlert>(
    `with due as (
       select e.integration_id, e.id, i.name as integration, i.mode, o.id as organisation_id, o.name as organisation
       from operator_entry e join integration i on i.id = e.integration_id join organisation o on o.id = i.organisation_id
       where e.integration_id = $1 and ${mailDue}
         and not exists (select 1 from operator_entry other
           where other.integration_id = e.integration_id and other.mailed_at > now() - interval '1 hour')
       order by e.created_at limit 1000 for update of e skip locked)
     update operator_entry e set mailed_at = now()
     from due d where e.integration_id = d.integration_id and e.id = d.id
     returning e.id, e.integration_id as "integrationId", d.integration, d.mode, d.organisation_id as "organisationId", d.organisation,
       e.kind, split_part(e.cause, ':', 1) as subject, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since`,
    [integrationId],
  );
