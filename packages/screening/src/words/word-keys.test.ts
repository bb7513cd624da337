import { array, assert, constantFrom, integer, property, string, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { referenceTables } from '../tables/reference-tables.ts';
import { compareWords } from './compare-words.ts';
import { alteredWord, inventedWord } from '../../test/support/generated-words.ts';
import { sharesRest } from './compounds.ts';
import { indexKeys, probeKeys } from './word-keys.ts';
import { wordOf } from './word-of.ts';

/** Checks the guarantee for one pair, in both directions. */
function expectFound(first: string, second: string): void {
  const a = wordOf(first);
  const b = wordOf(second);
  const { relation } = compareWords(a, b);
  if (relation === 'none' || relation === 'initial') return;
  const listed = new Set(indexKeys(b));
  const listedOther = new Set(indexKeys(a));
  expect(
    probeKeys(a).some((key) => listed.has(key)),
    `${first} finds ${second}: ${relation}`,
  ).toBe(true);
  expect(
    probeKeys(b).some((key) => listedOther.has(key)),
    `${second} finds ${first}: ${relation}`,
  ).toBe(true);
}

it('finds every word that agrees with an altered one', () => {
  assert(
    property(inventedWord, alteredWord.seed, integer({ min: 0, max: 3 }), (word, seed, edits) =>
      expectFound(word, alteredWord.make(word, seed, edits)),
    ),
    { numRuns: 6_000 },
  );
});

it('finds every word that agrees, among short words of few letters', () => {
  const word = string({ unit: constantFrom(...Array.from('abhk')), minLength: 2, maxLength: 10 });
  assert(
    property(array(word, { minLength: 2, maxLength: 40 }), (words) => {
      for (const first of words) for (const second of words) expectFound(first, second);
    }),
    { numRuns: 150 },
  );
});

it('finds every word of the same letters in any script', () => {
  const units = ['шаоунклмие', 'عبدلامحسن', 'αβγδεικλνοσ', '王李小明华', 'アイウカキン', '김이박수민'];
  const word = constantFrom(...units).chain((unit) => {
    const text = string({ unit: constantFrom(...Array.from(unit)), minLength: 1, maxLength: 9 });
    return tuple(text, text);
  });
  assert(
    property(word, ([first, second]) => expectFound(first, second)),
    { numRuns: 3_000 },
  );
});

it('finds every Latin word that spells one in Arabic letters, also with a slip', () => {
  const spellings = [...referenceTables().arabicSpellings];
  assert(
    property(
      constantFrom(...spellings),
      alteredWord.seed,
      integer({ min: 0, max: 2 }),
      (entry, seed, edits) => {
        const [arabic, [latin = '']] = entry;
        for (const native of [arabic, `ال${arabic}`])
          for (const word of [latin, `al${latin}`, alteredWord.make(latin, seed, edits)])
            expectFound(native, word);
      },
    ),
    { numRuns: 1_000 },
  );
});

it('finds every word in another romanisation of Mandarin or Korean', () => {
  const word = array(
    constantFrom(
      ...'zhang chang jhang hsien xian chih zhi zhih tse tung ze dong zong tsung kuo guo er chong jeong jung hyon hyun hyeon pak bak su soo'.split(
        ' ',
      ),
    ),
    { minLength: 1, maxLength: 3 },
  ).map((syllables) => syllables.join(''));
  assert(
    property(word, word, (first, second) => expectFound(first, second)),
    { numRuns: 2_000 },
  );
});

it('finds every word of Japanese in another system, and every surname of Belarus', () => {
  const japanese = 'si shi ti chi tu tsu hu fu zi ji sya sha tyo cho zyu ju ko mo to ta ka n ou mi'.split(
    ' ',
  );
  const surnames = 'ha ga go ho la lo va vo dze de tsi ti rau rov reu rev nka nko nova nava u v'.split(' ');
  const word = constantFrom(japanese, surnames).chain((syllables) => {
    const text = array(constantFrom(...syllables), { minLength: 1, maxLength: 5 }).map((parts) =>
      parts.join(''),
    );
    return tuple(text, text);
  });
  assert(
    property(word, ([first, second]) => expectFound(first, second)),
    { numRuns: 3_000 },
  );
});

it('finds every Cyrillic word in the letters of another of its languages', () => {
  const spellings = 'ви ві,вы ви,ель єл,ско сько,ьна на,гор ґор,тти ті,дольн долн,ме мє'
    .split(',')
    .map((pair) => pair.split(' '));
  const pairs = array(constantFrom(...spellings), { minLength: 4, maxLength: 6 });
  assert(
    property(pairs, (parts) => {
      const [first, second] = [0, 1].map((side) => parts.map((pair) => pair[side] ?? '').join(''));
      expect(compareWords(wordOf(first ?? ''), wordOf(second ?? '')).similarity).toBeGreaterThanOrEqual(
        9_700,
      );
      expectFound(first ?? '', second ?? '');
    }),
    { numRuns: 3_000 },
  );
});

it('finds every word in Greek letters that a Latin one resembles', () => {
  const letters = 'αa βb γg δd εe ηh ιi λl μm νn ξx οo ρr σs τt υy χx ωw'.split(' ');
  assert(
    property(array(constantFrom(...letters), { minLength: 3, maxLength: 9 }), (pairs) => {
      expectFound(pairs.map(([, latin]) => latin).join(''), pairs.map(([greek]) => greek).join(''));
    }),
    { numRuns: 3_000 },
  );
});

it('finds every word that the rest of a word written together agrees with', () => {
  const part =
    'abd abdul abu ullah uddin mohammad mahamed gholam ghulam reza riza zada zadeh khan jan al ar ben bin'.split(
      ' ',
    );
  const rest = 'razzak razak hayat hayaat bashir basher velmar velmer kazem kaka ali'.split(' ');
  assert(
    property(
      constantFrom(...part),
      constantFrom(...rest),
      constantFrom(...rest),
      integer({ min: 0, max: 1 }),
      (fixed, one, other, leads) => {
        const [together, alone] = [wordOf(leads === 1 ? fixed + one : one + fixed), wordOf(other)];
        if (!sharesRest(together, alone)) return;
        const listed = new Set(indexKeys(alone));
        expect(probeKeys(together).some((key) => listed.has(key))).toBe(true);
        const listedTogether = new Set(indexKeys(together));
        expect(probeKeys(alone).some((key) => listedTogether.has(key))).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
});

it('finds every variant of the tables', () => {
  const groups = new Map<number, string[]>();
  for (const [word, numbers] of referenceTables().nameGroups)
    for (const number of numbers) groups.set(number, [...(groups.get(number) ?? []), word]);
  for (const words of groups.values()) for (const word of words) expectFound(words[0] ?? word, word);
});

it('files a word under few keys', () => {
  assert(
    property(inventedWord, (word) => {
      expect(indexKeys(wordOf(word)).length).toBeLessThanOrEqual(48);
      expect(indexKeys(wordOf(word))).toEqual([...new Set(indexKeys(wordOf(word)))]);
    }),
    { numRuns: 500 },
  );
});
