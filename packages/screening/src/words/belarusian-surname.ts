import type { BelarusianSurname } from '../model/word.ts';

/*
 * A surname is written by its sounds in Belarus, and in Russian by its parts: Dalvanau and Dolvanov, Strubianka and
 * Strubenko. In the first every unstressed o is an a and many an e is ya, v behind a vowel is u, d and t before i and e are dz and ts.
 * So two such surnames are one where nothing but these differs, and one of them is written as in Belarus, which its ending shows.
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

/** A Latin surname by what both spellings have in common, and whether it is written by its sounds; null for words of other endings. */
export function belarusianSurname(text: string): BelarusianSurname | null {
  if (text.length < shortest || !lastLetters.has(text.charAt(text.length - 1))) return null;
  const isPhonetic = phonetic.test(text);
  if (!isPhonetic && !spelt.test(text)) return null;
  return {
    form: respellings.reduce((form, [pattern, one]) => form.replace(pattern, one), text),
    phonetic: isPhonetic,
  };
}
