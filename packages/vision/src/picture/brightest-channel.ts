import { pixelWords } from './pixel-words.ts';
import type { Raster } from './raster.ts';

const most = (red: number, green: number, blue: number): number => {
  const two = red > green ? red : green;
  return two > blue ? two : blue;
};

/** The brightest of each pixel's three channels: black print stays dark, coloured lines behind it fade. */
export function brightestChannel(colour: Raster): Raster {
  const { width, height, data } = colour;
  const brightest = new Uint8Array(width * height);
  const words = pixelWords(colour);
  let i = 0;
  for (let at = 0; at < words.length; at += 3, i += 4) {
    const first = words[at]!;
    const second = words[at + 1]!;
    const third = words[at + 2]!;
    brightest[i] = most(first & 255, (first >>> 8) & 255, (first >>> 16) & 255);
    brightest[i + 1] = most(first >>> 24, second & 255, (second >>> 8) & 255);
    brightest[i + 2] = most((second >>> 16) & 255, second >>> 24, third & 255);
    brightest[i + 3] = most((third >>> 8) & 255, (third >>> 16) & 255, third >>> 24);
  }
  for (let at = 3 * i; i < brightest.length; i += 1, at += 3)
    brightest[i] = most(data[at]!, data[at + 1]!, data[at + 2]!);
  return { width, height, channels: 1, data: brightest };
}
