import { drawCard, inventPerson } from '@countersign/specimens';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Box, Raster } from '../src/picture/raster.ts';
import type { FoundField } from '../src/printed/labelled-fields.ts';
import type { TextWord } from '../src/printed/text-engine.ts';
import { printPicture } from '../src/printed/text-picture.ts';
import { wholePrintOf } from '../src/printed/whole-print.ts';

/** A drawn licence of `Ó FAOLÁIN` with the number `KS6193573`, as print on white, twelve pixels a millimetre. */
let print: Raster;

beforeAll(async () => {
  const changes = { lastName: 'Ó Faoláin', documentNumber: 'KS6193573' };
  const person = inventPerson(50_302, { changes });
  const { png } = await drawCard({ kind: 'uto-licence-front', person, portraitSeed: 1, pixelsPerMm: 12 });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  print = printPicture({ width: info.width, height: info.height, channels: 3, data });
});

/** The number of the row, which is a label however doubtful. */
const label: TextWord = { text: '1.', confidence: 0.27, box: [373, 163, 15, 15] };
const row = { name: [402, 149, 191, 31], number: [402, 415, 180, 26] } as const;

function field(kind: 'name' | 'licence-number', value: string, box: Box): FoundField {
  const name = kind === 'name' ? 'lastName' : 'number';
  return {
    field: name,
    kind,
    value: { value, repaired: 0, confirmed: false },
    text: value,
    box,
    confidence: 0.9,
  };
}

const wholeOf = (...words: TextWord[]) => wholePrintOf(print, words, new Set([label]));

describe('what a reading left out of a value', () => {
  it('is found before it: the capital of a surname that was cut through, up to the label', () => {
    const [, y, , height] = row.name;
    const cut = field('name', 'O FAOLAIN', [416, y, 177, height]);
    const [left, top, width] = wholeOf(label).whole(cut).box;
    expect({ top, begins: Math.round(left / 4), ends: left + width }).toEqual({
      top: y,
      begins: 101,
      ends: 593,
    });
    expect(wholeOf(label).doubted(cut).confidence).toBe(0.5);
  });

  it('is found before it: the whole capital', () => {
    const [, y, , height] = row.name;
    const [left] = wholeOf(label).whole(field('name', 'FAOLAIN', [441, y, 152, height])).box;
    expect(Math.round(left / 4)).toBe(101);
  });

  it('is found behind it: the end of a number', () => {
    const [x, y, , height] = row.number;
    const cut = field('licence-number', 'KS619', [x, y, 101, height]);
    const [left, , width] = wholeOf().whole(cut).box;
    expect({ left, ends: Math.round((x + width) / 5) }).toEqual({ left: x, ends: 116 });
    expect(wholeOf().doubted(cut).confidence).toBe(0.5);
  });

  it('is none where it was read as another word', () => {
    const [x, y, , height] = row.number;
    const cut = field('licence-number', 'KS619', [x, y, 101, height]);
    const rest: TextWord = { text: '3573', confidence: 0.9, box: [x + 102, y, 78, height] };
    expect(wholeOf(rest).whole(cut).box).toEqual([x, y, 101, height]);
    expect(wholeOf(rest).doubted(cut).confidence).toBe(0.9);
  });

  it.each([
    ['name', 'Ó FAOLÁIN', row.name],
    ['licence-number', 'KS6193573', row.number],
  ] as const)(
    'is none of a whole %s: neither the pattern nor the next row is a part of it',
    (kind, value, box) => {
      const read = field(kind, value, [...box]);
      const whole = wholeOf(label);
      expect(whole.whole(read)).toEqual(read);
      expect(whole.doubted(read)).toEqual(read);
    },
  );
});
