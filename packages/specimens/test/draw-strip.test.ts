import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { simulateCapture } from '../src/capture/simulate-capture.ts';
import { drawCard } from '../src/card/draw-card.ts';
import { drawStrip } from '../src/card/draw-strip.ts';
import { inventPerson } from '../src/people/invent-person.ts';

const truncated = [
  'ICCOL001234567805001<<<<<<<<<<',
  '9003152F3203190COL9000000001<2',
  'GONZALEZ<MARIN<<MARIA<GABRIELA',
];

describe('A bare zone', () => {
  it('is on a strip just wider than its lines', async () => {
    const { png, truth } = await drawStrip(truncated, { format: 'TD1' });
    const { width, height } = await sharp(png).metadata();
    expect([width, height]).toEqual([1058, 469]);
    expect(truth.mrz?.lines).toEqual(truncated);
    expect(truth.mrz?.lineBoxes).toHaveLength(3);
  });

  it('can be photographed as a card can', async () => {
    const { png, truth } = await drawStrip(truncated, { format: 'TD1' });
    const capture = await simulateCapture(png, { condition: 'clean', seed: 1, truth });
    expect(capture.truth.mrzLines).toHaveLength(3);
  });

  it('needs two or three lines of one length', async () => {
    await expect(drawStrip(['ABC'], { format: 'TD1' })).rejects.toThrow(RangeError);
    await expect(drawStrip(['ABC', 'AB'], { format: 'TD1' })).rejects.toThrow(RangeError);
  });
});

describe('A card with a grey portrait', () => {
  it('has no colour in its portrait, and its other print keeps it', async () => {
    const { png, truth } = await drawCard({
      kind: 'td1-front',
      person: inventPerson(3),
      portraitSeed: 3,
      greyPortrait: true,
    });
    const [left = 0, top = 0, width = 0, height = 0] = (truth.portraitBox ?? []).map(Math.round);
    const inside = { left: left + 3, top: top + 3, width: width - 6, height: height - 6 };
    expect(await colourOf(png, inside)).toBeLessThan(3);
    expect(await colourOf(png, { left: 100, top: 20, width: 1000, height: 100 })).toBeGreaterThan(20);
  });
});

/** Largest difference between two channels of any pixel. */
async function colourOf(
  png: Buffer,
  box: { left: number; top: number; width: number; height: number },
): Promise<number> {
  const data = await sharp(png).extract(box).raw().toBuffer();
  let most = 0;
  for (let at = 0; at < data.length; at += 3) {
    const pixel = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    most = Math.max(most, Math.max(...pixel) - Math.min(...pixel));
  }
  return most;
}
