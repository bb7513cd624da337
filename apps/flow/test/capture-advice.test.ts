import { describe, expect, it } from 'vitest';
import { createAdvisor, hintOf } from '../src/camera/capture-advice.ts';
import {
  exceedsLimitedRange,
  type FrameMetrics,
  type Grey,
  greyOfLuma,
  measureFrame,
} from '../src/camera/frame-metrics.ts';

const good: FrameMetrics = { brightness: 140, sharpness: 900, clipped: 0.01, edges: 4, motion: 1 };

describe('the hint', () => {
  it.each([
    ['dark', { brightness: 30, edges: 0 }],
    ['bright', { brightness: 240 }],
    ['place', { edges: 2, motion: 40 }],
    ['glare', { clipped: 0.2 }],
    ['still', { motion: 20, sharpness: 10 }],
    ['blurred', { sharpness: 12 }],
  ])('is %s, the most important of several', (hint, changes) => {
    expect(hintOf({ ...good, ...changes }, 'document')).toBe(hint);
  });

  it('is none for a good frame, and a face needs no edges', () => {
    expect(hintOf(good, 'document')).toBeNull();
    expect(hintOf({ ...good, edges: 0, clipped: 0.3 }, 'face')).toBeNull();
  });
});

describe('the advisor', () => {
  it('takes a document that is good for half a second without a break', () => {
    const advisor = createAdvisor('document');
    expect(advisor.follow(good, 0).take).toBe(false);
    expect(advisor.follow(good, 400).take).toBe(false);
    expect(advisor.follow({ ...good, motion: 30 }, 450).take).toBe(false);
    expect(advisor.follow(good, 500).take).toBe(false);
    expect(advisor.follow(good, 950).take).toBe(false);
    expect(advisor.follow(good, 1_000).take).toBe(true);
  });

  it('keeps a hint for 1.2 s, counts it, and points to the button after 10 s', () => {
    const advisor = createAdvisor('document');
    const dark = { ...good, brightness: 20 };
    const shaking = { ...good, motion: 30 };
    expect(advisor.follow(dark, 0).hint).toBe('dark');
    expect(advisor.follow(shaking, 500).hint).toBe('dark');
    expect(advisor.follow(shaking, 1_300).hint).toBe('still');
    expect(advisor.follow(shaking, 10_100).hint).toBe('manual');
    expect(advisor.follow(dark, 11_400).hint).toBe('dark');
    expect(advisor.counts).toEqual({ dark: 2, still: 1, manual: 1 });
  });
});

describe('a frame', () => {
  const guide = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 };
  const size = { width: 160, height: 120 };
  const drawn = (value: (x: number, y: number) => number): Grey => ({
    ...size,
    data: Uint8Array.from({ length: size.width * size.height }, (_, at) =>
      value(at % size.width, Math.floor(at / size.width)),
    ),
  });
  const card = (x: number, y: number) => (x >= 18 && x < 142 && y >= 14 && y < 106 ? 180 : 60);

  it('with a card along the guide has four edges, an empty one none', () => {
    expect(measureFrame(drawn(card), guide, null).edges).toBe(4);
    expect(
      measureFrame(
        drawn(() => 60),
        guide,
        null,
      ).edges,
    ).toBe(0);
    // Texture has many lines, and none that is more than the others.
    expect(
      measureFrame(
        drawn((x, y) => 60 + ((x + y) % 4) * 30),
        guide,
        null,
      ).edges,
    ).toBe(0);
  });

  it('has the light of what is inside the guide', () => {
    const { brightness, clipped } = measureFrame(
      drawn((x) => (x < 80 ? 255 : 0)),
      guide,
      null,
    );
    expect(brightness).toBeCloseTo(127.5, 1);
    expect(clipped).toBeCloseTo(0.5, 2);
  });

  it('moves by as much as its pixels differ from those before', () => {
    const before = drawn(() => 60);
    expect(
      measureFrame(
        drawn(() => 64),
        guide,
        before,
      ).motion,
    ).toBeCloseTo(4, 1);
    expect(measureFrame(before, guide, null).motion).toBe(255);
  });
});

describe('the plane of grey values of a camera', () => {
  // Two rows of five and a byte to fill them up, behind three bytes of something else.
  const bytes = Uint8Array.from([9, 9, 9, 16, 16, 235, 235, 50, 0, 16, 16, 235, 127, 50, 0]);
  const plane = { data: bytes, offset: 3, stride: 6, width: 5, height: 2 };

  it('is made smaller by the mean of squares, without what is left over', () => {
    const { width, height, data } = greyOfLuma({ ...plane, isFullRange: true }, 2);
    expect([width, height, ...data]).toEqual([2, 1, 16, 208]);
  });

  it('is the same wherever in memory it begins', () => {
    const [width, height, stride] = [24, 8, 28];
    const pixel = (at: number) => (at * 7919) % 256;
    const smaller = (offset: number) => {
      const data = new Uint8Array(offset + stride * height);
      for (let at = 0; at < stride * height; at += 1) data[offset + at] = pixel(at);
      return [...greyOfLuma({ data, offset, stride, width, height, isFullRange: true }, 4).data];
    };
    const means = Uint8ClampedArray.from({ length: 12 }, (_, cell) => {
      const [left, top] = [(cell % 6) * 4, Math.floor(cell / 6) * 4];
      let sum = 0;
      for (let y = top; y < top + 4; y += 1)
        for (let x = left; x < left + 4; x += 1) sum += pixel(y * stride + x);
      return sum / 16;
    });
    expect(smaller(0)).toEqual([...means]);
    expect(smaller(1)).toEqual([...means]);
  });

  it('of a limited range goes from 16 to 235', () => {
    expect([...greyOfLuma({ ...plane, isFullRange: false }, 1).data]).toEqual([
      0, 0, 255, 255, 40, 0, 0, 255, 129, 40,
    ]);
  });

  it('has the full range when it holds values above those of the limited one', () => {
    const white = (value: number, count: number) =>
      Uint8Array.from({ length: 61_000 }, (_, at) => (at % 61 === 0 && at / 61 < count ? value : 100));
    const wide = (data: Uint8Array) =>
      exceedsLimitedRange({ data, offset: 0, stride: 610, width: 610, height: 100 });
    expect(wide(white(255, 2))).toBe(true);
    expect(wide(white(255, 1))).toBe(false);
    expect(wide(white(235, 900))).toBe(false);
  });
});
