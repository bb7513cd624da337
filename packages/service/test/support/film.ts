/** Frames of a film as the flow's page packs them. */
export function packFilm(frames: readonly { at: number; bytes: Uint8Array }[]): Buffer {
  return Buffer.concat(
    frames.flatMap(({ at, bytes }) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(at, 0);
      head.writeUInt32BE(bytes.length, 4);
      return [head, Buffer.from(bytes)];
    }),
  );
}

/** The head of a JPEG file that states this size; no decoder is meant to see it. */
export function jpegOfSize(width: number, height: number, text = ''): Buffer {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return Buffer.concat([frame, Buffer.from(text), Buffer.from([0xff, 0xd9])]);
}

/** A film of `count` such frames, one every 200 ms. */
export const filmOf = (count: number, frame = jpegOfSize(480, 640)): Buffer =>
  packFilm(Array.from({ length: count }, (_, index) => ({ at: index * 200, bytes: frame })));
