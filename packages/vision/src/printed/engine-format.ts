import type { Box, Raster } from '../picture/raster.ts';
import type { TextLanguage, TextOptions, TextWord } from './text-engine.ts';

/** Languages that the operating system's engine must support. */
export const systemLanguages: readonly TextLanguage[] = ['eng', 'spa', 'por'];

/** File name of the network for all Latin letters; engines derive it from the name of the language. */
export const latinFile = 'latin.traineddata';

/** Page segmentation mode of both engines for each mode. */
export const pageModes: Readonly<Record<TextOptions['mode'], string>> = {
  sparse: '11',
  block: '6',
  line: '7',
  word: '8',
};

/**
 * Settings of both engines. Pictures are passed at about 300 dpi, and documents have dark print on a light background. Pale labels
 * beside black values need an adaptive threshold (2, Sauvola's): a single threshold for the whole picture lost one word in twenty.
 */
export const engineSettings: Readonly<Record<string, string>> = {
  user_defined_dpi: '300',
  tessedit_do_invert: '0',
  debug_file: '/dev/null',
  thresholding_method: '2',
};

/** Settings that take effect only when an engine starts. Dictionaries are off because they turn names into ordinary words. */
export const startSettings: Readonly<Record<string, string>> = {
  load_system_dawg: '0',
  load_freq_dawg: '0',
};

/** The picture as a binary PGM file. */
export function greyFile({ width, height, channels, data }: Raster): Buffer {
  if (channels !== 1) throw new Error('text is read from grey pictures only');
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data]);
}

/** Sizes in bytes of the header and of an entry of a TIFF file, and the offset of the value within an entry. */
const tiff = { header: 8, entry: 12, value: 8 };

/** The picture as a TIFF file. The operating system's engine reads TIFF row by row, but PGM with one call per pixel. */
export function pageFile({ width, height, channels, data }: Raster): Buffer {
  if (channels !== 1) throw new Error('text is read from grey pictures only');
  const entries: readonly (readonly [tag: number, value: number | 'rows'])[] = [
    [256, width],
    [257, height],
    [258, 8], // bits per value
    [259, 1], // uncompressed
    [262, 1], // 0 is black
    [273, 'rows'], // offset of the rows
    [277, 1], // values per pixel
    [278, height], // rows per strip
    [279, data.length],
  ];
  const count = entries.length;
  const rows = tiff.header + 2 + count * tiff.entry + 4;
  const head = Buffer.alloc(rows);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(tiff.header, 4);
  head.writeUInt16LE(count, tiff.header);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = tiff.header + 2 + index * tiff.entry;
    head.writeUInt16LE(tag, at);
    // Every entry holds a single 32-bit value.
    head.writeUInt16LE(4, at + 2);
    head.writeUInt32LE(1, at + 4);
    head.writeUInt32LE(value === 'rows' ? rows : value, at + tiff.value);
  }
  return Buffer.concat([head, data]);
}

const wordLevel = '5';

/** Parses the table that both engines write: one line per item, with twelve tab-separated columns. */
export function wordsOfTable(table: string): TextWord[] {
  return table.split('\n').flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = line.split('\t');
    const trimmed = text.trim();
    if (level !== wordLevel || trimmed === '') return [];
    const box = [left, top, width, height].map(Number) as unknown as Box;
    return [{ text: trimmed, confidence: Math.min(1, Math.max(0, Number(confidence) / 100)), box }];
  });
}
