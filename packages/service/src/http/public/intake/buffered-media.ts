import type { StagedMedia } from '../../../usecases/session/stage-media.ts';

/** Decoded bytes of an upload, held in memory until its signature is verified; covered by the upload's reservation. */
export interface BufferedMedia extends Pick<StagedMedia, 'take' | 'flush'> {
  /** Opens the destination once the signature is verified, and writes the bytes there; `null` when there is no such session. */
  release(): Promise<StagedMedia | null>;
}

/** For addresses whose unverified requests must not cause a statement or a file. @see spec/contract.md A-115 */
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
