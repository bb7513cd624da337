/** Sentences about retries repeat the numbers of the schedule, in guides and in every language of the portal. */
import fs from 'node:fs';
import path from 'node:path';
import { limits } from '@countersign/contract';
import { nextAttemptDelay, pauseLimitSeconds, webhookLifetimeSeconds } from '@countersign/core';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

/** The only line of a file that matches. */
function lineOf(file: string, pattern: RegExp): string {
  const lines = fs
    .readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .filter((line) => pattern.test(line));
  expect({ file, lines: lines.length }).toEqual({ file, lines: 1 });
  return lines[0] ?? '';
}

const units: Readonly<Record<string, number>> = { s: 1, min: 60 };

/** Seconds of `10 s, 1 min, 5 min`, and of `10 s, 1, 5 and 15 min`, where the last unit counts for the numbers before it. */
function secondsIn(text: string): number[] {
  let unit = '';
  return [...text.matchAll(/(\d+)(?: (s|min)\b)?/g)]
    .toReversed()
    .map(([, count, own]) => {
      unit = own ?? unit;
      return Number(count) * (units[unit] ?? Number.NaN);
    })
    .toReversed();
}

/** Seconds after the first attempt at which the others are due, until the hourly ones begin. */
const schedule = (): number[] => {
  const due: number[] = [];
  let at = 0;
  for (let attempt = 1; ; attempt += 1) {
    const gap = nextAttemptDelay(attempt, { random: 0.5, retryAfter: null });
    if (gap === 3_600) return due;
    at += gap;
    due.push(at);
  }
};

const days = webhookLifetimeSeconds / 86_400;
const numerals: Readonly<Record<number, string>> = { 7: 'seven', 30: 'thirty' };

describe('the schedule of retries', () => {
  it('is that of A-87', () => {
    expect(schedule()).toEqual([10, 60, 300, 900, 1800]);
    const table = lineOf('spec/contract.md', /^\| 1 to 6 \|/).split('|')[2] ?? '';
    expect(secondsIn(table.replace(/^ 0,/, ''))).toEqual(schedule());
  });

  it.each([
    ['apps/portal/src/words/en/webhooks.ts', /Tried at once/, / then hourly for (\d+) days/],
    ['apps/portal/src/words/es/webhooks.ts', /Se intenta en el acto/, / luego cada hora durante (\d+) días/],
    ['apps/portal/src/words/pt-br/webhooks.ts', /Tenta na hora/, / então a cada hora por (\d+) dias/],
    [
      'docs/guides/webhooks.md',
      /^A failed webhook is retried/,
      / after the first attempt, then every hour for (\w+) days/,
    ],
    [
      'docs/guides/migrate-a-client.md',
      /^\| Webhook retries/,
      / after the first, then hourly for (\w+) days/,
    ],
  ])('is that of %s', (file, pattern, hourly) => {
    const line = lineOf(file, pattern);
    const [rest = '', lifetime = ''] = hourly.exec(line) ?? [];
    expect(rest).not.toBe('');
    expect(secondsIn(line.slice(0, line.indexOf(rest)))).toEqual(schedule());
    expect([String(days), numerals[days]]).toContain(lifetime);
  });

  it('is beside the time that an answer may take, and the days behind a pause', () => {
    expect(lineOf('docs/guides/webhooks.md', /^Any 2xx within/)).toContain(
      `within ${limits.webhookAttemptSeconds} seconds`,
    );
    expect(lineOf('docs/guides/migrate-a-client.md', /^\| Webhook retries/)).toContain(
      `2xx within ${limits.webhookAttemptSeconds} s `,
    );
    expect(pauseLimitSeconds / 86_400).toBe(30);
  });
});
