import type { MrzFinding } from '@countersign/findings';
import type { Quad } from '../picture/raster.ts';

/** What was read from the machine-readable zone of one picture. Facts only: whether it is good enough is policy. */
export interface MrzReading extends Omit<MrzFinding, 'mediaId' | 'corners'> {
  /**
   * Where the characters are, in pixels of the upright original: around the capitals of the first and the last
   * line, clockwise from the top left of the zone as it reads. Corners of a zone cut off may lie outside the picture.
   */
  corners: Quad;
}
