/** One frame of a film. */
export interface FilmFrame {
  /** Milliseconds since the first frame. */
  at: number;
  jpeg: Blob;
}

/**
 * Packs frames in the upload format of films: per frame, in order, 4 bytes of milliseconds since the first frame and 4 bytes of
 * length, both unsigned and big-endian, then that many bytes of JPEG.
 */
export function packFilm(frames: readonly FilmFrame[]): Blob {
  return new Blob(
    frames.flatMap(({ at, jpeg }) => {
      const head = new DataView(new ArrayBuffer(8));
      head.setUint32(0, at);
      head.setUint32(4, jpeg.size);
      return [head.buffer, jpeg];
    }),
  );
}
