import { drawPortrait } from '@countersign/specimens';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { runEvaluationIn } from './run-evaluation.ts';

const seeds = [6, 12, 14, 24];

/** Every face in two pictures, all pairs of them, and pairs with a picture without a face. */
async function drawPairs(directory: string): Promise<string[]> {
  for (const seed of seeds) {
    for (const variant of [0, 1]) {
      const picture = sharp(await drawPortrait({ seed, variant, width: 240, height: 304 })).jpeg();
      await writeFile(path.join(directory, `${seed}-${variant}.jpg`), await picture.toBuffer());
    }
  }
  const empty = sharp({ create: { width: 200, height: 200, channels: 3, background: '#777' } });
  await writeFile(path.join(directory, 'empty.jpg'), await empty.jpeg().toBuffer());
  const pairs = seeds.flatMap((a) => seeds.map((b) => ({ a: `${a}-0.jpg`, b: `${b}-1.jpg`, same: a === b })));
  return [...pairs, { a: 'empty.jpg', b: '6-0.jpg', same: false }].map((pair) => JSON.stringify(pair));
}

describe('calibrate', () => {
  let directory = '';
  let pairs: string[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'pairs-'));
    pairs = await drawPairs(directory);
  });

  it('prints error rates with limits, and writes the table for a slot', async () => {
    const rates = ['--accept-fmr', '0.1', '--review-fmr', '0.2'];
    const { lines, code } = await runEvaluationIn(
      directory,
      ['calibrate', '--out', 'block.json', ...rates],
      pairs,
    );
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      pairs: { same: 4, other: 12, notCompared: { 'face.none': 1 }, bad: 0 },
      eer: { value: 0, high: 0.75, cases: 4 },
      atFmr: [
        {
          requested: 0.1,
          tpr: { value: 1, low: 0.25, high: 1, cases: 4 },
          fmr: { value: 1 / 12, cases: 12 },
        },
        { requested: 0.01, threshold: null, tpr: null, fmr: null },
        { requested: 0.001, threshold: null },
      ],
    });
    const block = JSON.parse(await readFile(path.join(directory, 'block.json'), 'utf8')) as {
      calibration: [number, number][];
    };
    expect(block.calibration.map(([, score]) => score)).toEqual([100, 85, 80, 50, 0]);
    expect(block).toMatchObject({ measured: { samePairs: 4, otherPairs: 12, eer: 0, acceptFmr: 0.1 } });
    const distances = block.calibration.map(([distance]) => distance);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });

  it('is the same with several threads, fails where the pairs are too few for a table, and counts the missing ones', async () => {
    const one = await runEvaluationIn(directory, ['calibrate'], pairs);
    expect(one.code).toBe(1);
    const argv = ['calibrate', '--workers', '2', '--out', 'none.json'];
    const { code, messages, output } = await runEvaluationIn(directory, argv, pairs);
    expect(output).toBe(one.output);
    expect([code, messages]).toEqual([
      1,
      'countersign: pairs of different people: must be at least 1000 for the accept rate 0.001, not 12; 988 are missing\n',
    ]);
  });

  it('fails without labels', async () => {
    const { code, messages } = await runEvaluationIn(
      directory,
      ['calibrate'],
      ['{"a":"6-0.jpg","b":"6-1.jpg"}'],
    );
    expect([code, messages]).toEqual([
      1,
      'countersign: pairs of the same person: must be at least 1, not 0; 1 is missing\ncountersign: pairs of different people: must be at least 1000 for the accept rate 0.001, not 0; 1000 are missing\n',
    ]);
  });
});
