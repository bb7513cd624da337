/*
 * Preloaded into a process (`node --import`): its wall clock is wrong, its monotonic clock is not, as after a jump or on a machine
 * without time service. TEST_CLOCK_OFFSETS_S: offsets in seconds, taken in turn, a new one every two seconds.
 */
const offsets = (process.env.TEST_CLOCK_OFFSETS_S ?? '0').split(',').map(Number);
const RealDate = Date;
const now = () => {
  const turn = Math.floor(performance.now() / 2_000) % offsets.length;
  return RealDate.now() + (offsets[turn] ?? 0) * 1_000;
};
globalThis.Date = class Date extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(now());
    else super(...values);
  }
  static now() {
    return now();
  }
};
