import type { BelarusianSurname } from '../model/word.ts';

/*
 * Belarusian spelling of surnames is phonetic, while Russian spelling follows the word's parts: Dalvanau and Dolvanov, Strubianka and
 * Strubenko. In Belarusian every unstressed o becomes a and many an e becomes ya, v after a vowel becomes u, d and t before i and e
 * become dz and ts. So two such surnames are the same if they differ only in these, and the ending of one shows the Belarusian spelling.
 */

const phonetic = /(?:[aeio]u|ava|nka)$/u;
const spelt = /(?:[oe](?:v|w|ff)|ova|nko)$/u;
const lastLetters = new Set('uavwfo');
const shortest = 5;

const respellings: readonly (readonly [RegExp, string])[] = [
  [/(?:au|eu|ou|ov|ev|ow|ew|off|eff)$/u, 'ov'],
  [/kh/gu, 'x'],
  [/[gh]+/gu, 'g'],
  [/dz(?=[eiy])/gu, 'd'],
  [/ts(?=[eiy])/gu, 't'],
  [/(?<=[aeio])u(?=[^aeiouy])/gu, 'v'],
  [/[iy]*[aeo]+/gu, 'a'],
  [/[yj]/gu, 'i'],
  [/(.)\1+/gu, '$1'],
];

/**
 * Reduces a Latin surname to what both spellings have in common, and determines whether it is spelt phonetically; null for words with
 * other endings.
 */
export function belarusianSurname(text: string): BelarusianSurname | null {
  if (text.length < shortest || !lastLetters.has(text.charAt(text.length - 1))) return null;
  const isPhonetic = phonetic.test(text);
  if (!isPhonetic && !spelt.test(text)) return null;
  return {
    form: respellings.reduce((form, [pattern, one]) => form.replace(pattern, one), text),
    phonetic: isPhonetic,
  };
}
