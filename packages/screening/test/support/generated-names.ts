import fc from 'fast-check';
import { prepareName } from '../../src/names/prepare-name.ts';
import type { PreparedName } from '../../src/model/prepared-name.ts';

/** Invented words that no table knows, of many lengths; several resemble each other. */
export const inventedWords = [
  'dolvan',
  'dolvann',
  'dolvin',
  'strubin',
  'strubyn',
  'marekko',
  'ilvan',
  'ilvann',
  'tarvin',
  'brenmark',
  'brennmark',
  'oskeld',
  'veyra',
  'veira',
  'emrys',
  'dorvane',
  'kaelor',
  'zevrin',
  'zefrin',
  'quorlan',
  'lu',
  'ko',
  'vex',
  'nurhaq',
  'nur',
  'haq',
  'vanderholt',
  'holt',
  'thistlecrofter',
  'thistlecroft',
] as const;
/** Words the tables know, common and rare. */
export const knownWords = [
  'maria',
  'anna',
  'ivan',
  'john',
  'jon',
  'garcia',
  'smith',
  'lopez',
  'de',
  'van',
  'der',
  'al',
  'bin',
  'ibn',
  'abdul',
  'min',
  'jin',
  'm',
  'k',
] as const;
export const firmWords = [
  'bank',
  'trading',
  'group',
  'ltd',
  'gmbh',
  'llc',
  'ooo',
  'international',
  '11',
  '12',
  'third',
  'iii',
] as const;

const personWord = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...inventedWords) },
  { weight: 1, arbitrary: fc.constantFrom(...knownWords) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('иван', 'долван', '王明', '이영희', 'محمد', 'ilvandolvan', 'nurulhaq'),
  },
);

/** Raw names of people, one to five words. */
export const personName = fc
  .array(personWord, { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' '));

/** Raw names of organisations, one to five words. */
export const firmName = fc
  .array(fc.oneof(fc.constantFrom(...inventedWords), fc.constantFrom(...firmWords)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '));

const typedName = fc
  .tuple(personName, fc.constantFrom(...inventedWords, ...knownWords))
  .map(([first, last]) => prepareName(`${first} ${last}`, 'person', { first, last }));

/** What happens to a word of a name on its way to another list; `''` leaves it out. */
const changes: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => word,
  () => '',
  (word) => word.slice(0, 1),
  (word) => `${word.slice(0, 2)}${word.slice(3)}`,
  (word) => `${word.slice(0, -2)}x${word.slice(-1)}`,
  (word) => `${word} zevrinko`,
  (word) => `${word.slice(0, 3)} ${word.slice(3)}`,
  (word) => `${word.slice(0, 1)}${word}`,
  (word) => `${word.slice(0, 1)}${word.slice(2, 3)}${word.slice(1, 2)}${word.slice(3)}`,
  () => 'pallomir',
];

/** A name and one made from it: words altered, left out, added, moved, joined. */
const alteredName = (words: fc.Arbitrary<string>): fc.Arbitrary<readonly [string, string]> =>
  fc
    .tuple(
      words,
      fc.array(fc.constantFrom(...changes), { minLength: 5, maxLength: 5 }),
      fc.nat(5),
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.replace(' ', ''),
        // The blank before or behind the letter beside it.
        (text) => text.replace(/(.) /u, ' $1'),
        (text) => text.replace(/ (.)(?=.)/u, '$1 '),
      ),
    )
    .map(([raw, altering, turn, rejoin]) => {
      const altered = raw.split(' ').map((word, index) => altering[index]?.(word) ?? word);
      const turned = [...altered.slice(turn % altered.length), ...altered.slice(0, turn % altered.length)];
      const text = turned.filter((word) => word !== '').join(' ');
      return [raw, rejoin(text)] as const;
    });

/** Prepared names of all kinds that are compared with each other. */
export const preparedPair: fc.Arbitrary<readonly [PreparedName, PreparedName]> = fc.oneof(
  alteredName(personName).map(([a, b]) => [prepareName(a, 'person'), prepareName(b, 'person')] as const),
  alteredName(firmName).map(
    ([a, b]) => [prepareName(a, 'organisation'), prepareName(b, 'organisation')] as const,
  ),

  fc.tuple(
    fc.oneof(
      personName.map((raw) => prepareName(raw, 'person')),
      typedName,
    ),
    fc.oneof(
      personName.map((raw) => prepareName(raw, 'person')),
      typedName,
    ),
  ),
  fc.tuple(
    firmName.map((raw) => prepareName(raw, 'organisation')),
    firmName.map((raw) => prepareName(raw, 'organisation')),
  ),
  fc.tuple(
    firmName.map((raw) => prepareName(raw, 'unknown')),
    personName.map((raw) => prepareName(raw, 'person')),
  ),
);
