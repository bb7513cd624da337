import { limits, Problem } from '@countersign/contract';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import type { Vault } from '../../signing/vault.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../../storage/session/idempotency.ts';
import {
  countUploads,
  findMedia,
  findSameMedia,
  insertMedia,
  type MediaRow,
  type NewMedia,
} from '../../storage/session/media.ts';
import { lockSession, type SessionRow } from '../../storage/session/sessions.ts';
import { actorOf, type Caller, StaleCaller } from '../session/caller.ts';
import { requireOpenForInput } from '../session/collect-data.ts';
import { dataKeyOf, requireFound, type SessionRequest } from '../session/found-session.ts';
import { claimOf, type Repeatable, repeatedResource } from '../session/repeatable.ts';
import { addressesOf } from '../session/session-link.ts';
import type { StagedFile } from '../session/stage-media.ts';
import { requireOpenAttempt } from '../session/submit-session.ts';
import { imageBody } from './list-media.ts';

export interface UploadMediaRequest extends SessionRequest {
  context: string;
  mimetype: string;
  file: StagedFile;
  repeatable: Repeatable | null;
}

/**
 * Adds an uploaded picture to the current attempt. The same bytes under the same context in the same attempt are the
 * same media file.
 * @throws StaleCaller, Problem not-found, session-takes-no-data, parameter-invalid (`image`: too many)
 * @see spec/contract.md
 */
export const uploadMedia =
  ({ database, vault, blobs, config }: ServiceContext) =>
  async (request: UploadMediaRequest) => {
    const { mediaId, blob } = request.file;
    await failpoint('media-file-stored');
    const media = await database
      .transaction((tx) => insertUpload(tx, vault, request))
      .catch(async (error: unknown) => {
        // After any other error the row may have been committed; the sweep will determine that.
        if (error instanceof Problem || error instanceof StaleCaller) await blobs.delete(blob);
        throw error;
      });
    await failpoint('media-committed');
    if (media.id !== mediaId) await blobs.delete(blob);
    const { context, id, ...rest } = imageBody(addressesOf(config).api, media);
    return { status: 'success' as const, image: { context, id, ...rest } };
  };

async function insertUpload(tx: Tx, vault: Vault, request: UploadMediaRequest): Promise<MediaRow> {
  const { caller, sessionId, repeatable } = request;
  const { integrationId } = caller;
  const session = requireFound(await lockSession(tx, caller, sessionId));
  if (!repeatable) return insertInto(tx, session, request);
  const dataKey = dataKeyOf(vault, integrationId, session);
  const claim = claimOf(vault, { integrationId, dataKey, repeatable });
  const first = await findIdempotencyKey(tx, { integrationId, ...claim });
  if (first) return requireFound(await findMedia(tx, caller, repeatedResource(dataKey, repeatable, first)));
  const media = await insertInto(tx, session, request);
  await insertIdempotencyKey(tx, { integrationId, sessionId, resourceId: media.id, ...claim });
  return media;
}

async function insertInto(tx: Tx, session: SessionRow, request: UploadMediaRequest): Promise<MediaRow> {
  const { caller, sessionId, context, mimetype, file } = request;
  requireOpenForInput(session);
  const { attemptId } = await requireOpenAttempt(tx, caller.integrationId, session);
  const { mediaId: id, blob, size, mac } = file;
  const media: NewMedia = {
    integrationId: caller.integrationId,
    sessionId,
    attemptId,
    id,
    context,
    mimetype,
    size,
    mac,
    blob,
  };
  const same = await findSameMedia(tx, media);
  if (same) return same;
  if ((await countUploads(tx, media)) >= limits.imagesPerAttempt)
    throw new Problem('parameter-invalid', {
      parameter: 'image',
      detail: `An attempt must have at most ${limits.imagesPerAttempt} images.`,
    });
  await insertMedia(tx, media);
  await auditUpload(tx, caller, media);
  return { id, sessionId, context, mimetype, size };
}

const auditUpload = (
  tx: Tx,
  caller: Caller,
  { integrationId, sessionId, attemptId, id, context }: NewMedia,
) =>
  insertAudit(tx, {
    integrationId,
    actor: actorOf(caller),
    action: 'upload-media',
    sessionId,
    attemptId,
    details: { mediaId: id, context },
  });
