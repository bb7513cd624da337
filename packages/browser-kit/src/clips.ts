import { challengeFilm, type FilmStep } from '@countersign/specimens';

/**
 * A clip of a drawn head that follows steps, for `camera: { clip }` once it is written to a `.mjpeg` file.
 * @param options `seed`: the person and the way of moving; `steps`: what the head does, in order
 * @returns JPEG pictures of 360 × 480 px one behind the other
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
