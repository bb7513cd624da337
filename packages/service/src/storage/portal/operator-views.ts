import type { Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { clockSlack } from '../clock-slack.ts';
import { instant } from '../instant.ts';
import { type OrganisationRules, rulesColumn } from './portal-users.ts';

/** Key of the log entry that began a view; a view is stored only as log entries of its organisation. */
export interface ViewKey {
  organisationId: string;
  /** Id of the entry. */
  entry: number;
}

/** An operator's view that is in force. */
export type OperatorViewRow = ViewKey & {
  organisation: string;
  rules: OrganisationRules;
  /** The operator, as in the log. */
  actor: string;
  reason: string;
  /** ISO 8601, UTC. */
  beganAt: string;
  until: string;
};

/** The name of an operator for display, from the one in the log. */
export const operatorOf = (actor: string): string => actor.replace(/^cli:/, '');

/** Begins a view by recording it. */
export async function insertOperatorView(
  tx: Tx,
  view: { organisationId: string; actor: string; reason: string; minutes: number },
): Promise<ViewKey & { until: string }> {
  const [row] = await tx.query<{ entry: number; until: string }>(
    `insert into organisation_audit (organisation_id, actor, action, details)
     values ($1, $2, 'begin-operator-view',
       jsonb_build_object('operator', $5::text, 'reason', $3::text, 'until', ${instant('(now() + make_interval(mins => $4::int))')}))
     returning id as entry, details ->> 'until' as until`,
    [view.organisationId, view.actor, view.reason, view.minutes, operatorOf(view.actor)],
  );
  if (!row) throw new Error('an entry that was just inserted is not there');
  return { organisationId: view.organisationId, entry: row.entry, until: row.until };
}

/** The view if it is in force: its time has not passed and it has not been ended. */
export async function findOperatorView(
  db: Queryable,
  { organisationId, entry }: ViewKey,
): Promise<OperatorViewRow | null> {
  const [row] = await db.query<Omit<OperatorViewRow, keyof ViewKey>>(
    `select o.name as organisation, ${rulesColumn}, a.actor, a.details ->> 'reason' as reason,
       ${instant('a.at')} as "beganAt", a.details ->> 'until' as until
     from organisation_audit a join organisation o on o.id = a.organisation_id
     where a.organisation_id = $1 and a.id = $2 and a.action = 'begin-operator-view'
       and (a.details ->> 'until')::timestamptz > now()
       and a.at < now() + ${clockSlack}
       and not exists (select 1 from organisation_audit e where e.organisation_id = $1 and e.id > $2
         and e.action = 'end-operator-view' and e.details = jsonb_build_object('view', $2::bigint))`,
    [organisationId, entry],
  );
  return row ? { organisationId, entry, ...row } : null;
}

/**
 * Records an event of a view, unless it is already recorded; the caller holds the lock of the organisation if concurrent recordings matter.
 * @param what the event, in addition to the view
 * @returns false if it was recorded before
 */
export async function noteOfOperatorView(
  tx: Queryable,
  { organisationId, entry, actor }: ViewKey & { actor: string },
  { action, what = {} }: { action: `${'open' | 'read-in' | 'end'}-operator-view`; what?: object },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into organisation_audit (organisation_id, actor, action, details)
     select $1::uuid, $3::text, $4::text, $5::jsonb
     where not exists (select 1 from organisation_audit e where e.organisation_id = $1 and e.id > $2::bigint
       and e.action = $4 and e.details = $5::jsonb)
     returning 1`,
    [organisationId, entry, actor, action, JSON.stringify({ view: entry, ...what })],
  );
  return rows.length === 1;
}
