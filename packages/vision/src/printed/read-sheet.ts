import sharp from 'sharp';
import type { Box, Raster } from '../picture/raster.ts';
import type { TextEngine, TextLanguage, TextWord } from './text-engine.ts';

/** Margin around a field: a share of the height of its box, but at most `lineRoom` pixels, so that tall boxes get the margin of one line. */
const room = 0.35;
const lineRoom = 14;

/** Position of one cut-out on the sheet. */
interface Strip {
  /** Rows of the sheet. */
  top: number;
  bottom: number;
  /** Offset from the sheet to the picture. */
  shift: readonly [number, number];
}

/** Cuts out boxes with a margin and places them on one sheet. */
function cutOut(print: Raster, boxes: readonly Box[]): { raster: Raster; strips: (Strip | null)[] } {
  const gap = 16;
  const crops = boxes.map((box) => cropOf(print, box));
  const width = Math.max(1, ...crops.map((crop) => crop?.width ?? 0)) + 2 * gap;
  const height = crops.reduce((sum, crop) => sum + (crop ? crop.height + gap : 0), gap);
  // White space between the cut-outs, so that no line continues from one into the next.
  const data = new Uint8Array(width * height).fill(255);
  let y = gap;
  const strips = crops.map((crop) => {
    if (!crop) return null;
    const { x: left, y: top, width: across, height: down } = crop;
    for (let row = 0; row < down; row += 1) {
      const from = (top + row) * print.width + left;
      data.set(print.data.subarray(from, from + across), (y + row) * width + gap);
    }
    const strip: Strip = { top: y - gap / 2, bottom: y + down + gap / 2, shift: [left - gap, top - y] };
    y += down + gap;
    return strip;
  });
  return { raster: { width, height, channels: 1, data }, strips };
}

function cropOf(
  { width, height }: Raster,
  [x, y, across, down]: Box,
): { x: number; y: number; width: number; height: number } | null {
  const more = Math.min(lineRoom, room * down);
  const left = Math.max(0, Math.floor(x - 0.6 * more));
  const top = Math.max(0, Math.floor(y - more));
  const right = Math.min(width, Math.ceil(x + across + 0.6 * more));
  const bottom = Math.min(height, Math.ceil(y + down + more));
  return right - left < 4 || bottom - top < 4
    ? null
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Reads boxes of a picture as one sheet.
 * @param options.scale enlargement factor, for small print
 * @returns the words of each box, in pixels of the picture
 * @throws Error if the engine fails
 */
export async function readSheet(
  engine: TextEngine,
  {
    print,
    boxes,
    language,
    scale,
  }: {
    print: Raster;
    boxes: readonly Box[];
    language: TextLanguage;
    scale: number;
  },
): Promise<TextWord[][]> {
  const { raster, strips } = cutOut(print, boxes);
  const large = scale === 1 ? raster : await enlarge(raster, scale);
  const words = await engine.read(large, { languages: [language], mode: 'block' });
  const own = words.map((word) => ({
    ...word,
    box: word.box.map((value) => value / scale) as unknown as Box,
  }));
  return strips.map((strip) =>
    strip === null ? [] : own.filter(({ box }) => isIn(box, strip)).map((word) => moved(word, strip)),
  );
}

async function enlarge({ width, height, data }: Raster, scale: number): Promise<Raster> {
  const { data: larger, info } = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, data: larger };
}

function isIn([, y, , height]: Box, { top, bottom }: Strip): boolean {
  const middle = y + height / 2;
  return middle >= top && middle < bottom;
}

function moved(word: TextWord, { shift: [right, down] }: Strip): TextWord {
  const [x, y, width, height] = word.box;
  return { ...word, box: [x + right, y + down, width, height] };
}
