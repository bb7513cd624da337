import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CardKind } from '../src/card/card-kinds.ts';
import { drawCard } from '../src/card/draw-card.ts';
import { checkDigit } from '../src/mrz/check-digit.ts';
import { inventPerson } from '../src/people/invent-person.ts';

const kinds: CardKind[] = ['td3', 'td1-front', 'td1-back', 'td2', 'mrva', 'mrvb'];
const person = inventPerson(7);

describe('Specimen card', () => {
  it('is the same picture every time', async () => {
    const [first, second] = await Promise.all([
      drawCard({ kind: 'td3', person, portraitSeed: 7 }),
      drawCard({ kind: 'td3', person, portraitSeed: 7 }),
    ]);
    expect(first.png.equals(second.png)).toBe(true);
    expect(first.truth).toEqual(second.truth);
  });

  it.each([
    ['td3', 1500, 1056, 'TD3', [44, 44]],
    ['td1-back', 1284, 810, 'TD1', [30, 30, 30]],
    ['td2', 1260, 888, 'TD2', [36, 36]],
    ['mrva', 1440, 960, 'MRVA', [44, 44]],
    ['mrvb', 1260, 888, 'MRVB', [36, 36]],
  ] as const)('%s has its true size and its zone', async (kind, width, height, format, lengths) => {
    const { png, truth } = await drawCard({ kind, person, portraitSeed: 7 });
    const size = await sharp(png).metadata();
    expect([size.width, size.height, truth.width, truth.height]).toEqual([width, height, width, height]);
    expect(truth.mrz?.format).toBe(format);
    expect(truth.mrz?.lines.map((line) => line.length)).toEqual(lengths);
  });

  it('shows dark characters where the truth puts each line, and paper between the lines', async () => {
    for (const kind of kinds.filter((name) => name !== 'td1-front')) {
      const { png, truth } = await drawCard({ kind, person, portraitSeed: 7 });
      const [first, second] = truth.mrz?.lineBoxes ?? [];
      if (!first || !second) throw new Error(`${kind} has no zone`);
      const gap = [first[0], first[1] + first[3] + 2, first[2], second[1] - first[1] - first[3] - 4] as const;
      expect(await darkShare(png, first)).toBeGreaterThan(0.08);
      expect(await darkShare(png, second)).toBeGreaterThan(0.08);
      expect(await darkShare(png, gap)).toBe(0);
    }
  });

  it('prints a wrong digit for the date of birth when damaged, and nothing else differs', async () => {
    for (const [kind, row, at] of [
      ['td3', 1, 19],
      ['td2', 1, 19],
      ['td1-back', 1, 6],
    ] as const) {
      const sound = (await drawCard({ kind, person, portraitSeed: 7 })).truth.mrz?.lines ?? [];
      const broken =
        (await drawCard({ kind, person, portraitSeed: 7, damagedMrz: true })).truth.mrz?.lines ?? [];
      const line = sound[row] ?? '';
      const birth = line.slice(at - 6, at);
      expect(checkDigit(birth)).toBe(line.charAt(at));
      expect(checkDigit(birth)).not.toBe(broken[row]?.charAt(at));
      expect(broken[row]?.slice(0, at) + line.charAt(at) + broken[row]?.slice(at + 1)).toBe(line);
      expect(broken.filter((_, index) => index !== row)).toEqual(sound.filter((_, index) => index !== row));
    }
  });

  it('prints the fields that its zone holds', async () => {
    const { truth } = await drawCard({ kind: 'td3', person, portraitSeed: 7 });
    expect(truth.fields['number']?.text).toBe(truth.mrz?.lines[1]?.slice(0, 9));
    expect(truth.fields['nationality']?.text).toBe('UTO');
    expect(Object.keys(truth.fields)).toEqual(
      expect.arrayContaining(['lastName', 'firstName', 'birthDate', 'sex', 'number', 'expiryDate']),
    );
  });
});

describe('Invented person', () => {
  it('is an adult of Utopia whose document is valid into the thirties, whatever the seed', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const { birthDate, expiryDate, nationality, documentNumber } = inventPerson(seed);
      expect(birthDate >= '1950-01-01' && birthDate <= '2002-12-28').toBe(true);
      expect(expiryDate >= '2031-01-01' && expiryDate <= '2035-12-28').toBe(true);
      expect(nationality).toBe('UTO');
      expect(documentNumber).toMatch(/^[A-Z0-9]{9}$/);
    }
  });
});

/** Share of pixels darker than 80 inside a box of card pixels. */
async function darkShare(
  png: Buffer,
  [x, y, width, height]: readonly [number, number, number, number],
): Promise<number> {
  const { data } = await sharp(png)
    .extract({ left: Math.ceil(x), top: Math.ceil(y), width: Math.floor(width), height: Math.floor(height) })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 80).length / data.length;
}
