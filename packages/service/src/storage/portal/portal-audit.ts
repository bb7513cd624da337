import { isMoment } from '@countersign/contract';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { exactInstant, readCursor, writeCursor } from './cursor.ts';

/** Filters for changes; `null`: no filter. */
export interface PortalAuditFilter {
  organisationId: string;
  /** Integrations the reader has access to; never more. */
  integrationIds: readonly string[];
  /** Includes changes of the organisation as a whole. */
  withOrganisation: boolean;
  sessionId: string | null;
  /** The whole actor, or the part before its colon. */
  actor: string | null;
  action: string | null;
  since: string | null;
  until: string | null;
  after: AuditPlace | null;
  limit: number;
}

/** Position of the last change on the previous page. */
export interface AuditPlace {
  at: string;
  /** 0: of an integration; 1: of the organisation. */
  source: number;
  id: number;
}

export type PortalAuditLine = {
  source: number;
  id: number;
  at: string;
  integrationId: string | null;
  actor: string;
  action: string;
  sessionId: string | null;
  from: string | null;
  to: string | null;
  details: Record<string, unknown>;
  place: string;
};

const wanted = `($3::text is null or a.actor = $3 or split_part(a.actor, ':', 1) = $3) and ($4::text is null or a.action = $4)
  and a.at >= coalesce($5::timestamptz, '-infinity') and a.at < coalesce($6::timestamptz, 'infinity')
  and a.at <= coalesce($7::timestamptz, 'infinity')`;
const after = (source: number) =>
  `($7::timestamptz is null or a.at < $7::timestamptz or $8::int < ${source} or ($8::int = ${source} and a.id < $9::bigint))`;

/** Actions of programs, which every session has: recent ones are always quickly found. All others are found through `audit_seldom`. */
export const frequentActions = [
  'create-session',
  'open-session',
  'started',
  'collect-data',
  'upload-media',
  'accept-picture',
  'submit-session',
  'submitted',
  'pass_checks',
  'fail_check',
  'complete-screening',
];
const isSeldom = `a.action not in (${frequentActions.map((action) => `'${action}'`).join(', ')})`;
/** Actors with entries for nearly every session. Those of all others are found through `audit_people`. */
export const frequentActors = ['api', 'flow', 'worker'];
const isOfPeople = `split_part(a.actor, ':', 1) not in (${frequentActors.map((actor) => `'${actor}'`).join(', ')})`;

/** Conditions that let an index find rare entries. */
function narrowed({ actor, action }: Pick<PortalAuditFilter, 'actor' | 'action'>): string {
  if (action !== null && !frequentActions.includes(action)) return `and ${isSeldom}`;
  const [kind] = (actor ?? 'api').split(':');
  return frequentActors.includes(kind ?? '') ? '' : `and ${isOfPeople}`;
}

const list = (narrowing: string): string => `
  select source, id, ${instant('at')} as at, ${exactInstant('at')} as place, "integrationId", actor, action, "sessionId",
    "from", "to", details
  from (
    select 0 as source, a.id, a.at, a.integration_id as "integrationId", a.actor, a.action, a.session_id as "sessionId",
      a.from_state as "from", a.to_state as "to", a.details
    from unnest($1::uuid[]) i (id) cross join lateral (
      select * from audit a where a.integration_id = i.id and ($2::uuid is null or a.session_id = $2) and ${wanted}
        and ${after(0)} ${narrowing}
      order by a.at desc, a.id desc limit $10::int) a
    union all (
      select 1, a.id, a.at, null, a.actor, a.action, null, null, null, a.details
      from organisation_audit a
      where a.organisation_id = $11 and $12::boolean and $2::uuid is null and ${wanted} and ${after(1)}
      order by a.at desc, a.id desc limit $10::int)
  ) a order by a.at desc, source, a.id desc limit $10::int`;

/** Changes of integrations and of the organisation itself, newest first, by portal users and all other actors. */
export function listPortalAudit(db: Queryable, filter: PortalAuditFilter): Promise<PortalAuditLine[]> {
  return db.query(list(narrowed(filter)), [
    filter.integrationIds,
    filter.sessionId,
    filter.actor,
    filter.action,
    filter.since,
    filter.until,
    filter.after?.at ?? null,
    filter.after?.source ?? null,
    filter.after?.id ?? null,
    filter.limit,
    filter.organisationId,
    filter.withOrganisation,
  ]);
}

/** The cursor of the page after this entry. */
export const auditCursor = ({ place, source, id }: PortalAuditLine): string =>
  writeCursor([place, source, id]);

/** Decodes a cursor of the audit log; `null` for an invalid one. */
export function readAuditCursor(cursor: string): AuditPlace | null {
  const parts = readCursor(cursor, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [01] \d{1,15}$/);
  const [at = ''] = parts ?? [];
  return parts && isMoment(at) ? { at, source: Number(parts[1]), id: Number(parts[2]) } : null;
}
