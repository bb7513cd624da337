import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImage } from './open-image.ts';
import { fromSquare, sampleSquare, type Square } from './sample-square.ts';

const [width, height] = [800, 600];
const size = 16;

/** White paper, so that what a pixel of a cut-out shows is the share of its samples that lie on it. */
async function whitePaper() {
  const create = { width, height, channels: 3 as const, background: '#ffffff' };
  const opened = await openImage(await sharp({ create }).png().toBuffer());
  if (opened.refusal !== null) throw new Error(`refused: ${opened.refusal}`);
  return opened;
}

/** How light each pixel of the cut-out is, sample by sample: those outside are black. */
function lightOf(square: Square, samples: number): number[] {
  const isOnPaper = (x: number, y: number) => x >= 0 && y >= 0 && x <= width && y <= height;
  return Array.from({ length: size * size }, (_, at) => {
    let light = 0;
    for (let sample = 0; sample < samples * samples; sample += 1) {
      const x = (at % size) * samples + (sample % samples) + 0.5;
      const y = Math.floor(at / size) * samples + Math.floor(sample / samples) + 0.5;
      light += isOnPaper(...fromSquare(square, size * samples, [x, y])) ? 255 : 0;
    }
    return Math.round(light / (samples * samples));
  });
}

describe('a square that leaves the picture', () => {
  it.each([
    ['letterboxed', { center: [400, 300], side: 800, angle: 0 }, 4],
    ['from farther away', { center: [400, 300], side: 1280, angle: 0 }, 4],
    ['turned a quarter', { center: [400, 300], side: 810, angle: Math.PI / 2 }, 4],
    ['turned a half', { center: [400, 300], side: 810, angle: Math.PI }, 4],
    ['tilted', { center: [250, 410], side: 1010, angle: 0.7 }, 4],
    ['tilted the other way', { center: [780, 12], side: 90, angle: -2.3 }, 2],
    ['at a corner', { center: [3, 4], side: 20, angle: 0 }, 1],
    ['beside the picture', { center: [1900, 300], side: 140, angle: 0 }, 3],
  ] as const)('shows the picture where it lies on it and black elsewhere: %s', async (_, square, samples) => {
    const planar = await sampleSquare(await whitePaper(), square, { size, outside: 'black' });
    const red = [...planar.subarray(0, size * size)].map((value) => Math.round(value));
    expect(red).toEqual(lightOf(square, samples));
  });
});
