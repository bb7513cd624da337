import { approvedPerson, lookAlike, type SpecimenCase } from '@countersign/specimens';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { byNight, rowsByDay } from './by-night.ts';
import { runEvaluationIn } from './run-evaluation.ts';

/** Runs a command in the directory of the pictures. */
const run = (argv: string[], { cwd, input = '' }: { cwd: string; input?: string }) =>
  runEvaluationIn(cwd, argv, input === '' ? [] : [input]);

describe('evaluation commands', () => {
  let cwd = '';
  let approved: SpecimenCase;
  beforeAll(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), 'pictures-'));
    approved = await approvedPerson();
    const other = await lookAlike();
    const bytesOf = (source: SpecimenCase, wanted: string) =>
      source.pictures.find(({ context }) => context === wanted)?.bytes ?? Buffer.alloc(0);
    await writeFile(path.join(cwd, 'selfie.jpg'), bytesOf(approved, 'face'));
    await writeFile(path.join(cwd, 'other.jpg'), bytesOf(other, 'face'));
    await writeFile(path.join(cwd, 'other-front.jpg'), bytesOf(other, 'document-front'));
    await writeFile(path.join(cwd, 'front.jpg'), bytesOf(approved, 'document-front'));
    await writeFile(path.join(cwd, 'empty.jpg'), '');
    await writeFile(
      path.join(cwd, 'drawing.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    );
  });

  it('compares a list of pairs in order and continues after bad lines', async () => {
    const list = [
      '{"id":"same","a":"selfie.jpg","b":"front.jpg"}',
      'nonsense',
      '{"id":7,"a":"other.jpg","b":"other-front.jpg"}',
      '{"id":"empty","a":"empty.jpg","b":"front.jpg"}',
      '{"id":"drawing","a":"drawing.svg","b":"front.jpg"}',
      '{"id":"missing","a":"missing.jpg","b":"front.jpg"}',
    ];
    const { lines, code } = await run(['compare-faces', '--workers', '2'], { cwd, input: list.join('\n') });
    expect(code).toBe(2);
    expect(lines.map(({ id }) => id)).toEqual(['same', null, 7, 'empty', 'drawing', 'missing']);
    expect(lines[0]?.['score']).toBeGreaterThan(95);
    expect(lines[1]).toEqual({ id: null, line: 2, error: 'not a JSON object' });
    expect(lines[2]?.['score']).toBeLessThan(50);
    expect(lines[3]).toMatchObject({ distance: null, score: null, reason: 'img.type' });
    expect(lines[4]).toMatchObject({
      faces: [{ found: 0, box: null, flags: ['img.type'] }, { found: expect.any(Number) as number }],
      reason: 'img.type',
    });
    expect(lines[5]).toEqual({ id: 'missing', line: 6, error: 'cannot read missing.jpg' });
  });

  it('compares two images named on the command line', async () => {
    const { lines, code, messages } = await run(
      ['compare-faces', 'selfie.jpg', 'front.jpg', '--stats', '--timings'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    expect(Object.keys(lines[0] ?? {})).toEqual(['id', 'faces', 'distance', 'score', 'model', 'weak', 'ms']);
    expect(JSON.parse(messages.trim().split('\n').at(-1) ?? '')).toMatchObject({ count: 1 });
  });

  it('reads a document', async () => {
    const { lines, code } = await run(['read-document', 'front.jpg'], { cwd });
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({
      images: [{ format: 'jpeg', rotation: 0, side: 'front', error: null }],
      mrz: { format: 'TD3', status: 'clean', lines: approved.mrzLines, image: 0 },
      barcode: null,
      fields: { lastName: { value: 'MAASIKAS', source: 'mrz' } },
      conflicts: [],
    });
  });

  byNight(() => {
    it('runs only the parts named', async () => {
      const { lines } = await run(['read-document', '--only', 'face', 'front.jpg'], { cwd });
      expect(lines[0]).toMatchObject({ mrz: null, quality: [], portrait: { image: 0 } });
    });
  });

  it('rejects an option that it does not have, with the nearest one', async () => {
    const { lines, code, messages } = await run(['read-document', '--rav', 'front.jpg'], { cwd });
    expect([lines, code, messages]).toEqual([
      [],
      2,
      'countersign: unknown option --rav; did you mean --raw?\n',
    ]);
  });

  const refusals: [argv: string[], message: string][] = [
    [['compare-faces', 'selfie.jpg'], 'images: must be two, or none with a list on standard input'],
    [['compare-faces', '--workers', '0'], '--workers: must be a whole number from 1 to 99, not 0'],
    [['read-document', '--date', '2026-13-01'], '--date: must be a day, YYYY-MM-DD, not 2026-13-01'],
    [
      ['read-document', '--only', 'mrz,zone'],
      '--only: must be parts of mrz, barcode, face, printed, quality, not zone',
    ],
    [['calibrate', '--accept-fmr', '1'], '--accept-fmr: must be a rate above 0 and below 1, not 1'],
  ];
  // One of each command by day.
  const daily = new Set(['selfie.jpg', 'mrz,zone', '1']);
  it.each(rowsByDay(refusals, ([argv]) => daily.has(argv.at(-1) ?? '')))(
    'exits with 2 for %j',
    async (argv, message) => {
      const { lines, code, messages } = await run(argv, { cwd });
      expect([lines, code, messages]).toEqual([[], 2, `countersign: ${message}\n`]);
    },
  );
});
