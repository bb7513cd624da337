import { challengeFilm, type FilmStep } from '@countersign/specimens';

/**
 * Draws a clip of a head that follows the given steps; written to a `.mjpeg` file it serves as `camera: { clip }`.
 * @param options `seed`: the person and the way of moving; `steps`: what the head does, in order
 * @returns concatenated JPEG pictures of 360 × 480 px
 */
export async function headClip({
  seed,
  steps,
}: {
  seed: number;
  steps: readonly FilmStep[];
}): Promise<Buffer> {
  const { frames } = await challengeFilm({ seed, steps });
  return Buffer.concat(frames.map(({ jpeg }) => jpeg));
}
