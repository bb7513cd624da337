import type { FlowStep } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson } from '../../encryption/seal.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import { findFilm } from '../../storage/flow/flow-pictures.ts';
import { PictureDamaged, readPicture } from '../session/read-pictures.ts';
import { stepsLabel } from './draw-challenge.ts';
import { type FilmFrame, readFilm } from './read-film.ts';

/** Maximum frames inspected: each costs a face detection. */
const mostLooked = 60;

/** The film of an attempt with the movements required in it. */
export interface AttemptFilm {
  steps: FlowStep[];
  /** Each in its own buffer, so that it can be transferred to a thread without copying. */
  frames: { at: number; bytes: Uint8Array }[];
}

/**
 * The film of an attempt's challenge; for a long one, evenly spread frames.
 * @returns `null` when there is none
 * @throws PictureDamaged, BlobMissing, SealBroken
 * @see spec/contract.md A-186
 */
export async function attemptFilm(
  { database, blobs }: Pick<ServiceContext, 'database' | 'blobs'>,
  key: AttemptKey,
  dataKey: DataKey,
): Promise<AttemptFilm | null> {
  const film = await findFilm(database, key);
  if (film === null) return null;
  const bytes = await readPicture(blobs, { key, row: { ...film, sha256: null }, dataKey });
  const frames = readFilm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (typeof frames === 'string') throw new PictureDamaged();
  return {
    steps: unsealJson<FlowStep[]>(dataKey, stepsLabel(film.challengeId), film.steps),
    frames: spread(frames).map((frame) => ({ at: frame.at, bytes: new Uint8Array(frame.bytes) })),
  };
}

/** Always keeps the first and the last frame. */
function spread(frames: readonly FilmFrame[]): FilmFrame[] {
  if (frames.length <= mostLooked) return [...frames];
  const step = (frames.length - 1) / (mostLooked - 1);
  return Array.from({ length: mostLooked }, (_, index) => frames[Math.round(index * step)]).filter(
    (frame) => frame !== undefined,
  );
}
