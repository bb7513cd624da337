import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Writable, type Readable } from 'node:stream';
import type { Shell } from '../shell.ts';
import { createFrameDecryptor } from '../storage/blobs/frames.ts';
import { findMedia, findSessionOfMedia } from '../storage/media.ts';
import type { Caller } from './caller.ts';
import { dataKeyOf, requireFound } from './found-session.ts';

export interface MediaFile {
  id: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  /** The bytes as they were decoded from the upload. May be called more than once. */
  read(): Promise<Readable>;
}

/**
 * A stored picture. Its bytes are checked against the digest of the upload before any of them is handed out.
 * @param observe receives all bytes once, beforehand: the signature of the answer stands before its body
 * @throws StaleCaller, Problem not-found, Error when the stored bytes are not the uploaded ones
 * @see spec/contract.md A-43
 */
export const getMedia =
  ({ database, vault, blobs }: Shell) =>
  async ({
    caller,
    mediaId,
    observe,
  }: {
    caller: Caller;
    mediaId: string;
    observe: (bytes: Buffer) => void;
  }): Promise<MediaFile> => {
    const { integrationId } = caller;
    const media = requireFound(await findMedia(database, caller, mediaId));
    const { sessionId, mimetype, size, blob, sha256, dataKey: wrapped, kekVersion } = media;
    const dataKey = dataKeyOf(vault, integrationId, { id: sessionId, dataKey: wrapped, kekVersion });
    const read = async () => {
      const decryptor = createFrameDecryptor(dataKey, { integrationId, sessionId, mediaId });
      const stored = await blobs.read(blob);
      stored.on('error', (error) => decryptor.destroy(error));
      return stored.pipe(decryptor);
    };
    const digest = createHash('sha256');
    const check = new Writable({
      write(bytes: Buffer, _encoding, done) {
        digest.update(bytes);
        observe(bytes);
        done();
      },
    });
    await pipeline(await read(), check);
    if (!digest.digest().equals(Buffer.from(sha256)))
      throw new Error('a stored picture does not have the digest of its upload');
    return { id: mediaId, mimetype, size, read };
  };

/** Session whose id may have been signed in place of the medium's; `null` when there is none to tell. @see spec/contract.md A-15 */
export const sessionOfMedia =
  ({ database }: Shell) =>
  (media: { integrationId: string; mediaId: string }): Promise<string | null> =>
    findSessionOfMedia(database, media);
