import { randomUUID } from 'node:crypto';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { createKeyedDigest } from '../../encryption/keyed-digest.ts';
import type { DataKey } from '../../encryption/seal.ts';
import { createFrameEncryptor } from '../../storage/blobs/frames.ts';
import { findSession } from '../../storage/session/sessions.ts';
import { dataKeyOf, type SessionRequest } from './found-session.ts';

/** Decoded bytes being encrypted into the blob store; nothing is visible before `uploadMedia`. */
export interface StagedMedia {
  /** Encrypts bytes, which need to be valid only during the call. */
  take(bytes: Uint8Array): void;
  /** Writes the encrypted bytes. @throws Unavailable */
  flush(): Promise<void>;
  /** Makes the bytes durable. */
  finish(): Promise<StagedFile>;
  abort(): Promise<void>;
}

export interface StagedFile {
  mediaId: string;
  blob: string;
  size: number;
  /** Over the decoded bytes, under the session's key. */
  mac: Uint8Array;
}

/** Opens a destination for the bytes of an upload; `null` when the caller has no such session. */
export const stageMedia =
  ({ database, vault, blobs }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest): Promise<StagedMedia | null> => {
    const found = await findSession(database, caller, sessionId);
    if (found === 'stale' || found === 'absent') return null;
    const dataKey = dataKeyOf(vault, caller.integrationId, found);
    return stageBytes(blobs, { integrationId: caller.integrationId, sessionId, dataKey });
  };

/** Opens a destination for bytes of a session, under a new id. */
export async function stageBytes(
  blobs: ServiceContext['blobs'],
  { dataKey, ...session }: { integrationId: string; sessionId: string; dataKey: DataKey },
): Promise<StagedMedia> {
  const mediaId = randomUUID();
  const frames = createFrameEncryptor(dataKey, { ...session, mediaId });
  const writer = await blobs.create();
  const digest = createKeyedDigest(dataKey, 'media');
  let size = 0;
  let encrypted: Buffer[] = [];
  return {
    take(bytes) {
      size += bytes.length;
      digest.update(bytes);
      encrypted.push(...frames.update(bytes));
    },
    async flush() {
      const batch = encrypted;
      encrypted = [];
      for (const piece of batch) await writer.write(piece);
      await failpoint('media-body-arriving');
    },
    async finish() {
      for (const frame of frames.finish()) await writer.write(frame);
      return { mediaId, blob: await writer.commit(), size, mac: digest.digest() };
    },
    abort: () => writer.abort(),
  };
}
