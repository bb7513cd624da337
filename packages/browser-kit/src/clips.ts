import { challengeFilm, type FilmStep } from '@countersign/specimens';

/**
 * A clip of a drawn head that performs steps, for `camera: { clip }` once it is written to a `.mjpeg` file.
 * @param options `seed`: the person and the style of movement; `steps`: the movements, in order
 * @returns JPEG pictures of 360 × 480 px, concatenated
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
