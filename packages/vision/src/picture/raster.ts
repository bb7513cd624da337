/** Pixels in memory: upright, sRGB or grey, rows from top to bottom, no padding. */
export interface Raster {
  width: number;
  height: number;
  /** 1 is grey, 3 is RGB interleaved. */
  channels: 1 | 3;
  data: Uint8Array;
}

/** x, y, width, height in pixels. */
export type Box = readonly [number, number, number, number];

/** x, y in pixels. */
export type Point = readonly [x: number, y: number];

/** Four corners, clockwise as seen, the first one the top left of the upright thing. */
export type Quad = readonly [Point, Point, Point, Point];
