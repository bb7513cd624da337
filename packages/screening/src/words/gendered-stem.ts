import type { Stem } from '../model/word.ts';

type Ending = readonly [ending: RegExp, stem: string, gender: Stem['ending']];

/** Applied to normal forms, first match wins. Some languages mark gender in surnames and patronymics; documents use either form. */
const endings: readonly Ending[] = [
  [/(ov|ev|iov|iev)ich$/u, '*ovich', 'masculine'],
  [/(ov|ev|iov|iev|iv)na$/u, '*ovich', 'feminine'],
  [/auskas$/u, 'ausk', 'masculine'],
  [/ausk(?:iene|aite)$/u, 'ausk', 'feminine'],
  [/(?:iene|aite|ite|iute|ute)$/u, '', 'feminine'],
  [/(?<=s|k|ts|z)ki$/u, 'ki', 'masculine'],
  [/(?<=s|k|ts|z)kaia?$/u, 'ki', 'feminine'],
  [/(?<=s|ts)ka$/u, 'ki', 'feminine'],
  [/opulos$/u, 'opul', 'masculine'],
  [/opulu$/u, 'opul', 'feminine'],
  [/(?<=[ai])dis$/u, 'd', 'masculine'],
  [/(?<=[ai])du$/u, 'd', 'feminine'],
  [/akis$/u, 'aki', 'masculine'],
  [/aki$/u, 'aki', 'feminine'],
  [/ins$/u, 'in', 'masculine'],
  [/(?:o|e|io)v$/u, 'ov', 'masculine'],
  [/(?:o|e|io)va$/u, 'ov', 'feminine'],
  [/in$/u, 'in', 'masculine'],
  [/ina$/u, 'in', 'feminine'],
  [/[aiu]s$/u, '', 'masculine'],
];

const longEnough = 6;
const lastLetters = new Set('heasuvin');

/** The stem of a surname or patronymic whose ending shows gender, from its normal form; null for other words. */
export function genderedStem(normal: string): Stem | null {
  if (normal.length < longEnough || !lastLetters.has(normal.charAt(normal.length - 1))) return null;
  if (!/^[a-z]+$/u.test(normal)) return null;
  for (const [ending, stem, gender] of endings) {
    if (!ending.test(normal)) continue;
    const text = normal.replace(ending, stem);
    return text.length >= longEnough - 2 ? { text, ending: gender } : null;
  }
  return null;
}
