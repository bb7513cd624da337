import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldKey } from '../../src/tables/fold-key.ts';
import type { DevelopmentEntity } from './development-lists.ts';
import { nativeCustomers } from './native-customers.ts';
import { SeededRandom } from './seeded-random.ts';

/** A spelling, and how many names have it or one before it. */
interface Spelling {
  text: string;
  upTo: number;
}

/** Words in Arabic letters with their spellings, those left out that fewer than two names have. */
type ArabicSpellings = ReadonlyMap<string, readonly Spelling[]>;

const leastCount = 2;
const article = 'ال';

/** The pairs of words in Latin and Arabic letters below a folder of development data. */
export function readArabicSpellings(folder: string): ArabicSpellings {
  const spellings = new Map<string, Spelling[]>();
  const text = gunzipSync(readFileSync(path.join(folder, 'transliteration/arabic.tsv.gz'))).toString('utf8');
  for (const line of text.split('\n')) {
    const [word = '', native = '', count = '0'] = line.split('\t');
    const [one, other] = [foldKey(word), foldKey(native.replaceAll(' ', ''))];
    if (Number(count) < leastCount || !/^[a-z]{2,}$/u.test(one) || one === 'of') continue;
    const known = spellings.get(other) ?? [];
    known.push({ text: one, upTo: (known.at(-1)?.upTo ?? 0) + Number(count) });
    spellings.set(other, known);
  }
  return spellings;
}

function draw(spellings: readonly Spelling[], random: SeededRandom): string {
  const at = random.below(spellings.at(-1)?.upTo ?? 1);
  return spellings.find(({ upTo }) => upTo > at)?.text ?? '';
}

/** A name in Arabic letters and in Latin ones. */
export interface ArabicName {
  arabic: string;
  latin: string;
}

/** Invented people whose names are written as at home, and as names of the pairs are spelt; those left out of which a word is not in the pairs. */
export function romanisedArabicNames(
  spellings: ArabicSpellings,
  howMany: number,
  seed: number,
): ArabicName[] {
  const random = new SeededRandom(seed);
  const spelt = (word: string): string | null => {
    const whole = spellings.get(word);
    const bare = word.startsWith(article) ? spellings.get(word.slice(article.length)) : undefined;
    if (bare) return `al-${draw(bare, random)}`;
    return whole ? draw(whole, random) : null;
  };
  return nativeCustomers('arabic', howMany, seed).flatMap((arabic) => {
    const words = foldKey(arabic).split(' ').map(spelt);
    return words.includes(null) ? [] : [{ arabic, latin: words.join(' ') }];
  });
}

const arabicLetter = /\p{sc=Arabic}/u;

/** Names of listed people in Arabic letters as their list has them, with their names in Latin letters. */
export function officialArabicNames(
  entities: readonly DevelopmentEntity[],
): { arabic: string; latin: readonly string[] }[] {
  return entities.flatMap(({ kind, names }) => {
    const latin = names.filter((name) => !arabicLetter.test(name));
    if (kind !== 'person' || latin.length === 0) return [];
    return names.filter((name) => arabicLetter.test(name)).map((arabic) => ({ arabic, latin }));
  });
}
