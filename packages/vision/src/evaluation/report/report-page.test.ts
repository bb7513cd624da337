import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcomes } from '../truth/outcomes.ts';
import { shareOfScores } from './charts.ts';
import { reportPage } from './report-page.ts';

describe('the report', () => {
  let folder = '';
  /** Eight selfies of the size that phones upload. */
  let pictures: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'report-'));
    pictures = Array.from({ length: 8 }, (_, index) => path.join(folder, `face-${index}.jpg`));
    for (const [index, file] of pictures.entries()) {
      const background = { r: index * 30, g: 128, b: 90 };
      await sharp({ create: { width: 960, height: 1280, channels: 3, background } })
        .jpeg()
        .toFile(file);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Pairs whose scores overlap, so that both groups have worst cases. */
  const pairsOf = (count: number): Outcomes['pairs'] =>
    Array.from({ length: count }, (_, index) => {
      const same = index % 2 === 0;
      const score = same ? 100 - (index % 60) : (index * 7) % 95;
      return {
        pair: { id: `pair-${index}`, a: pictures[index % 8]!, b: pictures[(index + 3) % 8]!, same },
        score,
        distance: 1 - score / 100,
        reason: null,
      };
    });
  const page = (changes: Partial<Outcomes>) =>
    reportPage(
      { fields: [], pairs: [], films: [], models: ['builtin-face@8216a7e50e96'], bad: 0, ...changes },
      { title: 'a & b/truth.json', today: '2026-11-20' },
    );

  it('of 1,000 pairs is there within 5 s after the scores', async () => {
    const startedAt = performance.now();
    const html = await page({ pairs: pairsOf(1000) });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(html.match(/<img /g)).toHaveLength(48);
    expect(html.length).toBeLessThan(3_000_000);
  });

  it('loads nothing and runs no script', async () => {
    const html = await page({ pairs: pairsOf(40) });
    expect(html).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/<script|https?:|url\(|@import/);
    expect([...html.matchAll(/(?:src|href)="([^"]{0,11})/g)].every(([, to]) => to?.startsWith('data:'))).toBe(
      true,
    );
  });

  it('shows texts of others as texts', async () => {
    const document = { id: '<b>7</b>', images: [path.join(folder, 'missing.jpg')], fields: {} };
    const html = await page({
      fields: [
        {
          document,
          field: 'firstName',
          expected: ['ANNA'],
          read: '<i>X',
          source: 'printed',
          reading: 'wrong',
        },
      ],
    });
    expect(html).toContain('<title>Evaluation of a &amp; b/truth.json</title>');
    expect(html).toContain('<h4>&lt;b&gt;7&lt;/b&gt;</h4>');
    expect(html).toContain('read <b>&lt;i&gt;X</b> (printed), right: ANNA');
    expect(html).toContain('picture 1 cannot be opened');
  });

  it('has no curve where one group of pairs is missing, and no part that was not evaluated', async () => {
    const html = await page({ pairs: pairsOf(10).filter(({ pair }) => pair.same) });
    expect(html).toContain('A curve needs pairs of the same person and of different people.');
    expect(html).not.toContain('<h2>Documents</h2>');
  });

  it('puts a score of 100 into the last column', () => {
    expect(shareOfScores([0, 4.9, 99, 100])).toEqual([0.5, ...Array.from({ length: 18 }, () => 0), 0.5]);
  });
});
