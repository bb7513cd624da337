import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createScanScreener } from '../src/score/hits/scan-screener.ts';
import { ScreeningInputError, type Result } from '../src/model/screening-types.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { screenByBoth } from './support/both-screeners.ts';
import { invented, listing } from './support/invented-entity.ts';
import { RandomLists } from './support/random-lists.ts';
import { unspacedName } from './support/unspaced-names.ts';

// The large form, for the night: SCREENING_NIGHTLY=<seed>.
const nightly = Number(process.env.SCREENING_NIGHTLY ?? 0);
const seed = nightly || 20_261;
const patience = nightly ? 7_200_000 : 60_000;
const [amount, questions] = nightly ? [12_000, 10_000] : [500, 300];
/** `npm run test:nightly`: four times the lists of the day. */
const times = process.env.NIGHTLY === '1' ? 4 : 1;

describe(`the index against scoring every name (seed ${seed})`, () => {
  test(
    'gives the same results for any subject and options',
    () => {
      const random = new RandomLists(seed);
      const entities = random.entities(amount);
      const snapshot = buildSnapshot(entities, { engine: 'test', sources: [] });
      const index = createIndexScreener(snapshot);
      const scan = createScanScreener(entities, { snapshot: index.snapshot });
      let hits = 0;
      for (let asked = 0; asked < questions; asked += 1) {
        const { subject, options } = random.question(entities);
        const expected = answerOf(() => scan.screen(subject, options));
        expect({ subject, options, answer: answerOf(() => index.screen(subject, options)) }).toEqual({
          subject,
          options,
          answer: expected,
        });
        hits += typeof expected === 'string' ? 0 : expected.total;
      }
      expect(hits).toBeGreaterThan(nightly ? questions : 150);
    },
    patience,
  );
});

/** Few letters, so that blanks elsewhere, slips in short words and abbreviations meet each other all the time. */
const slipping = fc
  .array(
    fc.constantFrom(
      ...'min minh ho o mni hho kang kan gmin jin jjin jni us usa united states america uk kingdom unitedkingdom bin ibn ben'.split(
        ' ',
      ),
      ...'abdul halim taruq jp mk velmora velm ora dolvan dolvna t4ruq ogly oglu trading bank'.split(' '),
      // Capitals inside words, prepositions, and common names with forms of theirs.
      ...'MarekDolvan MarekDolvna HalimTaruq MacVelmora for in John Juan David Gomez Antonio Tony'.split(' '),
      // Spellings and translations of one name, and patronymics of one father.
      ...'Uthman Othman Karl Carlos Nikolaevich Mykolaiovych Mikalayevna'.split(' '),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => words.join(' '));

/** Words that are alike without their vowels, with and without article and family ending, in both scripts. */
const arabic = fc
  .array(
    fc.constantFrom(
      ...'علي العلي قاسم القاسم عمر العمري عباس العباسي هدى لبنى سامي شامي عماد احمد محمد بكر ابو الحق حق صالح الصالح غندور'.split(
        ' ',
      ),
      ...'omar amr omari abbas abbasi absi huda hoda lubna lobna sami shami imad emad ahmad hamad mohammed'.split(
        ' ',
      ),
      ...'bakr abu al haq saleh salah alsaleh ghandour qandil abdul عبد عبدالحق ali qasim alqasim'.split(' '),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => words.join(' '));

/** Syllables of Mandarin and Korean in several romanisations, together and apart, and words that are nearly so. */
const romanised = fc
  .array(
    fc.constantFrom(
      ...'zhang chang xianzhi hsien chih hsienchih xian zhi tse tung tsetung zedong ze dong hsiao ping xiaoping jhang'.split(
        ' ',
      ),
      ...'kuo guo feng fong yu you yi i ssu si tzu zi chiang jiang deng teng mark hsu xu chen li ta da chao zhao'.split(
        ' ',
      ),
      ...'yong bong sang yongsang bongsang yongsan lee i an ali hassan'.split(' '),
      ...'chong jeong jung jong ho chongho jeongho jeong ho pak park bak hyon hyun hyeon kim gim su soo suhyon'.split(
        ' ',
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((words) => words.join(' '));

const people = ['Person'] as const;

describe.each([
  ['names in Han characters, Hangul and kana', unspacedName, people, { runs: 15, leastHits: 25 }],
  [
    'names with slips and abbreviations',
    slipping,
    ['Person', 'Company', 'Unknown'],
    { runs: 75, leastHits: 250 },
  ],
  ['names in Arabic letters and their spellings', arabic, people, { runs: 15, leastHits: 25 }],
  [
    'Chinese and Korean names in older romanisations',
    romanised,
    ['Person', 'Unknown'],
    { runs: 15, leastHits: 25 },
  ],
] as const)('the index against scoring every name, %s', (_, name, schemata, { runs, leastHits }) => {
  test(
    'gives the same results in both directions',
    () => {
      let hits = 0;
      fc.assert(
        fc.property(
          fc.array(name, { minLength: 10, maxLength: 40 }),
          fc.array(name, { minLength: 8, maxLength: 8 }),
          fc.constantFrom(...schemata),
          fc.constantFrom(10, 60, 70, 80, 90),
          (listed, asked, schema, matchThreshold) => {
            const screen = screenByBoth(
              listed.map((text, index) =>
                invented({
                  id: `inv-${index}`,
                  schema,
                  names: [{ text, kind: 'primary' }],
                  listings: [listing('SANCTIONS')],
                }),
              ),
            );
            for (const text of asked)
              hits += screen({ name: text, schema }, { matchThreshold, limit: 500 }).total;
          },
        ),
        // To its end, on a busy machine too: the hits are counted.
        { numRuns: nightly ? 3_000 : runs * times, seed, interruptAfterTimeLimit: patience },
      );
      expect(hits).toBeGreaterThan(leastHits * times);
    },
    patience,
  );
});

function answerOf(screen: () => Result): Result | string {
  try {
    return screen();
  } catch (error) {
    if (error instanceof ScreeningInputError) return error.message;
    throw error;
  }
}
