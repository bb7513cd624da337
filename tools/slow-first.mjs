// The order of test files: those that take minutes begin first, so that no worker ends alone with one of them.
import { BaseSequencer } from 'vitest/node';

const slow = [
  /\/durability\./,
  /\/silent-database/,
  /\/faults-/,
  /\/real-pictures\./,
  /\/embedded-database\./,
  /\/event-loop\./,
  /\/registry-(retry|faults|pictures|personas-slow)/,
  /\/(vision-jobs|database-outage|wrong-clock)\./,
];

/** Place of a file in that order; the last for all others. */
const rank = (file) => {
  const place = slow.findIndex((pattern) => pattern.test(file));
  return place < 0 ? slow.length : place;
};

export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId));
  }
}
