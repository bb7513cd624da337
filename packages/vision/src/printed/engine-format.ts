import type { Box, Raster } from '../picture/raster.ts';
import type { TextLanguage, TextOptions, TextWord } from './text-engine.ts';

/** Every language that the operating system's engine must bring. */
export const systemLanguages: readonly TextLanguage[] = ['eng', 'spa', 'por'];

/** The file of the network for all Latin letters, which engines look for by the name of the language. */
export const latinFile = 'latin.traineddata';

/** Both engines' number for each way of looking. */
export const pageModes: Readonly<Record<TextOptions['mode'], string>> = {
  sparse: '11',
  block: '6',
  line: '7',
  word: '8',
};

/**
 * Settings of both engines. Pictures are handed over at about 300 dpi; print on documents is dark on light; pale labels beside
 * black values need a threshold that follows the neighbourhood (2, Sauvola's): with one for all, one in twenty words was lost.
 */
export const engineSettings: Readonly<Record<string, string>> = {
  user_defined_dpi: '300',
  tessedit_do_invert: '0',
  debug_file: '/dev/null',
  thresholding_method: '2',
};

/** Settings that count at the start of an engine only. Names are in no dictionary, and one bends them towards words. */
export const startSettings: Readonly<Record<string, string>> = {
  load_system_dawg: '0',
  load_freq_dawg: '0',
};

/** The picture as a binary PGM file. */
export function greyFile({ width, height, channels, data }: Raster): Buffer {
  if (channels !== 1) throw new Error('text is read from grey pictures only');
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data]);
}

/** Bytes of the header and of an entry of a TIFF file, and where in an entry its value is. */
const tiff = { header: 8, entry: 12, value: 8 };

/** The picture as a TIFF file, which the machine's own engine reads row by row, and a PGM file by a call for each pixel. */
export function pageFile({ width, height, channels, data }: Raster): Buffer {
  if (channels !== 1) throw new Error('text is read from grey pictures only');
  const entries: readonly (readonly [tag: number, value: number | 'rows'])[] = [
    [256, width],
    [257, height],
    [258, 8], // bits a value
    [259, 1], // uncompressed
    [262, 1], // 0 is black
    [273, 'rows'], // where they begin
    [277, 1], // values a pixel
    [278, height], // rows that lie together
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
    // One value of 32 bits, whatever it is.
    head.writeUInt16LE(4, at + 2);
    head.writeUInt32LE(1, at + 4);
    head.writeUInt32LE(value === 'rows' ? rows : value, at + tiff.value);
  }
  return Buffer.concat([head, data]);
}

const wordLevel = '5';

/** Words from the table that both engines write: one line an item, twelve columns between tabs. */
export function wordsOfTable(table: string): TextWord[] {
  return table.split('\n').flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = line.split('\t');
    const trimmed = text.trim();
    if (level !== wordLevel || trimmed === '') return [];
    const box = [left, top, width, height].map(Number) as unknown as Box;
    return [{ text: trimmed, confidence: Math.min(1, Math.max(0, Number(confidence) / 100)), box }];
  });
}
