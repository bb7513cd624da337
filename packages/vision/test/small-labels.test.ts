import { describe, expect, it } from 'vitest';
import { readSmallLabels } from '../src/printed/small-labels.ts';
import type { TextEngine, TextWord } from '../src/printed/text-engine.ts';

const print = { width: 400, height: 200, channels: 1 as const, data: new Uint8Array(80_000).fill(255) };
const word = (text: string, x: number, y: number, height: number): TextWord => ({
  text,
  confidence: 0.8,
  box: [x, y, 12 * text.length, height],
});
const labels = ['1.', '2.', '3.'].map((text, row) => word(text, 10, 20 + 50 * row, 12));
const values = ['HARBOUR', 'INGRID', '10.02.1991'].map((text, row) => word(text, 45, 14 + 50 * row, 24));
const words = [...labels, ...values];

/** Words of the page, and how many sheets the engine was given, where some words are known as labels. */
async function readWith(known: readonly TextWord[]) {
  let sheets = 0;
  const engine: TextEngine = {
    name: 'drawn',
    hasLatin: false,
    read: () => Promise.resolve(((sheets += 1), [])),
    close: () => Promise.resolve(),
  };
  const read = await readSmallLabels(engine, { print, words, known: new Set(known), language: 'eng' });
  return { read, sheets };
}

describe('small labels before larger values', () => {
  it('are read again on one sheet where one of them is no known label', async () => {
    expect((await readWith(labels.slice(0, 2))).sheets).toBe(1);
  });

  it('are not read again where all are labels as they were read', async () => {
    expect(await readWith(labels)).toEqual({ read: words, sheets: 0 });
  });
});
