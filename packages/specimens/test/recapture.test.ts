import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { recaptureFromPaper, recaptureFromScreen } from '../src/capture/recapture.ts';
import { simulateCapture } from '../src/capture/simulate-capture.ts';
import { pastePortrait } from '../src/capture/tamper.ts';
import { drawCard } from '../src/card/draw-card.ts';
import { drawPortrait } from '../src/face/draw-portrait.ts';
import { inventPerson } from '../src/people/invent-person.ts';

const card = await drawCard({ kind: 'td1-front', person: inventPerson(3), portraitSeed: 3 });
const picture = { width: 640, height: 480 };

async function chroma(jpeg: Buffer, box: [left: number, top: number, width: number, height: number]) {
  const [left, top, width, height] = box;
  const region = sharp(jpeg).extract({ left, top, width, height });
  const { data } = await region.resize(40, 40).raw().toBuffer({ resolveWithObject: true });
  let most = 0;
  for (let at = 0; at < data.length; at += 3)
    most = Math.max(most, Math.max(...data.subarray(at, at + 3)) - Math.min(...data.subarray(at, at + 3)));
  return most;
}

describe('pictures taken again', () => {
  it('are the same for the same seed and others for the next', async () => {
    const screen = (seed: number) => recaptureFromScreen(card.png, { seed, picture });
    const [first, again, other] = await Promise.all([screen(1), screen(1), screen(2)]);
    expect(first.jpeg.equals(again.jpeg)).toBe(true);
    expect(first.jpeg.equals(other.jpeg)).toBe(false);
    const print = { seed: 1, picture, print: 'colour' } as const;
    const [printed, once] = await Promise.all([
      recaptureFromPaper(card.png, print),
      recaptureFromPaper(card.png, print),
    ]);
    expect(printed.jpeg.equals(once.jpeg)).toBe(true);
  });

  it('show the picture in the requested size, where the homography has it', async () => {
    const { homography: h } = await recaptureFromScreen(card.png, { seed: 4, picture, fill: 0.5 });
    const place = (x: number, y: number): number[] => {
      const w = h[6] * x + h[7] * y + h[8];
      return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w];
    };
    const [left = 0, top = 0] = place(0, card.truth.height / 2);
    const [right = 0, bottom = 0] = place(card.truth.width, card.truth.height / 2);
    const width = Math.hypot(right - left, bottom - top);
    expect(width).toBeGreaterThan(300);
    expect(width).toBeLessThan(340);
    const [x = 0, y = 0] = place(card.truth.width / 2, card.truth.height / 2);
    expect(Math.abs(x - 320)).toBeLessThan(25);
    expect(Math.abs(y - 240)).toBeLessThan(25);
  });

  it('lose their colour on a black-and-white printer only', async () => {
    const middle: [number, number, number, number] = [200, 170, 240, 140];
    const copy = (print: 'colour' | 'grey') =>
      recaptureFromPaper(card.png, { seed: 10, picture, fill: 0.95, print });
    expect(await chroma((await copy('colour')).jpeg, middle)).toBeGreaterThan(45);
    expect(await chroma((await copy('grey')).jpeg, middle)).toBeLessThan(35);
  });
});

describe('a pasted portrait', () => {
  it('changes the portrait and leaves the rest of the picture as it was, but for the saving', async () => {
    const { jpeg, truth } = await simulateCapture(card.png, {
      condition: 'clean',
      seed: 5,
      truth: card.truth,
    });
    const face = await drawPortrait({ seed: 90 });
    const portrait = truth.portrait ?? [];
    const pasted = await pastePortrait(jpeg, face, { seed: 2, portrait, edge: 'feathered' });
    const difference = async (left: number, top: number): Promise<number> => {
      const region = { left: Math.round(left), top: Math.round(top), width: 120, height: 120 };
      const [before, after] = await Promise.all(
        [jpeg, pasted.jpeg].map((file) => sharp(file).extract(region).removeAlpha().raw().toBuffer()),
      );
      return before!.reduce((sum, level, at) => sum + Math.abs(level - after![at]!), 0) / before!.length;
    };
    const [x, y] = [0, 1].map((axis) => portrait.reduce((sum, point) => sum + point[axis as 0 | 1], 0) / 4);
    expect(await difference(x! - 60, y! - 60)).toBeGreaterThan(8);
    expect(await difference(1000, 500)).toBeLessThan(3);
  });
});
