/** One value per pixel, rows from top to bottom, no padding; as bytes, 0 is black and 255 white. */
export interface Plane<Values = Uint8Array> {
  width: number;
  height: number;
  data: Values;
}

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

/** x, y in pixels. Whole numbers are borders of pixels, and the centre of the first pixel is (0.5, 0.5), unless documented otherwise. */
export type Point = readonly [x: number, y: number];

/** Four corners, clockwise as seen, starting with the top left of the content when upright. */
export type Quad = readonly [Point, Point, Point, Point];
