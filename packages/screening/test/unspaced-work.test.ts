import { describe, expect, test } from 'vitest';
import { defaultOptions } from '../src/model/screener.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { invented, listing } from './support/invented-entity.ts';

/** As many other people as are too many to be scored within the limit. */
const others = 400;
const mostScored = 200;

/** Answers of a screening that may score so few names, against one person and many others of one name each. */
function hitsAmong(
  subject: string,
  { one, other }: { one: string; other: (number: number) => string },
): string[] {
  const names = [one, ...Array.from({ length: others }, (_, number) => other(number))];
  const entities = names.map((text, number) =>
    invented({ id: `inv-${number}`, names: [{ text, kind: 'primary' }], listings: [listing('SANCTIONS')] }),
  );
  const screener = createIndexScreener(buildSnapshot(entities, { engine: 'test', sources: [] }), {
    mostScored,
  });
  return screener.screen({ name: subject }, defaultOptions).hits.map(({ matchedName }) => matchedName);
}

const syllables = ['ba', 'do', 'fe', 'gu', 'ki', 'lo', 'me', 'nu', 'po', 'ra', 'se', 'ti', 'vo', 'wu', 'za'];
const surname = (number: number): string =>
  `Dolv${syllables[number % 15]}${syllables[Math.floor(number / 15) % 15]}r`;

describe('a name without spaces among many that cannot agree with it', () => {
  test('people of whom one word agrees and another is left are not scored', () => {
    expect(hitsAmong('李苏', { one: 'Li Su', other: (number) => `Lisu ${surname(number)}` })).toEqual([
      'Li Su',
    ]);
  });

  test('people with a word for each part are scored only where all letters may agree', () => {
    expect(hitsAmong('山下然南', { one: 'Yamashita Rannan', other: () => 'Yamashita Nan' })).toEqual([
      'Yamashita Rannan',
    ]);
  });
});
