import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readMrz } from '../src/mrz/read-mrz.ts';
import type { MrzFormat } from '@countersign/findings';
import type { Raster } from '../src/picture/raster.ts';
import { loadAtlas } from '../tools/mrz-cells.ts';
import { createRandom } from '../tools/mrz-random.ts';
import { drawScene } from './mrz-scene.ts';
import type { Condition } from './mrz-scene.ts';
import { inventZone } from './mrz-zones.ts';
import { byNight, rowsByDay } from './by-night.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const atlas = loadAtlas(path.resolve(here, '../tools'));
const today = '2026-11-20';

const opened = (raster: Raster) => ({ raster: () => Promise.resolve(raster) });

const icao = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];

describe('a capture with a zone', () => {
  it('is read with lines, digits, fields and confidence', async () => {
    const picture = drawScene(atlas, icao, { condition: 'typical', seed: 3 });
    const reading = await readMrz(opened(picture), { today });
    expect(reading).toMatchObject({
      format: 'TD3',
      status: 'clean',
      lines: icao,
      raw: icao,
      checks: { number: true, birth: true, expiry: true, optional: true, composite: true },
      repaired: [],
      fields: { lastName: 'ERIKSSON', firstName: 'ANNA MARIA', birthDate: '1974-08-12', sex: 'F' },
    });
    expect(reading?.confidence).toBeGreaterThan(0.3);
    expect(reading?.confidence).toBeLessThanOrEqual(1);
  });

  it('stays inconsistent when the print carries a wrong digit', async () => {
    const wrong = [icao[0] ?? '', (icao[1] ?? '').replace('7408122', '7408127')];
    const picture = drawScene(atlas, wrong, { condition: 'typical', seed: 4 });
    const reading = await readMrz(opened(picture), { today });
    expect(reading).toMatchObject({ status: 'inconsistent', lines: wrong });
    expect(reading?.checks).toMatchObject({ number: true, birth: false, composite: false });
  });

  const scenes: [MrzFormat, Condition, number][] = [
    ['TD1', 'clean', 11],
    ['TD2', 'blur', 12],
    ['MRVA', 'glare', 13],
    ['MRVB', 'small', 14],
    ['FRID', 'dim', 15],
    ['TD1', 'tilt', 16],
    ['TD3', 'upside', 17],
    ['TD2', 'sideways', 18],
  ];
  /** Each format is also drawn as a harsh picture by day; blur and small print, too. */
  const daily = new Set<Condition>(['glare', 'dim', 'tilt', 'upside']);
  it.each(rowsByDay(scenes, ([, condition]) => daily.has(condition)))(
    'is read exactly: %s, %s',
    async (format, condition, seed) => {
      const lines = inventZone(format, createRandom(seed));
      const reading = await readMrz(opened(drawScene(atlas, lines, { condition, seed })), { today });
      expect(reading?.lines).toEqual(lines);
      expect(reading).toMatchObject({ format, status: 'clean' });
    },
  );

  it('is read the same whatever way up the portrait indicates', async () => {
    const picture = drawScene(atlas, icao, { condition: 'sideways', seed: 5 });
    const readings = rowsByDay([0, 90, 180, -90], (roll) => roll === 0 || roll === -90).map((portraitRoll) =>
      readMrz(opened(picture), { today, portraitRoll }),
    );
    for (const reading of await Promise.all(readings)) expect(reading?.lines).toEqual(icao);
  });

  byNight(() => {
    it('gives equal results for equal pictures', async () => {
      const picture = drawScene(atlas, icao, { condition: 'blur', seed: 6 });
      const [first, second] = [
        await readMrz(opened(picture), { today }),
        await readMrz(opened(picture), { today }),
      ];
      expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    });
  });
});

describe('a capture without a zone', () => {
  it.each<[Condition, number]>([
    ['clean', 21],
    ['typical', 22],
  ])('gives nothing: %s', async (condition, seed) => {
    expect(await readMrz(opened(drawScene(atlas, null, { condition, seed })), { today })).toBeNull();
  });

  it('gives nothing on even, tiny and noisy pictures', async () => {
    const random = createRandom(9);
    const picture = (width: number, height: number, value: () => number): Raster => ({
      width,
      height,
      channels: 1,
      data: Uint8Array.from({ length: width * height }, value),
    });
    expect(await readMrz(opened(picture(640, 480, () => 200)), { today })).toBeNull();
    expect(await readMrz(opened(picture(1, 1, () => 0)), { today })).toBeNull();
    expect(await readMrz(opened(picture(5000, 3, () => random.below(256))), { today })).toBeNull();
    expect(await readMrz(opened(picture(400, 300, () => random.below(256))), { today })).toBeNull();
  });
});
