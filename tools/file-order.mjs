// The order of test files: project by project, and within each, waiting files spread evenly among computing ones.
import { BaseSequencer } from 'vitest/node';

/** A worker serves one project: each change between them starts another process, which imports everything again. */
const projects = ['system', 'engine', 'unit'];

/**
 * Files that take long start first, so that no worker ends up alone with one of them. Each is `PACKAGE/NAME`, whatever the folder; a star
 * at the end matches any letters. An entry that matches no file fails a test.
 */
export const slow = [
  'testkit/durability',
  'testkit/silent-database*',
  'testkit/portal-in-browser',
  'testkit/portal-engines-in-browser',
  'testkit/faults-*',
  'testkit/real-pictures',
  'service/embedded-database',
  'service/event-loop',
  'testkit/registry-retry',
  'testkit/registry-faults',
  'testkit/registry-pictures*',
  'testkit/registry-personas-slow',
  'testkit/vision-jobs',
  'testkit/database-outage',
  'testkit/wrong-clock',
  'vision/hostile',
  'vision/inspect-*',
  'vision/evaluation-*',
  'vision/printed-engine',
  'vision/printed-read',
  'vision/mrz-*',
  'vision/challenge*',
  'flow/faults',
  'flow/journey',
  'registry-simulator/simulator-faults-answered',
  'tools/fuzz',
  'screening/customer-threads',
  'screening/search-lossless',
];

/** Files that mostly wait: for processes to start and end, for time to pass, for an unresponsive remote end. */
export const waiting = [
  'testkit/durability',
  'testkit/silent-database*',
  'testkit/faults-*',
  'testkit/hostile-connections',
  'testkit/drain',
  'testkit/killed-tools',
  'service/upkeep-start',
  'testkit/database-outage',
  'testkit/full-disk',
  'testkit/rolling-upgrade',
  'testkit/wrong-clock',
  'testkit/held-webhook',
  'testkit/fair-shares',
  'testkit/slow-pictures',
  'testkit/vision-*',
  'testkit/worker-probes',
  'testkit/container-health',
  'testkit/descriptors',
  'testkit/process-environment',
  'testkit/ready-line',
  'testkit/log-streams',
  'testkit/registry-retry',
  'testkit/registry-live',
  'service/event-loop',
  'service/settings-in-force',
  'service/vision-answers',
  'service/vision-taken-over',
  'service/vision-process',
  'service/abort-download',
  'service/connection-*',
  'service/explained-requests',
  'service/session-commands',
  'service/lost-lease',
  'service/webhook-outbound',
  'service/mail',
  'flow/faults',
  'flow/journey',
  'flow/hosts',
  'tools/fuzz',
  'registry-simulator/simulator-faults-answered',
  'registry-simulator/br-simulator',
  'registry-simulator/br-faults',
  'registry-simulator/co-simulator',
];

/**
 * Whether an entry of the lists above matches this file.
 * @param {string} entry `PACKAGE/NAME` or `PACKAGE/BEGINNING*`
 * @param {string} file path of a test, absolute or relative to the repository
 */
export function isFile(entry, file) {
  const [folder, name] = entry.split('/');
  const place = folder === 'tools' ? folder : `(?:packages|apps)/${folder}`;
  const wanted = name.replace(/\*$/, '[^/]*');
  return new RegExp(`(?:^|/)${place}/(?:[^/]+/)*${wanted}(?:\\.nightly)?\\.test\\.ts$`).test(file);
}

/** Position of a file among the slow ones; last for all others. */
const rank = (file) => {
  const place = slow.findIndex((entry) => isFile(entry, file));
  return place < 0 ? slow.length : place;
};

const waits = ({ moduleId }) => waiting.some((entry) => isFile(entry, moduleId));

/**
 * Both lists in their own order, one spread evenly over the other: if all workers waited at the same time, the processors would be
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
