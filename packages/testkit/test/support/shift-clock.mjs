/*
 * Preloaded into a process (`node --import`): its wall clock is wrong, its monotonic clock is not, as after a jump or on a machine
 * without time service. TEST_CLOCK_OFFSETS_S: offsets in seconds, taken in turn, a new one every two seconds. TEST_CLOCK_FILE: a file with
 * the offset in seconds, read again ten times a second, instead.
 */
import { readFileSync } from 'node:fs';

const file = process.env.TEST_CLOCK_FILE;
const offsets = (process.env.TEST_CLOCK_OFFSETS_S ?? '0').split(',').map(Number);
const RealDate = Date;
let read = { at: -Infinity, offset: 0 };
const offset = () => {
  const at = performance.now();
  if (file === undefined) return offsets[Math.floor(at / 2_000) % offsets.length] ?? 0;
  if (at > read.at + 100) read = { at, offset: Number(readFileSync(file, 'utf8')) || 0 };
  return read.offset;
};
const now = () => RealDate.now() + offset() * 1_000;
globalThis.Date = class Date extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(now());
    else super(...values);
  }
  static now() {
    return now();
  }
};
