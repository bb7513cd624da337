import type { Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

export interface AttemptOfFlow {
  integrationId: string;
  sessionId: string;
  attemptId: string;
}

/** A picture of an attempt in the flow. Pictures uploaded over the API have no row here, and so no verdict. */
export interface FlowPictureRow extends Row {
  mediaId: string;
  context: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  ordinal: number;
  blob: string;
  mac: Uint8Array | null;
  /** Replaced by `mac`; only in older rows. */
  sha256: Uint8Array | null;
  /** Sealed; `null` for pictures uploaded over the API. */
  facts: Uint8Array | null;
  /** Sealed. */
  verdict: Uint8Array | null;
  accepted: boolean;
  /** Since the flow accepted it. */
  ageSeconds: number | null;
}

const columns = `m.id as "mediaId", m.context, m.mimetype, m.size, m.ordinal, m.blob, m.mac, m.sha256, p.facts, p.verdict,
  p.accepted_at is not null as accepted, extract(epoch from now() - p.created_at)::float8 as "ageSeconds"`;

/** The pictures of an attempt in upload order. */
export function listFlowPictures(
  db: Queryable,
  { integrationId, attemptId }: Pick<AttemptOfFlow, 'integrationId' | 'attemptId'>,
): Promise<FlowPictureRow[]> {
  return db.query<FlowPictureRow>(
    `select ${columns} from media m
     left join flow_picture p on p.integration_id = m.integration_id and p.media_id = m.id
     where m.integration_id = $1 and m.attempt_id = $2 and m.made_by = 'upload' order by m.ordinal`,
    [integrationId, attemptId],
  );
}

/** How often a context was captured in an attempt and failed its measurements; the newest picture does not count. */
export interface FailedPicture extends Row {
  mediaId: string;
  context: string;
  ordinal: number;
  verdict: Uint8Array | null;
  verdictBy: 'measured' | 'failure' | null;
}

/** Every picture the flow accepted in an attempt, in order, including replaced ones. */
export function listTakenPictures(
  db: Queryable,
  { integrationId, attemptId }: Pick<AttemptOfFlow, 'integrationId' | 'attemptId'>,
): Promise<FailedPicture[]> {
  return db.query<FailedPicture>(
    `select media_id as "mediaId", context, ordinal, verdict, verdict_by as "verdictBy" from flow_picture
     where integration_id = $1 and attempt_id = $2 order by ordinal`,
    [integrationId, attemptId],
  );
}

export interface NewFlowPicture extends AttemptOfFlow {
  mediaId: string;
  context: string;
  facts: Uint8Array;
  /** Sealed; `null` until it is checked. */
  verdict: Uint8Array | null;
}

export async function insertFlowPicture(tx: Tx, picture: NewFlowPicture): Promise<void> {
  await tx.query(
    `insert into flow_picture (integration_id, media_id, session_id, attempt_id, context, facts, verdict, verdict_by)
     values ($1, $2, $3, $4, $5, $6, $7, case when $7::bytea is null then null else 'measured' end)
     on conflict (integration_id, media_id) do nothing`,
    [
      picture.integrationId,
      picture.mediaId,
      picture.sessionId,
      picture.attemptId,
      picture.context,
      picture.facts,
      picture.verdict,
    ],
  );
}

/**
 * Removes the flow's earlier pictures of a context from an attempt, because another one replaces them.
 * @returns names of their blobs, to be deleted after the commit
 */
export async function replaceFlowPictures(
  tx: Tx,
  {
    integrationId,
    attemptId,
    context,
    mediaId,
  }: Pick<NewFlowPicture, 'integrationId' | 'attemptId' | 'context' | 'mediaId'>,
): Promise<string[]> {
  const replaced = await tx.query<{ id: string }>(
    `update flow_picture set replaced_at = now()
     where integration_id = $1 and attempt_id = $2 and context = $3 and media_id <> $4 and replaced_at is null
     returning media_id as id`,
    [integrationId, attemptId, context, mediaId],
  );
  const ids = replaced.map(({ id }) => id);
  if (ids.length === 0) return [];
  await tx.query(`delete from flow_upload where integration_id = $1 and media_id = any($2::uuid[])`, [
    integrationId,
    ids,
  ]);
  const blobs = await tx.query<{ blob: string }>(
    `delete from media where integration_id = $1 and id = any($2::uuid[]) returning blob`,
    [integrationId, ids],
  );
  return blobs.map(({ blob }) => blob);
}

/** Stores a picture's verdict, once. @returns false when it has a verdict or no longer exists */
export async function putVerdict(
  tx: Tx,
  {
    integrationId,
    mediaId,
    verdict,
    by,
  }: { integrationId: string; mediaId: string; verdict: Uint8Array; by: 'measured' | 'failure' },
): Promise<boolean> {
  const rows = await tx.query(
    `update flow_picture set verdict = $3, verdict_by = $4
     where integration_id = $1 and media_id = $2 and verdict is null returning 1`,
    [integrationId, mediaId, verdict, by],
  );
  return rows.length === 1;
}

/** Records that the person chose to use a picture as it is. */
export async function acceptPicture(
  tx: Tx,
  { integrationId, mediaId }: { integrationId: string; mediaId: string },
): Promise<void> {
  await tx.query(
    `update flow_picture set accepted_at = coalesce(accepted_at, now()) where integration_id = $1 and media_id = $2`,
    [integrationId, mediaId],
  );
}

export interface NewFilm extends AttemptOfFlow {
  id: string;
  challengeId: string;
  /** Sealed. */
  steps: Uint8Array;
  blob: string;
  size: number;
  mac: Uint8Array;
}

/** Sets the film of an attempt. @returns blob of the film it replaces, else `null` */
export async function putFilm(tx: Tx, film: NewFilm): Promise<string | null> {
  const [replaced] = await tx.query<{ blob: string }>(
    `delete from flow_film where integration_id = $1 and attempt_id = $2 returning blob`,
    [film.integrationId, film.attemptId],
  );
  await tx.query(
    `insert into flow_film (integration_id, id, session_id, attempt_id, challenge_id, steps, blob, size, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      film.integrationId,
      film.id,
      film.sessionId,
      film.attemptId,
      film.challengeId,
      film.steps,
      film.blob,
      film.size,
      film.mac,
    ],
  );
  return replaced?.blob ?? null;
}

export interface FilmRow extends Row {
  id: string;
  challengeId: string;
  steps: Uint8Array;
  blob: string;
  size: number;
  mac: Uint8Array;
}

/** The film of an attempt, or `null`. */
export async function findFilm(
  db: Queryable,
  { integrationId, attemptId }: Pick<AttemptOfFlow, 'integrationId' | 'attemptId'>,
): Promise<FilmRow | null> {
  const [row] = await db.query<FilmRow>(
    `select id, challenge_id as "challengeId", steps, blob, size, mac from flow_film where integration_id = $1 and attempt_id = $2`,
    [integrationId, attemptId],
  );
  return row ?? null;
}
