import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../bench/filler-names.ts';
import { letterCodes } from './latin-skeleton.ts';
import { nativeStates, spellsNative } from './native-name.ts';
import type { SyllableStates } from './syllable-states.ts';

/** Reads a word from its first letter and returns whether it is a spelling. */
function reads(states: SyllableStates, text: string): boolean {
  const letters = letterCodes(text);
  return letters.every((letter, at) => states.take(letter, at + 1)) && states.endsAt(letters.length);
}

const syllables =
  'wa wang ng ming hua li lee xiao hsiao lo ou yang kim gim cheol su soo par k yeo hui ta ro'.split(' ');
const texts = {
  han: ['王', '明华', '李', '小龙', '欧阳', '赵磊', '田中', '一郎', '大川', '龘'],
  hangul: ['김', '철수', '박', '영희', '최', '민준', '남궁', '이'],
} as const;

describe('reading a word letter by letter finds it a spelling where reading it whole does', () => {
  test.each(['han', 'hangul'] as const)('%s', (script) => {
    const random = randomFrom(1_108);
    const pick = (): string => syllables[Math.floor(random() * syllables.length)] as string;
    let spellings = 0;
    for (const text of texts[script]) {
      const states = nativeStates(text, script) as SyllableStates;
      for (let tried = 0; tried < 2_000; tried += 1) {
        const word = Array.from({ length: 1 + Math.floor(random() * 3) }, pick).join('');
        const expected = spellsNative(text, script, letterCodes(word));
        expect([text, word, reads(states, word)]).toEqual([text, word, expected]);
        if (expected) spellings += 1;
      }
    }
    expect(spellings).toBeGreaterThan(100);
  });
});

test('Words that begin alike need not be read from their first letter on', () => {
  const states = nativeStates('明华', 'han') as SyllableStates;
  expect(reads(states, 'minghua')).toBe(true);
  // The first four letters are those that were read last.
  expect(states.take(letterCodes('w')[0] as number, 5)).toBe(true);
  expect(states.take(letterCodes('a')[0] as number, 6)).toBe(true);
  expect(states.endsAt(6)).toBe(true);
  expect(states.take(letterCodes('x')[0] as number, 5)).toBe(false);
});

test('Texts of other scripts have no syllables', () => {
  expect(nativeStates('アイカ', 'kana')).toBeNull();
});
