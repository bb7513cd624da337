import { describe, expect, it } from 'vitest';
import type { Box } from '../picture/raster.ts';
import { continuitySigns, type FrameView } from './continuity.ts';

/** A room of grey squares; `noise` is different for every frame of a camera. */
function view(
  at: number,
  changes: { light?: number; room?: number; noise?: number; face?: Box | null } = {},
): FrameView {
  const { light = 0, room = 1, noise = at, face = [20, 24, 20, 20] } = changes;
  const data = Uint8Array.from({ length: 48 * 64 }, (_, index) => {
    const square = (Math.floor((index % 48) / 8) * room + Math.floor(index / 48 / 8) * 3) % 5;
    return 60 + square * 30 + light + (((index * 7919 + noise * 104_729) % 7) - 3);
  });
  return { at, view: { width: 48, height: 64, channels: 1, data }, face };
}

describe('frames of one take', () => {
  it('give no sign', () => {
    expect(continuitySigns([view(0), view(400), view(800, { face: [26, 24, 20, 20] })])).toEqual([]);
  });

  it.each<[string, FrameView, string]>([
    ['the same frame again', view(400, { noise: 0 }), 'frames.identical'],
    ['a frame before the one before it', view(-10), 'frames.timing'],
    ['a pause', view(6001), 'frames.timing'],
    ['another room', view(400, { room: 2 }), 'frames.background'],
    ['another light', view(400, { light: 40 }), 'frames.light'],
    ['a face elsewhere at once', view(100, { face: [0, 44, 16, 16] }), 'frames.jump'],
  ])('%s is named', (_, second, code) => {
    expect(continuitySigns([view(0), second]).map((sign) => [sign.code, sign.frame])).toEqual([[code, 1]]);
  });

  it('cannot be compared when their sizes differ', () => {
    const other = {
      ...view(400),
      view: { width: 1, height: 1, channels: 1 as const, data: new Uint8Array(1) },
    };
    expect(continuitySigns([view(0), other])).toEqual([{ code: 'frames.background', frame: 1, value: 255 }]);
  });
});
