/** One frame of a film. */
export interface FilmFrame {
  /** Milliseconds since the first. */
  at: number;
  jpeg: Blob;
}

/** Packs frames as `flowFilmType` has them: time, length, bytes. @see flowFilmType of the contract */
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
