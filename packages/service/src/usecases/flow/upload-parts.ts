import { randomUUID } from 'node:crypto';
import { flowLimits, type FlowUploadAnswer, type FlowUploadRequest, limits } from '@countersign/contract';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { createKeyedDigest } from '../../encryption/keyed-digest.ts';
import { type DataKey, seal, sealJson } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  appendPart,
  countAttemptUploads,
  findSameUpload,
  findUpload,
  type FlowUploadRow,
  insertFlowUpload,
  lockUpload,
  type NewUpload,
} from '../../storage/flow/flow-uploads.ts';
import { finishUpload, type PictureReader } from './finish-upload.ts';
import { type FlowPage, lockForPage, type LockedFlow } from './flow-page.ts';
import { factsLabel, type PictureFacts } from './flow-pictures.ts';
import { FlowRefused } from './flow-refused.ts';
import { requireStarted } from './require-started.ts';
import { partLabel, requireUpload, uploadKeyOf } from './upload-key.ts';

/** Maximum size of an attempt's unfinished uploads, in bytes. */
const mostUnfinishedBytes = 3 * flowLimits.pictureBytes;

/** Opens a reader of a picture's header, which reads as the bytes pass by; supplied by the HTTP layer. */
export type OpenPictureReader = () => PictureReader;

/**
 * Opens an upload, or finds the existing one of the same bytes for the same context in the same attempt.
 * @throws FlowRefused request-invalid, too-large, film-invalid, state-changed, not-holder, bearer-invalid, and those of `finishUpload`
 * @see spec/contract.md A-185
 */
export const openUpload =
  (ctx: ServiceContext, openReader: OpenPictureReader) =>
  async (page: FlowPage, request: FlowUploadRequest): Promise<FlowUploadAnswer> => {
    const upload = await ctx.database.transaction((tx) => openIn(tx, ctx, { page, request }));
    return answerOf(ctx, { page, upload, openReader });
  };

async function openIn(
  tx: Tx,
  ctx: ServiceContext,
  { page, request }: { page: FlowPage; request: FlowUploadRequest },
): Promise<FlowUploadRow> {
  const locked = await lockForPage(ctx, tx, page);
  await requireStarted(tx, page, locked);
  const isFilm = request.context === 'film';
  if (isFilm) requireChallenge(locked, request.challenge);
  const most = isFilm ? flowLimits.filmBytes : flowLimits.pictureBytes;
  if (request.size > most) throw new FlowRefused('too-large', `size: must be at most ${most} bytes`);
  const { origin, facts } = request;
  const { auto, ms, hints } = facts;
  const upload: NewUpload = {
    integrationId: page.caller.integrationId,
    sessionId: page.sessionId,
    id: randomUUID(),
    attemptId: locked.session.attemptId,
    context: request.context,
    size: request.size,
    digestMac: digestMac(locked.dataKey, request.sha256),
    facts: sealJson(locked.dataKey, factsLabel, { origin, auto, ms, hints } satisfies PictureFacts),
    challengeId: isFilm ? request.challenge : null,
  };
  const same = await findSameUpload(tx, upload);
  if (same && same.size === upload.size) return same;
  const { pictures, unfinishedBytes } = await countAttemptUploads(tx, upload);
  if (pictures >= limits.imagesPerAttempt || unfinishedBytes + upload.size > mostUnfinishedBytes)
    throw new FlowRefused('too-large', 'the attempt must not hold more or larger uploads');
  await insertFlowUpload(tx, upload);
  const { challengeId, ...row } = upload;
  return { ...row, challengeId, received: 0, completed: false, mediaId: null };
}

/** @throws FlowRefused film-invalid unless it is the latest challenge and still valid */
function requireChallenge({ flow, session }: LockedFlow, challenge: string | null): void {
  const { challengeId, challengeAttemptId, challengeOpen } = flow;
  if (
    challenge === null ||
    challenge !== challengeId ||
    challengeAttemptId !== session.attemptId ||
    !challengeOpen
  )
    throw new FlowRefused('film-invalid', 'challenge: must be the last one drawn, and not be over');
}

/** MAC of the declared digest: it can be compared and found again, but not guessed from what is stored. */
const digestMac = (dataKey: DataKey, sha256: string): Buffer =>
  createKeyedDigest(dataKey, 'flow-upload').update(sha256).digest();

export interface Part {
  uploadId: string;
  /** Offset at which the part begins. */
  offset: number;
  bytes: Buffer;
}

/**
 * Appends a part; the last one finishes the upload. A part that was already received, because the answer to it was lost, is rejected with
 * the offset from which to continue.
 * @throws FlowRefused offset-wrong, too-large, not-found, not-holder, bearer-invalid, and those of `finishUpload`
 */
export const appendToUpload =
  (ctx: ServiceContext, openReader: OpenPictureReader) =>
  async (page: FlowPage, part: Part): Promise<FlowUploadAnswer> => {
    const upload = await ctx.database.transaction((tx) => appendIn(tx, ctx, { page, part }));
    await failpoint('flow-part-committed');
    return answerOf(ctx, { page, upload, openReader });
  };

async function appendIn(
  tx: Tx,
  ctx: ServiceContext,
  { page, part }: { page: FlowPage; part: Part },
): Promise<FlowUploadRow> {
  const { uploadId, offset, bytes } = part;
  const key = uploadKeyOf(page, uploadId);
  const locked = await lockForPage(ctx, tx, page);
  const upload = requireUpload(await lockUpload(tx, key));
  if (upload.completed) return upload;
  if (offset !== upload.received)
    throw new FlowRefused('offset-wrong', 'upload-offset: must be where the last part ended', {
      'upload-offset': String(upload.received),
    });
  if (offset + bytes.length > upload.size)
    throw new FlowRefused('too-large', 'the parts must not be longer than announced');
  if (bytes.length === 0) return upload;
  const sealed = seal(locked.dataKey, partLabel(uploadId, offset), bytes);
  await appendPart(tx, key, { at: offset, sealed, bytes: bytes.length });
  return { ...upload, received: offset + bytes.length };
}

/** Progress of an upload of the session. @throws FlowRefused not-found, and those of `finishUpload` */
export const showUpload =
  (ctx: ServiceContext, openReader: OpenPictureReader) =>
  async (page: FlowPage, uploadId: string): Promise<FlowUploadAnswer> => {
    const upload = requireUpload(await findUpload(ctx.database, uploadKeyOf(page, uploadId)));
    return answerOf(ctx, { page, upload, openReader });
  };

interface Answering {
  page: FlowPage;
  upload: FlowUploadRow;
  openReader: OpenPictureReader;
}

/** A request for the state of a complete upload finishes it: the process that received the last part may have ended. */
async function answerOf(
  ctx: ServiceContext,
  { page, upload, openReader }: Answering,
): Promise<FlowUploadAnswer> {
  const { id, size, received } = upload;
  const isDue = received === size && !upload.completed;
  const finished = isDue ? await finishUpload(ctx, openReader(), { page, upload }) : upload;
  return {
    id,
    offset: finished.completed ? size : received,
    partBytes: flowLimits.partBytes,
    mediaId: finished.mediaId,
    complete: finished.completed,
  };
}
