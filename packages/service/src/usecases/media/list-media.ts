import type { ServiceContext } from '../../context.ts';
import { listNewestMedia, type MediaRow } from '../../storage/session/media.ts';
import { requireFound, type SessionRequest } from '../session/found-session.ts';
import { addressesOf } from '../session/session-link.ts';

/** One picture as returned to clients. @see spec/contract.md */
export function imageBody(apiUrl: string, { id, context, size, mimetype, sessionId }: MediaRow) {
  return {
    id,
    name: context,
    context,
    timestamp: null,
    size,
    mimetype,
    url: `${apiUrl}/v1/media/${id}`,
    sessionId,
  };
}

/** @see spec/contract.md A-42 */
export const mediaListBody = (apiUrl: string, media: readonly MediaRow[]) => ({
  status: 'success' as const,
  images: media.map((row) => imageBody(apiUrl, row)),
  videos: [] as never[],
  nfcDocuments: [] as never[],
});

/**
 * The media of the session's newest attempt.
 * @throws StaleCaller, Problem not-found
 * @see spec/contract.md A-42
 */
export const listMedia =
  ({ database, config }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest) =>
    mediaListBody(addressesOf(config).api, requireFound(await listNewestMedia(database, caller, sessionId)));
