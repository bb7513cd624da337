/**
 * The reader of machine-readable zones: plain functions one after the other, from pixels to checked fields.
 *
 * 1. `strips`: bands rich in thin strokes, in a picture of 800 pixels, for four guessed character pitches
 * 2. `groups`, `zone-place`, `rhythm`: two or three parallel bands of similar length where a document can have its zone, ranked by
 *    their common pitch
 * 3. `rectify`: a group cropped from the full picture and rectified, 816 pixels wide
 * 4. `ink`, `text-lines`: the background removed, the course of each line located to a fraction of a pixel
 * 5. `pitch-grid`, `cells`: the borders of the characters, which all lines share
 * 6. `network`: 37 probabilities per cell
 * 7. `candidates`, `decode`: orientation, format, first column, and the text
 * 8. `validity`, `doubt`, `repair`, `fields`: check digits, errors they cannot detect, at most one repair, the fields
 *
 * Geometry never decides alone: stages 2 and 5 offer several answers, from which the network's confidence and the check digits choose. A
 * stage that finds nothing credible ends the attempt, so that a picture without a zone gives `null` instead of a guess. Only readings
 * confirmed by the check digits are `clean` or `repaired`.
 *
 * Cost: about 65 ms of processor time for a photographed passport, 20 ms for a picture without a zone, and the same again if colours have
 * to be removed.
 * @see ICAO Doc 9303, parts 3 to 7, for sizes, formats and check digits
 */

import { scaleQuad } from '../picture/points.ts';
import { brightestChannel } from '../picture/brightest-channel.ts';
import type { Raster } from '../picture/raster.ts';
import type { MrzReading } from './reading.ts';
import { readZone } from './read-zone.ts';
import type { MrzHints } from './read-zone.ts';

/** Longest side in pixels at which characters are read. */
const readingSide = 1920;

/** The part of an opened picture that the reader needs. */
export interface GreySource {
  /** Width of the upright original in pixels; default: that of its raster. */
  width?: number;
  raster(maxSide: number, channels: 1 | 3): Promise<Raster>;
}

/** Average difference in grey levels between the brightest channel and the grey value, at every eleventh pixel. */
function brightening(grey: Raster, { data }: Raster): number {
  let sum = 0;
  for (let i = 0; i < grey.data.length; i += 11) {
    const [red, green, blue] = [data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!];
    sum += Math.max(red, green, blue) - grey.data[i]!;
  }
  return (11 * sum) / Math.max(1, grey.data.length);
}

/** Minimum colourfulness in grey levels for colours to have disturbed the reading, or hidden the zone. */
const colourful = { disturbed: 5, hidden: 15 } as const;

/**
 * Reads the machine-readable zone of an opened picture: lines, check digits, fields and confidence. If the result is not clean and the
 * picture is colourful, it is read again without the colours of its background.
 * @returns `null` if no zone was read; a zone whose digits disagree is returned as `inconsistent`
 */
export async function readMrz(image: GreySource, hints: MrzHints): Promise<MrzReading | null> {
  const grey = await image.raster(readingSide, 1);
  const scale = (image.width ?? grey.width) / grey.width;
  const { outline } = hints;
  const placed = outline
    ? { ...hints, outline: { ...outline, corners: scaleQuad(outline.corners, 1 / scale) } }
    : hints;
  const reading = await readWithColours(image, grey, placed);
  if (reading === null) return null;
  return { ...reading, corners: scaleQuad(reading.corners, scale) };
}

async function readWithColours(image: GreySource, grey: Raster, hints: MrzHints): Promise<MrzReading | null> {
  // Grey first: most zones are black on a pale background, and the grey picture is available already.
  const reading = readZone(grey, hints);
  if (reading?.status === 'clean') return reading;
  const colour = await image.raster(readingSide, 3);
  if (colour.channels !== 3) return reading;
  if (brightening(grey, colour) < (reading ? colourful.disturbed : colourful.hidden)) return reading;
  const again = readZone(brightestChannel(colour), hints);
  // If the second reading is not clean either, the first one is kept.
  return reading === null || again?.status === 'clean' ? again : reading;
}
