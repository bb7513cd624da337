import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runEvaluationIn } from './run-evaluation.ts';
import { byNight } from './by-night.ts';

const echo = (argv: string[], list: readonly object[]) =>
  runEvaluationIn(
    tmpdir(),
    ['echo', ...argv],
    list.map((line) => JSON.stringify(line)),
  );

describe('a run in several threads', () => {
  it('answers in the order of the input, byte for byte as one thread does', async () => {
    const list = Array.from({ length: 60 }, (_, index) => ({
      id: index,
      say: `w${index}`,
      ms: (index * 7) % 30,
    }));
    const one = await echo([], list);
    const four = await echo(['--workers', '4'], list);
    expect(one.lines).toHaveLength(60);
    expect(one.lines[59]).toEqual({ id: 59, said: 'w59' });
    expect(four.output).toBe(one.output);
    expect([one.code, four.code]).toEqual([0, 0]);
  });

  byNight(() => {
    it('works at the same time', async () => {
      const list = Array.from({ length: 8 }, (_, id) => ({ id, ms: 1500 }));
      const { messages } = await echo(['--workers', '4', '--stats'], list);
      const { count, elapsedMs } = JSON.parse(messages.trim()) as { count: number; elapsedMs: number };
      expect(count).toBe(8);
      expect(elapsedMs).toBeLessThan(8 * 1500);
    });
  });

  it('loses only the line at which a thread dies', async () => {
    const list = Array.from({ length: 12 }, (_, id) => ({
      id,
      say: 'on',
      ...(id === 3 ? { does: 'exit' } : {}),
    }));
    const { lines, code } = await echo(['--workers', '2'], list);
    expect(code).toBe(2);
    expect(lines[3]).toEqual({ id: 3, line: 4, error: 'could not be processed' });
    expect(lines.filter(({ said }) => said === 'on').map(({ id }) => id)).toEqual([
      0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
  });
});

describe('a run in one thread', () => {
  it('continues after a line that cannot be processed', async () => {
    const { lines, code, messages } = await echo(
      [],
      [
        { id: 1, does: 'throw' },
        { id: 2, say: 'on' },
      ],
    );
    expect(lines).toEqual([
      { id: 1, line: 1, error: 'could not be processed' },
      { id: 2, said: 'on' },
    ]);
    expect([code, messages.trim()]).toEqual([2, 'line 1: broken']);
  });

  it('numbers the lines of the list, empty ones included', async () => {
    const { lines, code } = await runEvaluationIn(tmpdir(), ['echo'], ['{"id":"a","say":1}', '', '[]']);
    expect(lines).toEqual([
      { id: 'a', said: 1 },
      { id: null, line: 3, error: 'not a JSON object' },
    ]);
    expect(code).toBe(2);
  });
});

describe('a command that cannot run', () => {
  it.each([{ workers: '1' }, { workers: '2' }])(
    'prints the cause and exits with 1, in $workers threads',
    async ({ workers }) => {
      const argv = ['compare-faces', '--workers', workers, '--models', path.join(tmpdir(), 'nowhere')];
      const { output, code, messages } = await runEvaluationIn(tmpdir(), argv, ['{"a":"a.jpg","b":"b.jpg"}']);
      expect([output, code]).toEqual(['', 1]);
      expect(messages).toMatch(/^countersign: ENOENT/);
    },
  );
});
