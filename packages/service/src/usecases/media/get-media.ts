import { pipeline as tie, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServiceContext } from '../../context.ts';
import { createFrameDecryptor } from '../../storage/blobs/frames.ts';
import { findMedia, findSessionOfMedia } from '../../storage/session/media.ts';
import type { Caller } from '../session/caller.ts';
import { dataKeyOf, requireFound } from '../session/found-session.ts';
import { uploadDigest } from '../session/read-pictures.ts';

export interface MediaFile {
  id: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  /** The bytes as decoded from the upload. May be called more than once. */
  read(): Promise<Readable>;
}

/**
 * A stored picture. Its bytes are checked against the digest of the upload before any of them is returned.
 * @param observe receives all bytes once, beforehand: the signature of the response is sent before its body; more are read when it resolves
 * @param signal aborts that reading when the client is gone
 * @throws the reason of `signal`, StaleCaller, Problem not-found, Error when the stored bytes differ from the uploaded ones
 * @see spec/contract.md A-43
 */
export const getMedia =
  ({ database, vault, blobs }: ServiceContext) =>
  async ({
    caller,
    mediaId,
    observe,
    signal,
  }: {
    caller: Caller;
    mediaId: string;
    observe: (bytes: Buffer) => Promise<void>;
    signal: AbortSignal;
  }): Promise<MediaFile> => {
    const { integrationId } = caller;
    const media = requireFound(await findMedia(database, caller, mediaId));
    const { sessionId, mimetype, size, blob, dataKey: wrapped, kekVersion } = media;
    const dataKey = dataKeyOf(vault, integrationId, { id: sessionId, dataKey: wrapped, kekVersion });
    const read = async () => {
      const decryptor = createFrameDecryptor(dataKey, { integrationId, sessionId, mediaId });
      const stored = await blobs.read(blob);
      // Errors propagate both ways: a reader that gives up closes the file, and a failing file ends the reader, where the error appears.
      return tie(stored, decryptor, () => {});
    };
    const digest = uploadDigest(dataKey, media);
    const check = async (stored: AsyncIterable<Buffer>) => {
      for await (const bytes of stored) {
        digest.hash.update(bytes);
        await observe(bytes);
      }
    };
    await pipeline(await read(), check, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    if (!digest.matches(digest.hash.digest()))
      throw new Error('a stored picture does not have the digest of its upload');
    return { id: mediaId, mimetype, size, read };
  };

/** Session whose id may have been signed instead of the media file's; `null` when there is none. @see spec/contract.md A-15 */
export const sessionOfMedia =
  ({ database }: ServiceContext) =>
  (media: { integrationId: string; mediaId: string }): Promise<string | null> =>
    findSessionOfMedia(database, media);
