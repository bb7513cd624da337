import { createHash } from 'node:crypto';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import { createKeyedDigest } from '../../encryption/keyed-digest.ts';
import { type DataKey, unseal } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  completeUpload,
  deleteUpload,
  findPart,
  type FlowUploadRow,
  lockUpload,
} from '../../storage/flow/flow-uploads.ts';
import { insertFlowPicture, putFilm, replaceFlowPictures } from '../../storage/flow/flow-pictures.ts';
import { insertJob } from '../../storage/job/jobs.ts';
import { findSameMedia, insertMedia } from '../../storage/session/media.ts';
import { findSession } from '../../storage/session/sessions.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { type StagedFile, stageBytes, type StagedMedia } from '../session/stage-media.ts';
import { bearerInvalid, change, type FlowPage, lockForPage, type LockedFlow } from './flow-page.ts';
import { FlowRefused, stateChanged } from './flow-refused.ts';
import { readFilm } from './read-film.ts';
import { requireStarted } from './require-started.ts';
import { partLabel, requireUpload, uploadKeyOf } from './upload-key.ts';

/** Reads the header of a picture while its bytes pass by. */
export interface PictureReader {
  push(bytes: Buffer): void;
  /** @returns its media type, `image/jpeg`, … @throws FlowRefused picture-type, too-large */
  mimetype(): string;
}

interface Finishing {
  page: FlowPage;
  upload: FlowUploadRow;
}

/**
 * Turns the parts of an upload into a medium, or into the film of the attempt's challenge, once they are complete and match the declared
 * digest. A rejected upload is discarded, so that it can be sent again.
 * @throws FlowRefused digest-wrong, picture-type, too-large, film-invalid, state-changed, not-holder, not-found
 * @see spec/contract.md
 */
export async function finishUpload(
  ctx: ServiceContext,
  reader: PictureReader,
  finishing: Finishing,
): Promise<FlowUploadRow> {
  const { context } = finishing.upload;
  try {
    const finished = await finish(ctx, reader, finishing);
    ctx.metrics.flowUploads.inc({ context, outcome: 'complete' });
    return finished;
  } catch (error) {
    if (error instanceof FlowRefused) ctx.metrics.flowUploads.inc({ context, outcome: 'refused' });
    throw error;
  }
}

async function finish(
  ctx: ServiceContext,
  reader: PictureReader,
  { page, upload }: Finishing,
): Promise<FlowUploadRow> {
  const { integrationId } = page.caller;
  const session = await findSession(ctx.database, page.caller, page.sessionId);
  if (session === 'absent' || session === 'stale') throw bearerInvalid();
  const dataKey = dataKeyOf(ctx.vault, integrationId, session);
  const staged = await stageBytes(ctx.blobs, { integrationId, sessionId: page.sessionId, dataKey });
  let file: StagedFile;
  let mimetype: string;
  try {
    mimetype = await copyParts(ctx, { page, upload, dataKey, staged, reader });
    file = await staged.finish();
  } catch (error) {
    await staged.abort();
    if (error instanceof FlowRefused) await deleteUpload(ctx.database, uploadKeyOf(page, upload.id));
    throw error;
  }
  return commit(ctx, { page, upload, file, mimetype });
}

interface Copying extends Finishing {
  dataKey: DataKey;
  staged: StagedMedia;
  reader: PictureReader;
}

/** @returns the media type; empty for a film */
async function copyParts(ctx: ServiceContext, copying: Copying): Promise<string> {
  const { upload, dataKey, staged, reader } = copying;
  const isFilm = upload.context === 'film';
  const hash = createHash('sha256');
  const film: Buffer[] = [];
  for await (const bytes of partsOf(ctx, copying)) {
    hash.update(bytes);
    if (isFilm) film.push(bytes);
    else reader.push(bytes);
    staged.take(bytes);
    await staged.flush();
  }
  const mac = createKeyedDigest(dataKey, 'flow-upload').update(hash.digest('hex')).digest();
  if (!equalInConstantTime(mac, Buffer.from(upload.digestMac)))
    throw new FlowRefused('digest-wrong', 'sha256: must be the digest of the bytes sent');
  if (!isFilm) return reader.mimetype();
  const read = readFilm(Buffer.concat(film));
  if (typeof read === 'string') throw new FlowRefused('film-invalid', read);
  return '';
}

/** The bytes of an upload, part by part. */
async function* partsOf(ctx: ServiceContext, { page, upload, dataKey }: Copying): AsyncGenerator<Buffer> {
  const key = uploadKeyOf(page, upload.id);
  for (let offset = 0; offset < upload.size;) {
    const part = await findPart(ctx.database, key, offset);
    // Another request has meanwhile finished the upload and removed the parts.
    if (part === null || part.at !== offset)
      throw stateChanged('the upload has moved on: request its offset');
    const bytes = unseal(dataKey, partLabel(upload.id, offset), part.bytes);
    offset += bytes.length;
    yield bytes;
  }
}

interface Committing extends Finishing {
  file: StagedFile;
  mimetype: string;
}

async function commit(ctx: ServiceContext, committing: Committing): Promise<FlowUploadRow> {
  const { page, upload, file } = committing;
  const gone = await ctx.database
    .transaction((tx) => commitIn(tx, ctx, committing))
    .catch(async (error: unknown) => {
      if (error instanceof FlowRefused) await ctx.blobs.delete(file.blob);
      throw error;
    });
  await failpoint('flow-upload-committed');
  for (const blob of gone.blobs) await ctx.blobs.delete(blob);
  ctx.wake.notify('job');
  ctx.wake.notify('flow');
  return {
    ...upload,
    received: upload.size,
    completed: true,
    mediaId: gone.mediaId,
    sessionId: page.sessionId,
  };
}

interface Committed {
  mediaId: string | null;
  /** Blobs to delete after the commit. */
  blobs: string[];
}

async function commitIn(tx: Tx, ctx: ServiceContext, committing: Committing): Promise<Committed> {
  const { page, upload, file } = committing;
  const key = uploadKeyOf(page, upload.id);
  const locked = await lockForPage(ctx, tx, page);
  const current = requireUpload(await lockUpload(tx, key));
  if (current.completed) return { mediaId: current.mediaId, blobs: [file.blob] };
  await requireStarted(tx, page, locked);
  if (current.attemptId !== locked.session.attemptId)
    throw stateChanged('the upload belongs to an earlier attempt');
  const isFilm = current.context === 'film';
  const committed = isFilm
    ? await keepFilm(tx, committing, locked)
    : await keepPicture(tx, committing, locked);
  await completeUpload(tx, key, committed.mediaId);
  await change(tx, page, {});
  return committed;
}

async function keepPicture(
  tx: Tx,
  { page, upload, file, mimetype }: Committing,
  locked: LockedFlow,
): Promise<Committed> {
  const { integrationId } = page.caller;
  const attempt = { integrationId, sessionId: page.sessionId, attemptId: locked.session.attemptId };
  const { context } = upload;
  const { mediaId: id, ...stored } = file;
  const media = { ...attempt, id, context, mimetype, ...stored };
  const same = await findSameMedia(tx, media);
  if (!same) await insertMedia(tx, media);
  const mediaId = same?.id ?? id;
  await insertFlowPicture(tx, { ...attempt, mediaId, context, facts: upload.facts, verdict: null });
  const replaced = await replaceFlowPictures(tx, { ...attempt, context, mediaId });
  await insertJob(tx, { ...attempt, kind: 'judge-picture' });
  await insertAudit(tx, { ...attempt, actor: 'flow', action: 'upload-media', details: { mediaId, context } });
  return { mediaId, blobs: same ? [...replaced, file.blob] : replaced };
}

async function keepFilm(
  tx: Tx,
  { page, upload, file }: Committing,
  { session, flow }: LockedFlow,
): Promise<Committed> {
  const isCurrent = flow.challengeId === upload.challengeId && flow.challengeAttemptId === session.attemptId;
  if (!isCurrent || flow.challenge === null || !flow.challengeOpen)
    throw new FlowRefused('film-invalid', 'challenge: must be the last one drawn, and not be over');
  const { integrationId } = page.caller;
  const attempt = { integrationId, sessionId: page.sessionId, attemptId: session.attemptId };
  const { mediaId: id, blob, size, mac } = file;
  const replaced = await putFilm(tx, {
    ...attempt,
    id,
    challengeId: upload.challengeId ?? '',
    steps: flow.challenge,
    blob,
    size,
    mac,
  });
  await insertAudit(tx, { ...attempt, actor: 'flow', action: 'upload-film', details: { mediaId: id } });
  return { mediaId: null, blobs: replaced === null ? [] : [replaced] };
}
