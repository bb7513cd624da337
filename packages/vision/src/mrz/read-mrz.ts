import type { Raster } from '../raster.ts';
import type { MrzReading } from './reading.ts';
import { readZone } from './read-zone.ts';
import type { MrzHints } from './read-zone.ts';

/** Longest side in pixels at which characters are read. */
const READING_SIDE = 1920;

/** The part of an opened picture that the reader needs. */
export interface GreySource {
  raster(maxSide: number, channels: 1 | 3): Promise<Raster>;
}

/**
 * Reads the machine-readable zone of an opened picture: lines, check digits, fields and confidence.
 * @returns `null` when no zone was read; a zone whose digits disagree comes back as `inconsistent`
 */
export async function readMrz(image: GreySource, hints: MrzHints): Promise<MrzReading | null> {
  return readZone(await image.raster(READING_SIDE, 1), hints);
}
