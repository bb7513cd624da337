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
