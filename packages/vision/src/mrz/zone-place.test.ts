import { describe, expect, it } from 'vitest';
import type { CardFinding } from '@countersign/findings';
import type { Quad } from '../picture/raster.ts';
import type { Strip } from './strips.ts';
import { mayBeZone, mayRunAlong, zoneOutlineOf, type ZoneOutline } from './zone-place.ts';

/** A card of 85.6 × 53.98 mm at 10 pixels per millimetre, with its top left at (100, 100). */
const corners: Quad = [
  [100, 100],
  [956, 100],
  [956, 640],
  [100, 640],
];
const card: ZoneOutline = { corners, format: 'ID1', isUpright: false };
/** The same card, rotated by a quarter turn. */
const sideways: ZoneOutline = {
  ...card,
  corners: [
    [640, 100],
    [640, 956],
    [100, 956],
    [100, 100],
  ],
};
const page: ZoneOutline = { ...card, format: 'ID3', isUpright: true };

/** Horizontal strips between two columns at the given rows. */
const group = ([left, right]: readonly [number, number], rows: readonly number[]) => ({
  strips: rows.map((y): Strip => ({
    from: [left, y],
    to: [right, y],
    pitch: 25,
    strength: 20,
    modulation: 20,
  })),
});
const isPossible = (outline: ZoneOutline | null, strips: ReturnType<typeof group>): boolean =>
  mayBeZone(strips, outline, (point) => point);

/** Rows of the three lines of a TD1 zone, 6.35 mm apart. */
const zoneRows = [449, 512, 576];

describe('a zone on a card', () => {
  it.each([
    ['three lines at the lower edge', [140, 910], zoneRows],
    ['three lines at the upper edge, of a card that lies on its head', [140, 910], [164, 228, 291]],
    ['the upper two of three lines', [140, 910], zoneRows.slice(0, 2)],
    ['the first and the last line', [140, 910], [449, 576]],
    ['half of each line, the rest under glare', [140, 560], zoneRows],
    ['lines that reach beyond the outline, which is that of something else', [60, 600], [350, 390]],
  ] as const)('may be %s', (_, ends, rows) => {
    expect(isPossible(card, group(ends, rows))).toBe(true);
  });

  it.each([
    ['lines across its middle', [140, 910], [320, 384]],
    ['short lines', [400, 700], zoneRows],
    ['lines at another distance', [140, 910], [476, 576]],
  ] as const)('cannot be %s', (_, ends, rows) => {
    expect(isPossible(card, group(ends, rows))).toBe(false);
  });

  it('is not at the upper edge where the portrait shows which way up the document is', () => {
    expect(isPossible(page, group([140, 910], [130, 170]))).toBe(false);
    expect(isPossible(page, group([140, 910], [560, 600]))).toBe(true);
  });

  it('may be anywhere where no outline is known', () => {
    expect(isPossible(null, group([140, 910], [320, 384]))).toBe(true);
  });

  it('runs along the long side of a card', () => {
    expect([mayRunAlong('rows', card), mayRunAlong('columns', card)]).toEqual([true, false]);
    expect([mayRunAlong('rows', sideways), mayRunAlong('columns', sideways)]).toEqual([false, true]);
    expect([mayRunAlong('rows', null), mayRunAlong('columns', null)]).toEqual([true, true]);
  });
});

describe('an outline', () => {
  const found: CardFinding = {
    corners,
    format: 'ID1',
    share: 0.5,
    tilt: 0,
    cut: 0,
    rotation: null,
    confidence: 0.9,
    source: 'outline',
  };

  it('shows where a zone can be when it is sure and shaped as a card', () => {
    expect(zoneOutlineOf(found)).toEqual(card);
    expect(zoneOutlineOf({ ...found, confidence: 0.6 })).toBeNull();
    expect(zoneOutlineOf(null)).toBeNull();
  });

  it('of the shape of a sheet of paper shows it only with a portrait of the right size on it', () => {
    expect(zoneOutlineOf({ ...found, format: 'ID3' })).toBeNull();
    expect(zoneOutlineOf({ ...found, format: 'ID3', rotation: 0 })).toEqual(page);
    expect(zoneOutlineOf({ ...found, format: null, rotation: 0 })).toBeNull();
  });
});
