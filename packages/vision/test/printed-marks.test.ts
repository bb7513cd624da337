import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drawCard, inventPerson } from '@countersign/specimens';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '../src/picture/raster.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import { readAgain } from '../src/printed/second-reading.ts';
import type { TextEngine } from '../src/printed/text-engine.ts';

const modelsDir = fileURLToPath(new URL('../models', import.meta.url));
const hasTesseract = spawnSync('tesseract', ['--version']).status === 0;

/** The rows of the names on a licence. */
async function namesOf(seed: number): Promise<Raster> {
  const card = await drawCard({
    kind: 'uto-licence-front',
    person: inventPerson(seed, {}),
    portraitSeed: seed,
  });
  const { width, height } = await sharp(card.png).metadata();
  const { data, info } = await sharp(card.png)
    .extract({
      left: Math.round(0.36 * width),
      top: Math.round(0.2 * height),
      width: Math.round(0.45 * width),
      height: Math.round(0.18 * height),
    })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, data };
}

describe.each<[string, boolean, string | null]>([
  ['the shipped text engine', true, null],
  ['the engine tesseract (Debian)', hasTesseract, 'tesseract'],
])('%s', (_, isHere, nativeCommand) => {
  it.skipIf(!isHere)('reads the marks of Latin letters', async () => {
    const engine = await openTextEngine({ nativeCommand, modelsDir });
    const names: string[] = [];
    for (const seed of [1, 10, 12]) {
      const words = await engine.read(await namesOf(seed), { languages: ['latin'], mode: 'block' });
      names.push(...words.map(({ text }) => text));
    }
    await engine.close();
    expect(engine.hasLatin).toBe(true);
    expect(names).toEqual(expect.arrayContaining(['ØYVIND', 'GÜNTHER', 'KĘSTUTIS']));
  });

  it.skipIf(!isHere)('reads them only where the network is', async () => {
    const engine = await openTextEngine({ nativeCommand, modelsDir: '/nowhere' });
    expect(engine.hasLatin).toBe(false);
    await engine.close();
  });
});

/** A name as a first reading gives it, `null` for none, when the second and the third give `later`. */
async function nameRead(first: string | null, ...later: string[]) {
  const texts = [...later];
  const engine: TextEngine = {
    hasLatin: true,
    name: 'prepared',
    read: ({ width, height }) => {
      const text = texts.shift();
      if (text === undefined) throw new Error('read more often than expected');
      return Promise.resolve([
        { text, confidence: 0.9, box: [width / 4, height / 4, width / 2, height / 2] },
      ]);
    },
    close: () => Promise.resolve(),
  };
  const place = { field: 'firstName', kind: 'name', box: [100, 40, 200, 20] } as const;
  const value = first === null ? null : { value: first, repaired: 0, confirmed: false };
  const { fields } = await readAgain(engine, {
    print: { width: 400, height: 100, channels: 1, data: new Uint8Array(40_000).fill(255) },
    fields: [
      value === null
        ? { ...place, box: [...place.box], value, hasWords: true }
        : { ...place, box: [...place.box], value, text: value.value, confidence: 0.9 },
    ],
    labelWords: new Set(),
    language: 'latin',
    context: { today: '2026-11-20', dateOrder: 'dmy' },
  });
  const [field = null] = fields;
  return [field?.value.value ?? null, Math.round((field?.confidence ?? 0) * 100) / 100, texts.length];
}

describe('a name with marks', () => {
  it.each<[string, string | null, string[], [string, number]]>([
    [
      'has them where both readings in Latin letters give them',
      'GUNTHER',
      ['GÜNTHER', 'GÜNTHER'],
      ['GÜNTHER', 0.97],
    ],
    ['has none that only one of them gives', 'ASE', ['ÀSE', 'ÅSE'], ['ASE', 0.97]],
    [
      'keeps the marks that both give beside one that differs',
      'JOSE TABORA',
      ['JOSÉ TÁBORA', 'JOSÉ TÀBORA'],
      ['JOSÉ TABORA', 0.97],
    ],
    [
      'is confirmed by an English reading of its other letters',
      'BYVIND',
      ['ØYVIND', 'ØYVIND'],
      ['ØYVIND', 0.97],
    ],
    [
      'is confirmed although two letters were read for one',
      'SQYVIND',
      ['ØYVIND', 'ØYVIND'],
      ['ØYVIND', 0.97],
    ],
    ['is not confirmed by other letters', 'EYWIND', ['ØYVIND', 'ØYVIND', 'ØYWIND'], ['ØYVIND', 0.9]],
    [
      'is worth two readings of three where the first gave none',
      null,
      ['ØYVIND', 'ØYVIND', 'OYVIND'],
      ['ØYVIND', 0.9],
    ],
    ['is settled by a fourth that repeats it', null, ['ØYVIND', 'ØYVIND', 'ØYVIND'], ['ØYVIND', 0.95]],
    ['is doubtful where the last reading gives another', 'GUNTHER', ['GÜNTHER', 'GÜNTER'], ['GÜNTHER', 0.97]],
  ])('%s', async (_, first, later, [name, confidence]) => {
    expect(await nameRead(first, ...later)).toEqual([name, confidence, 0]);
  });

  it('without any is not read a third time', async () => {
    expect(await nameRead('EVA', 'EVA', 'EVA')).toEqual(['EVA', 0.97, 1]);
  });
});
