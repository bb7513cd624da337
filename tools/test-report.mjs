// Condenses Vitest's JSON report into a few lines for the end of a run.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

const isSkip = (status) => status === 'skipped' || status === 'todo' || status === 'disabled';

/**
 * @param {string} file absolute path of the report
 * @returns {{
 *   tests: { name: string, file: string, status: 'passed' | 'failed' | 'skipped' }[],
 *   brokenFiles: string[],
 *   reasons: { reason: string, count: number }[],
 * } | null}
 * null when the run left no report; a test that is still pending has failed: its process died; `brokenFiles` could not even be loaded; `reasons` are the first lines of what failed, the
 * most frequent first: one cause can break hundreds of files
 */
export function readReport(file) {
  if (!existsSync(file)) return null;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const tests = report.testResults.flatMap((suite) =>
    suite.assertionResults.map(({ fullName, status }) => ({
      name: fullName,
      file: path.relative(root, suite.name),
      status: status === 'passed' ? 'passed' : isSkip(status) ? 'skipped' : 'failed',
    })),
  );
  const brokenFiles = report.testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name }) => path.relative(root, name));
  return { tests, brokenFiles, reasons: countReasons(report.testResults) };
}

/**
 * Combines the reports of parallel runs into one.
 * @param {readonly string[]} files absolute paths
 * @returns {ReturnType<typeof readReport>} null when one of them is missing: its run did not finish
 */
export function readReports(files) {
  const reports = files.map(readReport);
  if (reports.includes(null)) return null;
  const counts = new Map();
  for (const { reason, count } of reports.flatMap(({ reasons }) => reasons))
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  return {
    tests: reports.flatMap(({ tests }) => tests),
    brokenFiles: reports.flatMap(({ brokenFiles }) => brokenFiles),
    reasons: byCount(counts),
  };
}

const byCount = (counts) =>
  [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);

function countReasons(suites) {
  const counts = new Map();
  const messages = suites
    .filter(({ status }) => status === 'failed')
    .flatMap(({ message, assertionResults }) => [
      message ?? '',
      ...assertionResults.map(({ failureMessages }) => failureMessages?.[0] ?? ''),
    ]);
  for (const message of messages) {
    const [reason] = message.split('\n');
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return byCount(counts);
}

/**
 * The slowest files of some reports, slowest first.
 * @param {readonly string[]} files absolute paths of the reports
 * @returns {{ file: string, seconds: number }[]} at most `count`; none of runs that left no report
 */
export function slowestFiles(files, count) {
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).testResults)
    .map(({ name, startTime, endTime }) => ({
      file: path.relative(root, name),
      seconds: Math.round((endTime - startTime) / 1_000),
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/** More failed files than this in one run cannot be caused by timing: nothing is rerun. */
const mostUnsteadyFiles = 5;

/** Files of a report to run a second time: those with a failed test, or that could not be loaded; none if too many failed. */
export function filesToRunAgain({ tests, brokenFiles }) {
  const failed = tests.filter(({ status }) => status === 'failed').map(({ file }) => file);
  const files = [...new Set([...failed, ...brokenFiles])];
  return files.length > mostUnsteadyFiles ? [] : files;
}

/**
 * The report of a run after some of its files have been rerun. A file that passed completely then counts with its second
 * results, and its earlier failures are in `unsteady`; any other file keeps its first.
 * @param {NonNullable<ReturnType<typeof readReport>>} first
 * @param {ReturnType<typeof readReport>} second null when the second run left no report
 */
export function withSecondRun(first, second) {
  const again = second?.tests ?? [];
  const failedAgain = new Set([
    ...again.filter(({ status }) => status === 'failed').map(({ file }) => file),
    ...(second?.brokenFiles ?? []),
  ]);
  const passed = new Set(again.map(({ file }) => file).filter((file) => !failedAgain.has(file)));
  return {
    ...first,
    tests: [
      ...first.tests.filter(({ file }) => !passed.has(file)),
      ...again.filter(({ file }) => passed.has(file)),
    ],
    brokenFiles: first.brokenFiles.filter((file) => !passed.has(file)),
    unsteady: [
      ...first.tests.filter(({ file, status }) => passed.has(file) && status === 'failed'),
      ...first.brokenFiles
        .filter((file) => passed.has(file))
        .map((file) => ({ file, name: 'could not be loaded' })),
    ],
  };
}

/**
 * Parts of test files that run only at night, counted by the calls that skip them by day.
 * @param {readonly string[]} texts of the test files
 * @returns {{ groups: number, tables: number, engines: number, others: number }} groups of tests, tables with fewer rows by day, blocks
 * without the embedded engine by day, and other places that do less by day: fewer kills, rows or repetitions
 */
export function leftToTheNight(texts) {
  const count = (call) => texts.reduce((sum, text) => sum + (text.match(call)?.length ?? 0), 0);
  return {
    groups: count(/\bbyNight\(\(\) =>/g),
    tables: count(/\brows(ByDay|On)\(/g),
    engines: count(/\bdescribe(Api|Alone|Engines)Once\(|\bdescribeService\(|\bsystemEngines\(\)/g),
    others: count(/!isNightly\b|\bisNightly\s*(?:\?|\|\|)/g),
  };
}

/** Numbers of a list of tests by status. */
export function tally(tests) {
  const numbers = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) numbers[status] += 1;
  return numbers;
}

/** One line per optional part: what ran, or why it did not. `missed` counts parts that did not run. */
export function describeParts(parts, tests) {
  const lines = [];
  let missed = 0;
  for (const { name, pattern, missing } of parts) {
    const { passed, failed, skipped } = tally(tests.filter((test) => pattern.test(test.name)));
    const ran = passed + failed > 0;
    if (!ran) missed += 1;
    lines.push(
      ran
        ? `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`
        : `${name}: SKIPPED, ${missing ?? 'no test of its name ran'}`,
    );
  }
  return { lines, missed };
}
