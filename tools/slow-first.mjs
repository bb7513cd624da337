// The order of test files: project by project, and within each those that take minutes begin first, so that no worker ends alone with
// one of them.
import { BaseSequencer } from 'vitest/node';

/** A worker serves one project: every change between them starts another process, which imports everything anew. */
const projects = ['system', 'engine', 'unit'];

const slow = [
  /\/durability\./,
  /\/silent-database/,
  /\/faults-/,
  /\/real-pictures\./,
  /\/embedded-database\./,
  /\/event-loop\./,
  /\/registry-(retry|faults|pictures|personas-slow)/,
  /\/(vision-jobs|database-outage|wrong-clock)\./,
  /\/vision\/test\/(hostile|inspect-|evaluation-|printed-|mrz-|challenge)/,
];

/** Place of a file in that order; the last for all others. */
const rank = (file) => {
  const place = slow.findIndex((pattern) => pattern.test(file));
  return place < 0 ? slow.length : place;
};

const projectRank = ({ project }) => projects.indexOf(project.name);

export class SlowFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => projectRank(a) - projectRank(b) || rank(a.moduleId) - rank(b.moduleId));
  }
}
