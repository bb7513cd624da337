import type { StagedMedia } from '../../../usecases/session/stage-media.ts';

/** Decoded bytes of an upload that wait in memory for their signature; they lie within what the upload has reserved. */
export interface BufferedMedia extends Pick<StagedMedia, 'take' | 'flush'> {
  /** Opens the place for them, once the signature has verified, and writes them there; `null` when there is no such session. */
  release(): Promise<StagedMedia | null>;
}

/** For addresses whose unverified requests may cost neither a statement nor a file. @see spec/contract.md A-115 */
export function bufferMedia(open: () => Promise<StagedMedia | null>): BufferedMedia {
  let held: Uint8Array[] = [];
  return {
    take: (bytes) => void held.push(Buffer.from(bytes)),
    flush: () => Promise.resolve(),
    async release() {
      const staged = await open();
      const all = held;
      held = [];
      if (!staged) return null;
      try {
        for (const bytes of all) {
          staged.take(bytes);
          await staged.flush();
        }
      } catch (error) {
        await staged.abort();
        throw error;
      }
      return staged;
    },
  };
}
