import { pipeline } from 'node:stream/promises';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, sealJson, unsealJson } from '../../encryption/seal.ts';
import { createFrameDecryptor } from '../../storage/blobs/frames.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { findFlowTimes } from '../../storage/flow/flow-sessions.ts';
import type { AttemptPicture } from '../../storage/session/attempt-pictures.ts';
import {
  type AttemptOfFlow,
  type FilmRow,
  findFilm,
  type FlowPictureRow,
  insertFlowPicture,
  listFlowPictures,
  putFilm,
} from '../../storage/flow/flow-pictures.ts';
import { insertMedia } from '../../storage/session/media.ts';
import { findSession } from '../../storage/session/sessions.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { uploadDigest } from '../session/read-pictures.ts';
import { type StagedFile, stageBytes } from '../session/stage-media.ts';
import { findRedo, keptContexts } from './find-redo.ts';
import type { FlowPage } from './flow-page.ts';
import { factsLabel, type PictureFacts, type StoredVerdict, verdictLabel } from './flow-pictures.ts';
import { openAttemptOf } from './flow-state.ts';

/** The usable pictures of the last attempt, under new ids, stored and not yet visible. */
export interface Carried {
  pictures: { from: FlowPictureRow; file: StagedFile }[];
  film: { from: FilmRow; file: StagedFile } | null;
}

const nothing: Carried = { pictures: [], film: null };

/**
 * Copies the accepted pictures of the last attempt to the one that begins now: the next attempt, or one opened over the API meanwhile that
 * has not started and whose own pictures are kept. Does nothing if `attempt` is neither.
 * @see spec/contract.md
 */
export async function carryPictures(ctx: ServiceContext, page: FlowPage, attempt: number): Promise<Carried> {
  const { integrationId } = page.caller;
  const key = { integrationId, sessionId: page.sessionId };
  const session = await findSession(ctx.database, page.caller, page.sessionId);
  const times = await findFlowTimes(ctx.database, key);
  if (session === 'absent' || session === 'stale' || times === null) return nothing;
  const open = openAttemptOf(times);
  const begins = open === null ? times.ordinal + 1 : open === 'created' ? times.ordinal : null;
  if (session.status !== 'resubmission_requested' || attempt !== begins) return nothing;
  const dataKey = dataKeyOf(ctx.vault, integrationId, session);
  const redo = await findRedo(ctx.database, key, dataKey);
  if (redo.attemptId === null) return nothing;
  const last = { integrationId, attemptId: redo.attemptId };
  const sent = open === null ? [] : await listFlowPictures(ctx.database, { ...key, ...session });
  const isKept = keptContexts(redo, sent);
  const carried: Carried = { pictures: [], film: null };
  for (const from of await listFlowPictures(ctx.database, last))
    if (isKept(from.context))
      carried.pictures.push({
        from,
        file: await copyBlob(ctx, { ...key, dataKey, from: { ...from, id: from.mediaId } }),
      });
  const film = isKept('face') ? await findFilm(ctx.database, last) : null;
  if (film !== null)
    carried.film = {
      from: film,
      file: await copyBlob(ctx, { ...key, dataKey, from: { ...film, sha256: null } }),
    };
  return carried;
}

/** The ciphertext is bound to its medium, so the picture itself is copied. */
async function copyBlob(
  { blobs }: ServiceContext,
  {
    dataKey,
    from,
    ...session
  }: {
    integrationId: string;
    sessionId: string;
    dataKey: DataKey;
    from: Pick<AttemptPicture, 'id' | 'blob' | 'mac' | 'sha256'>;
  },
): Promise<StagedFile> {
  const staged = await stageBytes(blobs, { ...session, dataKey });
  const digest = uploadDigest(dataKey, from);
  try {
    const copy = async (bytes: AsyncIterable<Buffer>) => {
      for await (const chunk of bytes) {
        digest.hash.update(chunk);
        staged.take(chunk);
        await staged.flush();
      }
    };
    const decryptor = createFrameDecryptor(dataKey, { ...session, mediaId: from.id });
    await pipeline(await blobs.read(from.blob), decryptor, copy);
    if (!digest.matches(digest.hash.digest()))
      throw new Error('a stored picture does not have the digest of its upload');
    return await staged.finish();
  } catch (error) {
    await staged.abort();
    throw error;
  }
}

/** Adds the copies to the attempt that begins. */
export async function insertCarried(
  tx: Tx,
  attempt: AttemptOfFlow,
  { dataKey, carried }: { dataKey: DataKey; carried: Carried },
): Promise<void> {
  for (const { from, file } of carried.pictures) {
    const { mediaId, blob, size, mac } = file;
    const { context, mimetype } = from;
    await insertMedia(tx, { ...attempt, id: mediaId, context, mimetype, size, mac, blob });
    const facts: PictureFacts =
      from.facts === null
        ? { origin: 'file', auto: false, ms: 0, hints: {} }
        : unsealJson(dataKey, factsLabel, from.facts);
    const verdict =
      from.verdict && unsealJson<StoredVerdict>(dataKey, verdictLabel(from.mediaId), from.verdict);
    await insertFlowPicture(tx, {
      ...attempt,
      mediaId,
      context,
      facts: sealJson(dataKey, factsLabel, facts),
      verdict: verdict && sealJson(dataKey, verdictLabel(mediaId), verdict),
    });
  }
  if (carried.film === null) return;
  const { from, file } = carried.film;
  const { mediaId: id, blob, size, mac } = file;
  await putFilm(tx, { ...attempt, id, challengeId: from.challengeId, steps: from.steps, blob, size, mac });
}

/** Removes copies that turned out not to be needed. */
export async function discardCarried({ blobs }: ServiceContext, { pictures, film }: Carried): Promise<void> {
  for (const { file } of [...pictures, ...(film ? [film] : [])]) await blobs.delete(file.blob);
}
