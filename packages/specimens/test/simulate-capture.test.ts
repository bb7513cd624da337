import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { captureConditions } from '../src/capture/capture-settings.ts';
import { planCapture, type CaptureTruth } from '../src/capture/plan-capture.ts';
import { simulateCapture } from '../src/capture/simulate-capture.ts';
import { drawCard } from '../src/card/draw-card.ts';
import { inventPerson } from '../src/people/invent-person.ts';

const card = await drawCard({ kind: 'td3', person: inventPerson(3), portraitSeed: 3 });
const passport = { width: card.truth.width, height: card.truth.height };

describe('Simulated capture', () => {
  it('is the same picture for the same seed and another for the next', async () => {
    const take = (seed: number) =>
      simulateCapture(card.png, { condition: 'typical', seed, truth: card.truth });
    const [first, again, other] = await Promise.all([take(1), take(1), take(2)]);
    expect(first.jpeg.equals(again.jpeg)).toBe(true);
    expect(first.truth).toEqual(again.truth);
    expect(first.jpeg.equals(other.jpeg)).toBe(false);
  });

  const whole = captureConditions.filter((condition) => condition !== 'crop' && condition !== 'scan');

  it.each(whole)('keeps the whole card in the frame: %s', (condition) => {
    for (let seed = 0; seed < 50; seed += 1) {
      for (const size of [passport, { width: 1284, height: 810 }]) {
        const { width, height, card: corners } = planCapture(size, { condition, seed });
        for (const [x, y] of corners) expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
      }
    }
  });

  it('shows a sideways card in an upright frame and turns an upside-down card by half', async () => {
    const { jpeg, truth: sideways } = await simulateCapture(card.png, { condition: 'sideways', seed: 5 });
    const size = await sharp(jpeg).metadata();
    expect([size.width, size.height, sideways.width, sideways.height]).toEqual([1200, 1600, 1200, 1600]);
    const [topLeft, topRight, , bottomLeft] = sideways.card;
    expect(Math.abs((topRight?.[1] ?? 0) - (topLeft?.[1] ?? 0))).toBeGreaterThan(800);
    expect(Math.abs((bottomLeft?.[0] ?? 0) - (topLeft?.[0] ?? 0))).toBeGreaterThan(500);
    const upside = planCapture(passport, { condition: 'upside', seed: 5 });
    expect((upside.card[1]?.[0] ?? 0) - (upside.card[0]?.[0] ?? 0)).toBeLessThan(-900);
  });

  it('puts the first line of the zone where the truth has it, under perspective too', async () => {
    const { jpeg, truth } = await simulateCapture(card.png, {
      condition: 'tilt',
      seed: 4,
      truth: card.truth,
    });
    const onZone = await brightnessAlong(jpeg, truth.mrzLines[0] ?? [], 0.5);
    const betweenLines = await brightnessAlong(jpeg, truth.mrzLines[0] ?? [], 1.6);
    expect(Math.min(...onZone)).toBeLessThan(90);
    expect(Math.min(...betweenLines)).toBeGreaterThan(110);
  });

  it('leaves no edge sharp when it must be unreadable', async () => {
    const sharpness = async (condition: 'typical' | 'blur' | 'unreadable-blur') => {
      const { jpeg, truth } = await simulateCapture(card.png, { condition, seed: 6, truth: card.truth });
      return largestStep(await brightnessAlong(jpeg, truth.mrzLines[1] ?? [], 0.5));
    };
    expect(await sharpness('typical')).toBeGreaterThan(60);
    expect(await sharpness('unreadable-blur')).toBeLessThan(15);
  });

  it('leaves corners outside the frame when cropped', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const { width, height, card: corners } = planCapture(passport, { condition: 'crop', seed });
      const outside = corners.filter(([x, y]) => x < 0 || x > width || y < 0 || y > height);
      expect(outside.length).toBeGreaterThanOrEqual(1);
      expect(outside.length).toBeLessThanOrEqual(2);
    }
  });

  it('shows nothing but the document when scanned', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const { width, height, card: corners } = planCapture(passport, { condition: 'scan', seed });
      expect(Math.abs(width / height - passport.width / passport.height)).toBeLessThan(0.01);
      const edges = [0, width, width, 0].map((x, index) => [x, index < 2 ? 0 : height] as const);
      for (const [index, [x, y]] of corners.entries()) {
        const [ex, ey] = edges[index] ?? [0, 0];
        expect(Math.hypot(x - ex, y - ey)).toBeLessThan(0.025 * width);
      }
    }
  });

  it('is small and heavily compressed when a messenger sent it', async () => {
    const { jpeg, truth } = await simulateCapture(card.png, { condition: 'messenger', seed: 2 });
    expect([truth.width, truth.height]).toEqual([1024, 768]);
    expect(jpeg.length).toBeLessThan(90_000);
  });

  it('covers a part of the card with fingers, and only of its upper two thirds', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const { fingers = [] } = planCapture(passport, { condition: 'fingers', seed }).settings;
      expect(fingers.length).toBeGreaterThanOrEqual(1);
      for (const { tip } of fingers) expect(tip[1] < 0.7 && tip[0] > -0.05 && tip[0] < 1.05).toBe(true);
    }
  });

  it('lays the same card on different grounds', async () => {
    const frame = { width: 640, height: 480 };
    const grounds = [
      'typical',
      'boards',
      'checked-cloth',
      'striped-cloth',
      'pale',
      'clutter',
      'tiles',
    ] as const;
    const corners = await Promise.all(
      grounds.map(async (condition) => {
        const { jpeg } = await simulateCapture(card.png, { condition, seed: 3, frame });
        const corner = sharp(jpeg).extract({ left: 0, top: 0, width: 24, height: 24 });
        return (await corner.raw().toBuffer()).toString('base64');
      }),
    );
    expect(new Set(corners).size).toBe(grounds.length);
  });

  it('makes a dim picture dark and glare white', async () => {
    const mean = async (condition: 'clean' | 'dim') =>
      (await sharp((await simulateCapture(card.png, { condition, seed: 1 })).jpeg).stats()).channels[1]
        ?.mean ?? 0;
    expect(await mean('dim')).toBeLessThan((await mean('clean')) * 0.6);
    const glare = await simulateCapture(card.png, { condition: 'glare', seed: 1 });
    expect(await whiteShare(glare.jpeg)).toBeGreaterThan(0.002);
    expect(
      await whiteShare((await simulateCapture(card.png, { condition: 'clean', seed: 1 })).jpeg),
    ).toBeLessThan(0.001);
  });
});

/** Brightness along a line that runs parallel to the quadrangle's upper edge, `down` heights below it. */
async function brightnessAlong(jpeg: Buffer, quad: CaptureTruth['card'], down: number): Promise<number[]> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [a, b, c, d] = quad;
  if (!a || !b || !c || !d) throw new Error('no quadrangle');
  const at = (from: number, to: number, share: number): number => from + (to - from) * share;
  return Array.from({ length: 1500 }, (_, index) => {
    const along = (index + 0.5) / 1500;
    const x = at(at(a[0], b[0], along), at(d[0], c[0], along), down);
    const y = at(at(a[1], b[1], along), at(d[1], c[1], along), down);
    return data[Math.round(y) * info.width + Math.round(x)] ?? 0;
  });
}

function largestStep(values: number[]): number {
  return Math.max(...values.slice(6).map((value, index) => Math.abs(value - (values[index] ?? 0))));
}

async function whiteShare(jpeg: Buffer): Promise<number> {
  const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  return data.filter((value) => value >= 250).length / data.length;
}
