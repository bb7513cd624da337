import { describe, expect, it } from 'vitest';
import { isOfBase64Letters, isPaddedBase64, withoutPadding } from '../src/server/base64-text.ts';

describe('base64 as the simulator takes it', () => {
  it.each(['', '/9j/4A==', 'abc=', 'ABCDabcd0189+/+/', 'QR=='])('%j is padded base64', (text) => {
    expect(isPaddedBase64(text)).toBe(true);
  });

  it.each([
    ['a sign of base64url', 'ab-_'],
    ['a line break', 'abcd\nabc'],
    ['a blank', 'ab cdefg'],
    ['padding in the middle', 'ab==abcd'],
    ['too much padding', 'a==='],
    ['padding alone', '===='],
    ['no padding where there has to be some', 'abcdab'],
    ['a letter beyond Latin 1 whose lower byte is one of base64', 'abc\u0141'],
    ['a letter with an accent', 'abcÁ'],
    ['a data URL', 'data:image/jpeg;base64,/9j/4A=='],
  ])('%s is refused', (_, text) => {
    expect(isPaddedBase64(text)).toBe(false);
  });

  it.each([
    ['abcde', true],
    ['', true],
    ['abcd=', false],
    ['abcd!', false],
    ['ab!dabcd', false],
  ])('%j is of base64 letters alone: %s', (text, expected) => {
    expect(isOfBase64Letters(text)).toBe(expected);
  });

  it.each([
    ['abc=', 'abc'],
    ['ab==', 'ab'],
    ['a===', 'a='],
    ['abcd', 'abcd'],
    ['=', ''],
    ['', ''],
  ])('%j without its padding is %j', (text, expected) => {
    expect(withoutPadding(text)).toBe(expected);
  });
});
