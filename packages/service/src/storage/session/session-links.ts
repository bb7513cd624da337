import type { SessionStatus } from '@countersign/core';
import type { Queryable } from '../integration/live-caller.ts';
import type { Row, Tx } from '../engine/database.ts';

/** Data stored for a session so that related sessions can be found. */
export interface SessionLinkRow {
  integrationId: string;
  sessionId: string;
  documentHash: Uint8Array | null;
  personalHash: Uint8Array | null;
  pictureHash: Uint8Array | null;
  model: string | null;
  faces: Uint8Array | null;
  data: Uint8Array;
}

/** Stores the traces of a session; those of a later attempt replace earlier ones. */
export async function putSessionLink(tx: Tx, link: SessionLinkRow): Promise<void> {
  await tx.query(
    `insert into session_link (integration_id, session_id, document_hash, personal_hash, picture_hash, model, faces, data)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (integration_id, session_id) do update set document_hash = excluded.document_hash,
       personal_hash = excluded.personal_hash, picture_hash = excluded.picture_hash, model = excluded.model,
       faces = excluded.faces, data = excluded.data, created_at = now()`,
    [
      link.integrationId,
      link.sessionId,
      link.documentHash,
      link.personalHash,
      link.pictureHash,
      link.model,
      link.faces,
      link.data,
    ],
  );
}

/** A wrapped key and the data sealed under it. */
interface Keyed extends Row {
  sessionId: string;
  dataKey: Uint8Array;
  kekVersion: number;
}

export interface LinkedFacesRow extends Keyed {
  faces: Uint8Array;
  /** Microseconds since 1970, for the next page. */
  createdAt: string;
}

/**
 * Faces of other sessions from the same face model, newest first.
 * @param before end of the previous page, `null` for the first
 */
export function listLinkedFaces(
  db: Queryable,
  page: {
    integrationId: string;
    sessionId: string;
    model: string;
    before: Pick<LinkedFacesRow, 'createdAt' | 'sessionId'> | null;
    limit: number;
  },
): Promise<LinkedFacesRow[]> {
  const { integrationId, sessionId, model, before, limit } = page;
  return db.query<LinkedFacesRow>(
    `select l.session_id as "sessionId", l.faces, s.data_key as "dataKey", s.kek_version as "kekVersion",
       l.created_at::text as "createdAt"
     from session_link l join session s on s.integration_id = l.integration_id and s.id = l.session_id
     where l.integration_id = $1 and l.model = $3 and l.session_id <> $2 and l.faces is not null
       and s.deleted_at is null and s.data_key is not null
       and ($4::timestamptz is null or (l.created_at, l.session_id) < ($4::timestamptz, $5::uuid))
     order by l.created_at desc, l.session_id desc limit $6`,
    [integrationId, sessionId, model, before?.createdAt ?? null, before?.sessionId ?? null, limit],
  );
}

export interface LinkedSessionRow extends Keyed {
  data: Uint8Array;
  status: SessionStatus;
  reasonCode: number | null;
  agreedFraud: boolean;
  sameDocument: boolean;
  samePersonal: boolean;
  samePicture: boolean;
  /** Created less than a day before the given session. */
  recent: boolean;
}

/** Reason code of a session's newest decision, in a statement whose first parameter is the integration. */
const reasonCodeOf = (sessionId: string): string =>
  `(select d.reason_code from decision d where d.integration_id = $1 and d.session_id = ${sessionId}
    order by d.created_at desc, d.ordinal desc limit 1)`;

/** Whether a session was reported as fraud and the review agreed; used like {@link reasonCodeOf}. */
const agreedFraudOf = (sessionId: string): string =>
  `exists (select 1 from fraud_report f
    where f.integration_id = $1 and f.session_id = ${sessionId} and f.verdict = 'Agree')`;

/** Sessions that share a hash, or are listed by id, newest first, at most `limit`. */
export function listLinkedSessions(
  db: Queryable,
  {
    link,
    sessionIds,
    limit,
  }: {
    link: Omit<SessionLinkRow, 'model' | 'faces' | 'data'>;
    sessionIds: readonly string[];
    limit: number;
  },
): Promise<LinkedSessionRow[]> {
  return db.query<LinkedSessionRow>(
    `select l.session_id as "sessionId", l.data, s.data_key as "dataKey", s.kek_version as "kekVersion", s.status,
       ${reasonCodeOf('l.session_id')} as "reasonCode", ${agreedFraudOf('l.session_id')} as "agreedFraud",
       coalesce(l.document_hash = $3, false) as "sameDocument", coalesce(l.personal_hash = $4, false) as "samePersonal",
       coalesce(l.picture_hash = $5, false) as "samePicture",
       s.created_at > own.created_at - interval '1 day' and s.created_at <= own.created_at as recent
     from session_link l
     join session s on s.integration_id = l.integration_id and s.id = l.session_id
     join session own on own.integration_id = $1 and own.id = $2
     where l.integration_id = $1 and l.session_id <> $2 and s.deleted_at is null and s.data_key is not null
       and (l.document_hash = $3 or l.personal_hash = $4 or l.picture_hash = $5 or l.session_id = any($6::uuid[]))
     order by s.created_at desc, s.id desc limit $7`,
    [
      link.integrationId,
      link.sessionId,
      link.documentHash,
      link.personalHash,
      link.pictureHash,
      sessionIds,
      limit,
    ],
  );
}

/** Result of a session. */
export type SessionOutcome = Pick<LinkedSessionRow, 'sessionId' | 'status' | 'reasonCode' | 'agreedFraud'>;

/** Current results of the given sessions, except deleted or redacted ones. */
export function listSessionOutcomes(
  db: Queryable,
  { integrationId, sessionIds }: { integrationId: string; sessionIds: readonly string[] },
): Promise<SessionOutcome[]> {
  return db.query(
    `select s.id as "sessionId", s.status, ${reasonCodeOf('s.id')} as "reasonCode",
       ${agreedFraudOf('s.id')} as "agreedFraud"
     from session s
     where s.integration_id = $1 and s.id = any($2::uuid[]) and s.deleted_at is null and s.redacted_at is null`,
    [integrationId, sessionIds],
  );
}

/** The stored faces of one session, with the key they are sealed under; `null` when there are none. */
export async function findLinkedFaces(
  db: Queryable,
  { integrationId, sessionId }: { integrationId: string; sessionId: string },
): Promise<(Keyed & { faces: Uint8Array; model: string }) | null> {
  const [row] = await db.query<Keyed & { faces: Uint8Array; model: string }>(
    `select l.session_id as "sessionId", l.faces, l.model, s.data_key as "dataKey", s.kek_version as "kekVersion"
     from session_link l join session s on s.integration_id = l.integration_id and s.id = l.session_id
     where l.integration_id = $1 and l.session_id = $2 and l.faces is not null and s.deleted_at is null
       and s.data_key is not null`,
    [integrationId, sessionId],
  );
  return row ?? null;
}
