import { describe, expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function shown(steps: readonly (readonly [ms: number, done: number, total?: number])[], isTTY = true) {
  let time = 0;
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => void written.push(text) };
  const progress = createProgress('Copying files', stream, () => time);
  for (const [ms, done, total] of steps) {
    time = ms;
    progress.at(done, total);
  }
  progress.end();
  return written.map((text) => text.replaceAll('\r\u001B[K', '<'));
}

describe('progress on a terminal', () => {
  it('shows count, rate and remaining time, and clears its line at the end', () => {
    expect(shown([[2000, 620, 9800]])).toEqual(['<Copying files: 620 of 9,800, 310/s, 30 s left', '<']);
  });

  it('shows slow work in tenths, and long times in minutes and hours', () => {
    expect(shown([[10_000, 15, 1500]])).toEqual(['<Copying files: 15 of 1,500, 1.5/s, 17 min left', '<']);
    expect(shown([[10_000, 15, 15_000]])).toEqual(['<Copying files: 15 of 15,000, 1.5/s, 2.8 h left', '<']);
  });

  it('shows count and rate when the total is unknown', () => {
    expect(shown([[1000, 12_345]])).toEqual(['<Copying files: 12,345, 12,345/s', '<']);
  });

  it('writes at most five lines a second', () => {
    const steps = Array.from({ length: 1000 }, (_, ms) => [ms, ms + 1, 1000] as const);
    expect(shown(steps)).toHaveLength(4 + 1);
  });

  it('writes nothing when standard error is not a terminal', () => {
    expect(shown([[2000, 620, 9800]], false)).toEqual([]);
  });
});
