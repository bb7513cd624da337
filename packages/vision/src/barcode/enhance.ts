import type { Raster } from '../picture/raster.ts';

/** Processing of a rectified symbol before decoding; radii are in pixels. */
export interface Enhancement {
  /** Averages along the bars, over rows above and below; this removes grain without harming a rectified symbol. */
  meanDown?: number;
  /** Strength of an unsharp mask along the rows, which reduces blur; 0 for none. */
  sharpen?: number;
  /** Half the width of the mask's window. */
  radius?: number;
  /** Whether the mask is also applied along the columns. */
  bothWays?: boolean;
  /** Reverses the order of rows, which makes a mirrored picture readable. */
  flip?: boolean;
  /** Inverts light and dark. */
  invert?: boolean;
}

/** Makes a grey picture easier to read; the original is unchanged. */
export function enhance(picture: Raster, how: Enhancement): Raster {
  const { meanDown = 0, sharpen = 0, radius = 2, bothWays = false, flip = false, invert = false } = how;
  let result = invert ? { ...picture, data: picture.data.map((level) => 255 - level) } : picture;
  if (meanDown > 0) result = boxMean(result, { axis: 'down', half: meanDown });
  if (sharpen > 0) result = unsharp(result, { axis: 'across', half: radius, sharpen });
  if (sharpen > 0 && bothWays) result = unsharp(result, { axis: 'down', half: radius, sharpen });
  return flip ? flipRows(result) : result;
}

interface Window {
  axis: 'across' | 'down';
  half: number;
}

function boxMean(picture: Raster, { axis, half }: Window): Raster {
  const { width, height, data } = picture;
  const [length, lines, along, across] =
    axis === 'across' ? [width, height, 1, width] : [height, width, width, 1];
  const mean = new Uint8Array(data.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * across;
    const level = (i: number): number => data[start + Math.max(0, Math.min(length - 1, i)) * along] ?? 0;
    let sum = 0;
    for (let i = -half; i <= half; i += 1) sum += level(i);
    for (let i = 0; i < length; i += 1) {
      mean[start + i * along] = sum / (2 * half + 1) + 0.5;
      // The window slides: a mean costs two look-ups, whatever its length.
      sum += level(i + half + 1) - level(i - half);
    }
  }
  return { ...picture, data: mean };
}

function unsharp(picture: Raster, { sharpen, ...window }: Window & { sharpen: number }): Raster {
  const mean = boxMean(picture, window).data;
  const data = picture.data.map((level, i) => {
    const value = level + sharpen * (level - (mean[i] ?? 0));
    return value < 0 ? 0 : value > 255 ? 255 : value;
  });
  return { ...picture, data };
}

function flipRows(picture: Raster): Raster {
  const { width, height, data } = picture;
  const flipped = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1)
    flipped.set(data.subarray(y * width, (y + 1) * width), (height - 1 - y) * width);
  return { ...picture, data: flipped };
}
