import { expect, it } from 'vitest';
import { ar } from '../src/words/ar.ts';
import type { Words } from '../src/words/en.ts';
import { he } from '../src/words/he.ts';
import { hi } from '../src/words/hi.ts';
import { isolateArguments } from '../src/words/isolate.ts';
import { ja } from '../src/words/ja.ts';
import { zhHans } from '../src/words/zh-hans.ts';

const catalogues = { ar, he, hi, ja, zhHans };

/** Every text of a catalogue; functions are given a name in Latin letters, or a number where that is what they take. */
function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  if (typeof part === 'function') return [String(part('Acme', 'iOS'))];
  return Object.values(part as object).flatMap(textsOf);
}

it('Arabic counts the tries that are left in the forms of its nouns', () => {
  expect([1, 2, 3, 10, 11, 100].map(ar.retakesLeft)).toEqual([
    'بقيت محاولة واحدة.',
    'بقيت محاولتان.',
    'بقيت 3 محاولات.',
    'بقيت 10 محاولات.',
    'بقيت 11 محاولة.',
    'بقيت 100 محاولة.',
  ]);
});

it('Hebrew counts the tries that are left in the forms of its nouns', () => {
  expect([1, 2, 3].map(he.retakesLeft)).toEqual([
    'נותר עוד ניסיון אחד.',
    'נותרו עוד שני ניסיונות.',
    'נותרו עוד 3 ניסיונות.',
  ]);
});

it('names in sentences written from right to left keep their own direction', () => {
  const [arabic, hebrew] = [isolateArguments(ar, 'rtl'), isolateArguments(he, 'rtl')];
  expect(hebrew.startIntro('Acme (EU)')).toBe('\u2068Acme (EU)\u2069 מבקשת ממך לאמת את זהותך.');
  expect(arabic.deviceOf('Safari', 'iOS')).toBe('\u2068Safari\u2069 على \u2068iOS\u2069');
  expect(arabic.finishAt('shop.example')).toBe('سيتم نقلك إلى \u2068shop.example\u2069.');
});

it('Hindi, Japanese and Chinese sentences end with the stops of their scripts', () => {
  const latin = (words: Words) =>
    textsOf(words).filter((text) => /[.?!]$|[,;?!](?=[\u3040-\u9fff])/.test(text));
  expect(latin(ja)).toEqual([]);
  expect(latin(zhHans)).toEqual([]);
  // Questions have the mark of Latin script in Hindi too.
  expect(latin(hi).filter((text) => !text.endsWith('?'))).toEqual([]);
});

it.each(Object.entries(catalogues))('%s names the button that agrees as the button is named', (_, words) => {
  expect(words.consentChoice).toContain(words.agree);
});

it.each(Object.entries(catalogues))(
  '%s labels buttons for retakes with the visible words first',
  (_, words) => {
    expect(words.retakeOf('x').startsWith(words.retake)).toBe(true);
  },
);
