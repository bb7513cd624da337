/**
 * The reader of machine-readable zones: plain functions one after the other, from pixels to checked fields.
 *
 * 1. `strips` – bands rich in thin strokes, in a picture of 800 pixels, for four guessed character pitches
 * 2. `groups`, `zone-place`, `rhythm` – two or three parallel bands of like length where a document can have its zone, ranked by the pitch
 *    they have in common
 * 3. `rectify` – a group cut out of the full picture and laid level, 816 pixels wide
 * 4. `ink`, `text-lines` – the background removed, the course of each line to a fraction of a pixel
 * 5. `pitch-grid`, `cells` – the borders of the characters, which all lines share
 * 6. `network` – 37 probabilities a cell
 * 7. `candidates`, `decode` – which way up, which format, at which column it begins, and the text
 * 8. `validity`, `doubt`, `repair`, `fields` – check digits, what they cannot see, one repair at most, the fields
 *
 * Geometry decides nothing finally: stages 2 and 5 offer several answers, the network's confidence and the check digits
 * choose. A stage that finds nothing credible ends the attempt, so that a picture without a zone gives `null` and not a guess.
 * The readings `clean` and `repaired` hold what the check digits confirm; nothing else is ever called so.
 *
 * Cost: about 65 ms of processor for a photographed passport, 20 ms for a picture without a zone, and as much again where
 * colours have to be taken out.
 * @see ICAO Doc 9303, parts 3 to 7, for sizes, formats and check digits
 */

import { scaleQuad } from '../picture/points.ts';
import type { Raster } from '../picture/raster.ts';
import type { MrzReading } from './reading.ts';
import { readZone } from './read-zone.ts';
import type { MrzHints } from './read-zone.ts';

/** Longest side in pixels at which characters are read. */
const readingSide = 1920;

/** The part of an opened picture that the reader needs. */
export interface GreySource {
  /** Width of the upright original in pixels; its raster's own when left out. */
  width?: number;
  raster(maxSide: number, channels: 1 | 3): Promise<Raster>;
}

/** The brightest of each pixel's three channels: black print stays dark, coloured lines behind it fade. */
function brightestChannel(colour: Raster): Raster {
  const data = new Uint8Array(colour.width * colour.height);
  for (let i = 0, at = 0; i < data.length; i += 1, at += 3) {
    // Comparisons instead of Math.max: this runs for every pixel of the picture.
    const [red, green, blue] = [colour.data[at], colour.data[at + 1], colour.data[at + 2]] as [
      number,
      number,
      number,
    ];
    data[i] = red > green ? (red > blue ? red : blue) : green > blue ? green : blue;
  }
  return { width: colour.width, height: colour.height, channels: 1, data };
}

/** Grey levels by which the brightest channel is brighter than the grey value on average, at every eleventh pixel. */
function brightening(grey: Raster, { data }: Raster): number {
  let sum = 0;
  for (let i = 0; i < grey.data.length; i += 11) {
    const [red, green, blue] = [data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!];
    sum += Math.max(red, green, blue) - grey.data[i]!;
  }
  return (11 * sum) / Math.max(1, grey.data.length);
}

/** Colours that weigh less than this, in grey levels, cannot be what disturbed the reading, or hid the zone. */
const colourful = { disturbed: 5, hidden: 15 } as const;

/**
 * Reads the machine-readable zone of an opened picture: lines, check digits, fields and confidence. Where that is
 * not clean and the picture is colourful, it is read once more without the colours of its background.
 * @returns `null` when no zone was read; a zone whose digits disagree comes back as `inconsistent`
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
  // Grey first: most zones are black on a pale ground, and grey is there already.
  const reading = readZone(grey, hints);
  if (reading?.status === 'clean') return reading;
  const colour = await image.raster(readingSide, 3);
  if (colour.channels !== 3) return reading;
  if (brightening(grey, colour) < (reading ? colourful.disturbed : colourful.hidden)) return reading;
  const again = readZone(brightestChannel(colour), hints);
  // A second reading that is no cleaner than the first is no reason to give up the first.
  return reading === null || again?.status === 'clean' ? again : reading;
}
