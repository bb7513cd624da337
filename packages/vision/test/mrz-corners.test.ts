import { drawCard, inventPerson, simulateCapture } from '@countersign/specimens';
import type { CaptureCondition, CardKind } from '@countersign/specimens';
import { describe, expect, it } from 'vitest';
import { readMrz } from '../src/mrz/read-mrz.ts';
import { openImage } from '../src/picture/open-image.ts';
import type { Point } from '../src/picture/raster.ts';
import { rowsByDay } from './by-night.ts';

const today = '2026-11-20';

const apart = (a: Point | undefined, b: Point | undefined): number =>
  a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : Infinity;

/** The largest distance of a corner read from the one drawn, as a share of the zone's width. */
async function cornersOff(kind: CardKind, condition: CaptureCondition, seed: number): Promise<number> {
  const { png, truth: card } = await drawCard({ kind, person: inventPerson(seed), portraitSeed: seed });
  const { jpeg, truth } = await simulateCapture(png, { condition, seed, truth: card });
  const image = await openImage(jpeg);
  if (image.refusal !== null || truth.mrz === null) throw new Error('the specimen has no zone to read');
  const reading = await readMrz(image, { today });
  const drawn = truth.mrz;
  return (
    Math.max(...drawn.map((corner, i) => apart(reading?.corners[i], corner))) / apart(drawn[0], drawn[1])
  );
}

type Row = readonly [CardKind, CaptureCondition, number];

const rows: readonly Row[] = [
  ['td3', 'clean', 31],
  ['td3', 'typical', 32],
  ['td3', 'upside', 33],
  ['td3', 'sideways', 34],
  ['td3', 'sideways', 35],
  ['td3', 'tilt', 36],
  ['td1-back', 'typical', 37],
  ['td1-back', 'upside', 38],
  ['td1-back', 'sideways', 39],
  ['td1-back', 'sideways', 40],
  ['td2', 'sideways', 41],
  ['mrva', 'upside', 42],
];

/** Each kind of card and each way to lie once. */
const daily = new Set([31, 34, 36, 37, 41, 42]);

describe('the place of a zone', () => {
  it.each(rowsByDay(rows, ([, , seed]) => daily.has(seed)))(
    'is found to 3 % of its width from the top left as it reads: %s, %s, %i',
    async (kind, condition, seed) => {
      expect(await cornersOff(kind, condition, seed)).toBeLessThan(0.03);
    },
  );
});
