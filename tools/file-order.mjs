// The order of test files: project by project, and within each those that wait evenly between those that compute.
import { BaseSequencer } from 'vitest/node';

/** A worker serves one project: every change between them starts another process, which imports everything anew. */
const projects = ['system', 'engine', 'unit'];

/** Files that take long begin first, so that no worker ends alone with one of them. */
const slow = [
  /\/durability\./,
  /\/silent-database/,
  /\/portal-(in|engines-in)-browser\./,
  /\/faults-/,
  /\/real-pictures\./,
  /\/embedded-database\./,
  /\/event-loop\./,
  /\/registry-(retry|faults|pictures|personas-slow)/,
  /\/(vision-jobs|database-outage|wrong-clock)\./,
  /\/vision\/test\/(hostile|inspect-|evaluation-|printed-|mrz-|challenge)/,
  /\/(flow\/test\/(faults|journey)|simulator-faults-answered|fuzz\/fuzz|customer-threads|search-lossless)\./,
];

/** Files that mostly wait: for processes to start and end, for time to pass, for a far end that is silent. */
const waiting = [
  /\/testkit\/test\/(?:\w+\/)?(durability|silent-database|faults-|hostile-connections|drain|database-outage|full-disk)/,
  /\/testkit\/test\/(?:\w+\/)?(rolling-upgrade|wrong-clock|held-webhook|fair-shares|slow-pictures|vision-|worker-probes)/,
  /\/testkit\/test\/(?:\w+\/)?(container-health|descriptors|process-environment|ready-line|log-streams|registry-(retry|live))/,
  /\/service\/test\/(?:\w+\/)?(event-loop|settings-in-force|vision-(answers|taken-over|process)|abort-download|connection-)/,
  /\/service\/test\/(?:\w+\/)?(explained-requests|session-commands|lost-lease|webhook-outbound)\./,
  /\/(flow\/test\/(faults|journey|hosts)|fuzz\/fuzz|simulator-faults-answered|(co|br)-(simulator|faults))\./,
  /\/service\/test\/portal\/mail\./,
];

/** Place of a file among the slow ones; the last for all others. */
const rank = (file) => {
  const place = slow.findIndex((pattern) => pattern.test(file));
  return place < 0 ? slow.length : place;
};

const waits = ({ moduleId }) => waiting.some((pattern) => pattern.test(moduleId));

/**
 * Both lists in their own order, the one spread evenly over the other: workers that all wait at the same time leave the processors
 * idle.
 * @template T
 * @param {readonly T[]} few
 * @param {readonly T[]} many
 * @returns {T[]}
 */
export function spread(few, many) {
  const placed = [few, many].flatMap((list) =>
    list.map((item, at) => ({ item, at: (at + 0.5) / list.length })),
  );
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

export class FileOrder extends BaseSequencer {
  async sort(files) {
    const sorted = (await super.sort(files)).toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId));
    const groups = projects.map((name) => sorted.filter(({ project }) => project.name === name));
    const others = sorted.filter(({ project }) => !projects.includes(project.name));
    return [...groups, others].flatMap((group) =>
      spread(
        group.filter((file) => waits(file)),
        group.filter((file) => !waits(file)),
      ),
    );
  }
}
