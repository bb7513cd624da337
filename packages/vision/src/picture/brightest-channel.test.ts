import { expect, it } from 'vitest';
import { brightestChannel } from './brightest-channel.ts';

/** Five pixels, so that four are read as words and one by bytes; the brightest channel is in each place. */
const bytes = [10, 20, 30, 90, 80, 70, 0, 255, 254, 128, 128, 128, 3, 2, 1];

it('takes the brightest of the three channels of every pixel', () => {
  const data = Uint8Array.from(bytes);
  expect(brightestChannel({ width: 5, height: 1, channels: 3, data })).toEqual({
    width: 5,
    height: 1,
    channels: 1,
    data: Uint8Array.from([30, 90, 255, 128, 3]),
  });
});

it('does the same where the pixels begin at any byte of their memory', () => {
  const shifted = Uint8Array.from([7, ...bytes]).subarray(1);
  expect(brightestChannel({ width: 5, height: 1, channels: 3, data: shifted }).data).toEqual(
    Uint8Array.from([30, 90, 255, 128, 3]),
  );
});

it('reads every pixel of a picture of less than a word of pixels', () => {
  const data = Uint8Array.from([1, 2, 3, 6, 5, 4]);
  expect(brightestChannel({ width: 1, height: 2, channels: 3, data }).data).toEqual(Uint8Array.from([3, 6]));
});
