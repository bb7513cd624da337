import { describe, expect, it } from 'vitest';
import guide from '../../../docs/guides/errors.md?raw';
import { problems, reasonCodes } from '../src/index.ts';

/** Cells of the tables under a heading. */
function rows(heading: string): string[][] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => /^\| ?\d/.test(line));
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('docs/guides/errors.md', () => {
  it('has one row per error of the catalogue, and no other', () => {
    const written = rows('Error codes').map(([http, code, message = '']) => [
      Number(http),
      code,
      message.replaceAll('`', ''),
    ]);
    expect(written).toEqual(Object.values(problems).map(({ http, code, message }) => [http, code, message]));
  });

  it('has one row per reason code of the catalogue, and no other', () => {
    const written = rows('Reason codes').map(([code, status = '', text, fallback]) => [
      Number(code),
      status.replaceAll('`', ''),
      text,
      fallback === '' ? null : Number(fallback),
    ]);
    const ours = Object.entries(reasonCodes).map(([code, { statuses, text, granularFallback }]) => [
      Number(code),
      statuses.join(', '),
      text,
      granularFallback,
    ]);
    expect(written).toEqual(ours);
  });

  it('gives a cause and a remedy in every row', () => {
    for (const row of [...rows('Error codes'), ...rows('Reason codes')]) {
      const [cause = '', remedy = ''] = row.slice(-2);
      expect(`${row[0]} ${cause.endsWith('.')} ${remedy.endsWith('.')}`).toBe(`${row[0]} true true`);
    }
  });
});
