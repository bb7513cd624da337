import type { MrzFinding } from '@countersign/findings';
import type { Quad } from '../picture/raster.ts';

/** The machine-readable zone of one picture, as read. Facts only: whether it is acceptable is policy. */
export interface MrzReading extends Omit<MrzFinding, 'mediaId' | 'corners'> {
  /**
   * Area of the characters, in pixels of the upright original: around the capitals of the first and the last line, clockwise from the top
   * left of the zone in reading direction. Corners of a zone that is cut off may lie outside the picture.
   */
  corners: Quad;
}
