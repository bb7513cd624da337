import { describe, expect, it } from 'vitest';
import { lookAlikesOf } from '../src/printed/look-alike-glyphs.ts';
import type { TextWord } from '../src/printed/text-engine.ts';

const height = 20;

/** Widths of bars in place of glyphs, 20 pixels high, as fonts without serifs have them. */
const proportional: Readonly<Record<string, number>> = {
  '.': 4,
  '1': 9,
  I: 4,
  O: 19,
  'other digit': 14,
  'other letter': 17,
};
/** The same of a font that gives every character the same room. */
const monospaced: Readonly<Record<string, number>> = { ...proportional, I: 9, O: 14, 'other letter': 14 };

/** A page with a line for each text, whose words are read as they are written. */
function page(texts: readonly string[], font: Readonly<Record<string, number>>) {
  const print = {
    width: 400,
    height: 40 * texts.length,
    channels: 1 as const,
    data: new Uint8Array(16_000 * texts.length).fill(255),
  };
  const words = texts.map((text, line): TextWord => {
    let x = 10;
    const top = 40 * line + 10;
    for (const [at, character] of Array.from(text).entries()) {
      // Two characters in brackets touch.
      if (character === '(' || character === ')') continue;
      const width = font[character] ?? (/\d/.test(character) ? font['other digit']! : font['other letter']!);
      const from = character === '.' ? top + height - 4 : top;
      for (let row = from; row < top + height; row += 1)
        print.data.fill(0, row * 400 + x, row * 400 + x + width);
      x += width + (text[at - 1] === '(' ? 0 : 3);
    }
    return { text: text.replaceAll(/[()]/g, ''), confidence: 0.95, box: [10, top, x - 13, height] };
  });
  return { print, words };
}

/** What is left of a number `read` with 0.9 on a page with dates and capitals, where `printed` is printed. */
function settledOf(
  read: string,
  printed: string,
  { font = proportional, others = ['10.02.2031', 'HARBOUR', 'INGRID'] } = {},
) {
  const { print, words } = page([...others, printed], font);
  const context = { today: '2026-11-20', dateOrder: 'dmy' } as const;
  const settle = lookAlikesOf(print, words.slice(0, -1), context);
  const { box } = words.at(-1)!;
  const field = { field: 'number', kind: 'licence-number', text: read, box, confidence: 0.9 } as const;
  const { value, confidence } = settle({ ...field, value: { value: read, repaired: 0, confirmed: false } });
  return { number: value.value, confidence };
}

const numberOf = (...args: Parameters<typeof settledOf>): string => settledOf(...args).number;

describe('look-alikes in a number', () => {
  it.each([
    { printed: '6O7F093W2', read: '607F093W2' },
    { printed: '607F093W2', read: '6O7F093W2' },
    { printed: '6I7F193W2', read: '617FI93W2' },
    { printed: '6O7F093I2', read: '6O7F093I2' },
  ])('are $printed by their widths, not $read', ({ printed, read }) => {
    expect(numberOf(read, printed)).toBe(printed);
  });

  it('are found by the year of a date whose month is a word', () => {
    const others = ['2030', 'HARBOUR', 'INGRID'];
    expect(numberOf('607F093W2', '6O7F093W2', { others })).toBe('6O7F093W2');
  });

  it('are found beside characters that touch', () => {
    expect(numberOf('607F(09)3W2'.replaceAll(/[()]/g, ''), '6O7F(09)3W2')).toBe('6O7F093W2');
  });

  it.each([
    { printed: '6(7I)2F093W2', read: '6712F093W2', number: '67I2F093W2' },
    { printed: '6(17)2F093W2', read: '6I72F093W2', number: '6172F093W2' },
    { printed: '6(11)7F093W2', read: '61I7F093W2', number: '6117F093W2' },
    { printed: '6(O7)6F193W2', read: '6076F193W2', number: '6O76F193W2' },
    { printed: '6(07)6F193W2', read: '6O76F193W2', number: '6076F193W2' },
  ])('of which two touch are $number by the width of both, not $read', ({ printed, read, number }) => {
    const dates = ['12.02.2031', '17.06.2030', 'HARBOUR', 'INGRID'];
    expect(settledOf(read, printed, { others: dates })).toEqual({ number, confidence: 0.9 });
  });

  it('stay as read, and are worth little, where one of two that touch is an I', () => {
    const others = ['12.02.2031', 'HARBOUR', 'INGRID'];
    expect(settledOf('6117F093W2', '6(1I)7F093W2', { others })).toEqual({
      number: '6117F093W2',
      confidence: 0.5,
    });
  });

  it('stay as read, and are worth little, where they touch a letter that is nowhere else', () => {
    expect(settledOf('60F7093W2', '6(OF)7093W2')).toEqual({ number: '60F7093W2', confidence: 0.5 });
  });

  it('stay as read, and are worth little, where they are between both widths', () => {
    const font = { ...proportional, O: 16 };
    const others = ['10.02.2031', 'HARBUR', 'INGRID'];
    expect(settledOf('607F293W2', '6O7F293W2', { font, others })).toEqual({
      number: '607F293W2',
      confidence: 0.5,
    });
  });

  it('are worth what was read where digits alone touch', () => {
    expect(settledOf('604709322', '6(04)709322')).toEqual({ number: '604709322', confidence: 0.9 });
  });

  it('are found by a narrow I in a font whose 0 is as wide as its capitals', () => {
    const font = { ...proportional, '1': 16, 'other digit': 16 };
    expect(numberOf('617F093W2', '6I7F093W2', { font })).toBe('6I7F093W2');
  });

  it('stay as read in a font of one width', () => {
    expect(numberOf('607F093W2', '6O7F093W2', { font: monospaced })).toBe('607F093W2');
  });

  it('stay as read without a date, and without capitals beside', () => {
    expect(numberOf('607F093W2', '6O7F093W2', { others: ['HARBOUR'] })).toBe('607F093W2');
    expect(numberOf('607F093W2', '6O7F093W2', { others: ['10.02.2031'] })).toBe('607F093W2');
  });

  it('leave an I with serifs', () => {
    const serifs = { ...proportional, I: 9 };
    expect(numberOf('6I7F093W2', '6I7F093W2', { font: serifs })).toBe('6I7F093W2');
  });

  it('stay as read where the number is in another font than the dates', () => {
    const { print, words } = page(['10.02.2031', 'HARBOUR'], proportional);
    const wide = page(['10.02.2031', 'HARBOUR', '607F293W2'], { ...proportional, 'other digit': 18 });
    wide.print.data.set(print.data.subarray(0, 32_000), 0);
    const settle = lookAlikesOf(wide.print, words, { today: '2026-11-20', dateOrder: 'dmy' });
    const value = { value: '607F293W2', repaired: 0, confirmed: false };
    const field = { field: 'number', kind: 'number', text: value.value, value, confidence: 0.9 } as const;
    expect(settle({ ...field, box: wide.words[2]!.box }).value.value).toBe('607F293W2');
  });
});
