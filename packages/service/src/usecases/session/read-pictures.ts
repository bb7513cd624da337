import { createHash, type Hash, type Hmac } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { judgedContexts, registrySelfie } from '@countersign/core';
import type { PictureFindings } from '@countersign/findings';
import type { ServiceContext } from '../../context.ts';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import { createKeyedDigest } from '../../encryption/keyed-digest.ts';
import type { DataKey } from '../../encryption/seal.ts';
import { type AttemptPicture, listAttemptPictures } from '../../storage/session/attempt-pictures.ts';
import { createFrameDecryptor } from '../../storage/blobs/frames.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';

/** A picture whose stored bytes differ from those sent by the client: it must not be used for a decision. */
export class PictureDamaged extends Error {
  constructor() {
    super('a stored picture is damaged');
    this.name = 'PictureDamaged';
  }
}

export interface ReadPicture {
  mediaId: string;
  context: string;
  bytes: Uint8Array;
}

/**
 * The pictures used by a decision, decrypted and checked against their recorded digest.
 * @throws PictureDamaged, BlobMissing, SealBroken
 */
export async function readPictures(
  { database, blobs }: Pick<ServiceContext, 'database' | 'blobs'>,
  key: AttemptKey,
  dataKey: DataKey,
): Promise<ReadPicture[]> {
  const rows = await listAttemptPictures(database, key, judgedContexts);
  const pictures: ReadPicture[] = [];
  for (const row of rows) {
    const bytes = await readPicture(blobs, { key, row, dataKey });
    pictures.push({ mediaId: row.id, context: row.context, bytes });
  }
  return pictures;
}

/**
 * The picture of the person for a registry's comparison, with its type.
 * @returns `null` when there is none
 * @throws as `readPictures`
 */
export async function readSelfie(
  { database, blobs }: Pick<ServiceContext, 'database' | 'blobs'>,
  { key, dataKey, findings }: { key: AttemptKey; dataKey: DataKey; findings: PictureFindings | null },
): Promise<UploadedSelfie | null> {
  const rows = await listAttemptPictures(database, key, selfieContexts);
  const chosen = registrySelfie(
    rows.map((row) => ({ row, mediaId: row.id, context: row.context })),
    findings,
  );
  if (chosen === null) return null;
  const bytes = await readPicture(blobs, { key, row: chosen.row, dataKey });
  return { mimetype: chosen.row.mimetype, bytes };
}

/** A picture of the person as it was sent. */
export interface UploadedSelfie {
  /** `image/jpeg`, `image/png` or `image/webp`. */
  mimetype: string;
  bytes: Uint8Array;
}

/** The newest uploads of an attempt that show a document. */
export const listDocuments = (db: Queryable, key: AttemptKey): Promise<AttemptPicture[]> =>
  listAttemptPictures(db, key, documentContexts);

/** Whether pictures of an upload context show a document. */
const isDocumentContext = (context: string): boolean => !context.startsWith('face');

const documentContexts = judgedContexts.filter(isDocumentContext);
const selfieContexts = judgedContexts.filter((context) => context === 'face' || context === 'face-pre');

interface OnePicture {
  key: Pick<AttemptKey, 'integrationId' | 'sessionId'>;
  row: Pick<AttemptPicture, 'id' | 'blob' | 'size' | 'mac' | 'sha256'>;
  dataKey: DataKey;
}

/**
 * The bytes of one stored picture, checked against its recorded digest.
 * @throws PictureDamaged, BlobMissing, SealBroken
 */
export async function readPicture(
  blobs: ServiceContext['blobs'],
  { key, row, dataKey }: OnePicture,
): Promise<Uint8Array> {
  // A separate buffer, so that it can be transferred to a thread without copying.
  const bytes = new Uint8Array(new ArrayBuffer(row.size));
  let length = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (length + chunk.length > bytes.length) return done(new PictureDamaged());
      bytes.set(chunk, length);
      length += chunk.length;
      done();
    },
  });
  const { integrationId, sessionId } = key;
  const stored = await blobs.read(row.blob);
  await pipeline(stored, createFrameDecryptor(dataKey, { integrationId, sessionId, mediaId: row.id }), sink);
  const digest = uploadDigest(dataKey, row);
  if (length !== row.size || !digest.matches(digest.hash.update(bytes).digest())) throw new PictureDamaged();
  return bytes;
}

/** Checks stored bytes against the digest of their upload; rows older than keyed digests have a plain one. */
export function uploadDigest(
  dataKey: DataKey,
  { mac, sha256 }: Pick<AttemptPicture, 'mac' | 'sha256'>,
): { hash: Hash | Hmac; matches(digest: Uint8Array): boolean } {
  const recorded = mac ?? sha256;
  return {
    hash: mac ? createKeyedDigest(dataKey, 'media') : createHash('sha256'),
    matches: (digest) => recorded !== null && equalInConstantTime(digest, recorded),
  };
}
