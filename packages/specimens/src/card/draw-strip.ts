import sharp from 'sharp';
import { svg } from '../svg.ts';
import { ocrB } from '../text/outlines-ocr-b.ts';
import { sansBold } from '../text/outlines-sans-bold.ts';
import { writeText } from '../text/write-text.ts';
import type { Box } from './card-layout.ts';
import type { CardTruth } from './draw-card.ts';
import { zonePitch, zoneTruth } from './zone-truth.ts';

/** Contents of a strip, which has only a zone. */
export type StripTruth = Pick<
  CardTruth,
  'width' | 'height' | 'mrz' | 'portraitBox' | 'ghostBox' | 'code' | 'fields'
>;

const lineRow = 6.35;
const margin = 6;

/**
 * Draws a strip of paper with only the lines of a zone and the word SPECIMEN, for zones that name a real state.
 * Numbers and people in the lines must be invented.
 * @param lines two or three lines of equal length with A–Z, 0–9 and `<`; others throw `RangeError`
 * @param format as in `CardTruth`: `TD1`, `TD2`, `TD3`, `MRVA`, `MRVB` or `FRA`
 */
export async function drawStrip(
  lines: string[],
  { format, valid = true, pixelsPerMm = 12 }: { format: string; valid?: boolean; pixelsPerMm?: number },
): Promise<{ png: Buffer; truth: StripTruth }> {
  const length = lines[0]?.length ?? 0;
  if (lines.length < 2 || lines.some((line) => line.length !== length))
    throw new RangeError('a zone has two or three lines of one length');
  const widthMm = length * zonePitch + 2 * margin;
  const heightMm = lines.length * lineRow + 20;
  const [width, height] = [Math.round(widthMm * pixelsPerMm), Math.round(heightMm * pixelsPerMm)];
  const baseLines = lines.map((_, index) => 18 + index * lineRow);
  const size = (zonePitch * 1000) / 723;
  const place = { x: margin, size, pitch: zonePitch, fill: 'rgb(18,18,20)' };
  const print = lines.map((line, index) => writeText(ocrB, line, { ...place, y: baseLines[index] ?? 0 }));
  const mark = writeText(sansBold, 'SPECIMEN', {
    x: margin,
    y: 9,
    size: 6,
    fill: 'rgb(176,28,44)',
    opacity: 0.7,
  });
  const picture = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${widthMm} ${heightMm}"><rect width="${widthMm}" height="${heightMm}" fill="rgb(244,243,238)"/>${mark}${print.join('')}</svg>`;
  const scale = (box: Box): Box =>
    box.map((value) => Math.round(value * pixelsPerMm * 10) / 10) as unknown as Box;
  return {
    png: await sharp(Buffer.from(picture))
      .flatten({ background: '#ffffff' })
      .png({ compressionLevel: 3 })
      .toBuffer(),
    truth: {
      width,
      height,
      mrz: zoneTruth({ format, lines, left: margin, baseLines }, { valid, scale }),
      portraitBox: null,
      ghostBox: null,
      code: null,
      fields: {},
    },
  };
}
