import { loadReadings } from './word-tables.ts';

/** Spellings of words in Arabic letters, in both directions. */
interface ArabicSpellings {
  arabicSpellings: ReadonlyMap<string, readonly string[]>;
  arabicWords: ReadonlyMap<string, ReadonlySet<string>>;
}

const arabicLetter = /^\p{sc=Arabic}/u;
const latinLetter = /^[a-z]/u;

/** Loads the table of spellings; a Latin word also spells the words in Arabic letters from its groups. */
export function loadArabicSpellings(nameGroups: ReadonlyMap<string, readonly number[]>): ArabicSpellings {
  const arabicSpellings = loadReadings('arabic-spellings');
  const arabicWords = new Map<string, Set<string>>();
  const add = (latin: string, arabic: string): void => {
    const words = arabicWords.get(latin);
    if (words) words.add(arabic);
    else arabicWords.set(latin, new Set([arabic]));
  };
  for (const [arabic, spellings] of arabicSpellings) for (const latin of spellings) add(latin, arabic);
  const ofGroup = new Map<number, string[]>();
  for (const [word, groups] of nameGroups)
    if (arabicLetter.test(word))
      for (const group of groups) ofGroup.set(group, [...(ofGroup.get(group) ?? []), word]);
  for (const [word, groups] of nameGroups)
    if (latinLetter.test(word))
      for (const arabic of groups.flatMap((group) => ofGroup.get(group) ?? [])) add(word, arabic);
  return { arabicSpellings, arabicWords };
}
