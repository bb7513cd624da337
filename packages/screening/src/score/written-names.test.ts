import { describe, expect, it } from 'vitest';
import { compareWrittenNames } from './written-names.ts';

const read = { first: 'LIISA', last: 'MAASIKAS' };

describe('names of persons in other scripts', () => {
  it.each([
    ['Лииса', 'Маасикас', 97.63],
    // Given name and surname are swapped.
    ['Маасикас', 'Лииса', 96.4],
    ['Λίισα', 'Μαασίκας', 97.63],
    ['리사', '마시카스', 88.4],
    ['リーサ', 'マーシカス', 91.18],
    ['ليسا', 'ماسيكاس', 94.61],
    // One part belongs to another name.
    ['Лииса', 'Коваленко', 30.47],
    ['Ольга', 'Маасикас', 34.36],
    ['Олена', 'Коваленко', 0],
    // Scripts that are not transliterated.
    ['ลิสา', 'มาสิกัส', null],
    ['Лииса', 'มาสิกัส', null],
  ])('%s %s is the name LIISA MAASIKAS by %s', (first, last, score) => {
    expect(compareWrittenNames({ first, last }, read)).toBe(score);
  });

  it('may be one text, or a part', () => {
    expect(compareWrittenNames({ whole: 'Маасикас Лииса' }, { whole: 'LIISA MAASIKAS' })).toBe(96.4);
    expect(compareWrittenNames({ last: 'Маасикас' }, { last: 'MAASIKAS' })).toBe(96.42);
    expect(compareWrittenNames({ last: '陳' }, { last: 'CHAN' })).toBeGreaterThan(70);
    expect(compareWrittenNames({ whole: '—' }, { whole: 'LIISA MAASIKAS' })).toBe(null);
  });
});
