// npm test: installs what is missing, then runs every check and every test, and says at the end what ran and what did not.
// `npm test -- path…` runs only the tests whose path contains one of the words.
import './script-help.mjs';
import { readFileSync, rmSync } from 'node:fs';
import { optionalParts } from './environment.mjs';
import { install } from './install.mjs';
import {
  lanePhases,
  readingPhases,
  runBeside,
  runPhases,
  runTogether,
  secondReportFile,
  secondRunPhase,
  testPhase,
} from './phases.mjs';
import { at, filesBelow, secondsSince } from './project.mjs';
import {
  describeParts,
  filesToRunAgain,
  leftToTheNight,
  readReport,
  readReports,
  slowestFiles,
  tally,
  withSecondRun,
} from './test-report.mjs';

const filters = process.argv.slice(2);
const strict = process.env.CI === 'true' || process.env.CI === '1';
const startedAt = performance.now();

await install();
const testPhases = filters.length > 0 ? [testPhase(filters)] : lanePhases;
const reportFiles = testPhases.map(({ report }) => report);
for (const file of [...reportFiles, secondReportFile]) rmSync(file, { force: true });
const parts = await optionalParts();
const { steps, testSteps } = await runBeside({
  reading: filters.length > 0 ? [] : readingPhases,
  tests: () => (filters.length > 0 ? runPhases : runTogether)(testPhases),
});
const first = readReports(reportFiles);
// A failure among thousands of tests is a bug or caused by the machine: rerunning it alone distinguishes them (decision 0048).
const again = first && filters.length === 0 ? filesToRunAgain(first) : [];
const secondSteps = await runPhases(again.length > 0 ? [secondRunPhase(again)] : []);
const passedThen = secondSteps.some(({ ok }) => ok);
/** A run in which only tests failed, all of which have passed since. */
const isMended = (file) => passedThen && filesToRunAgain(readReport(file)).length > 0;
const report = first && withSecondRun(first, readReport(secondReportFile));
const tests = report?.tests ?? [];
const results = [
  ...steps,
  ...testSteps.map((step, index) => ({ ...step, ok: step.ok || isMended(reportFiles[index]) })),
  ...secondSteps,
];

console.log('\n── summary');
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${seconds.padStart(6)} s`);
for (const file of report?.brokenFiles ?? []) console.log(`FAILED ${file} could not be loaded`);
for (const { name, file } of tests.filter(({ status }) => status === 'failed'))
  console.log(`FAILED ${file}: ${name}`);
for (const { name, file } of report?.unsteady ?? [])
  console.log(`UNSTEADY ${file}: ${name} (failed, passed on its second run)`);
for (const { name, file } of tests.filter(({ status }) => status === 'skipped'))
  console.log(`skipped ${file}: ${name}`);
const engines = describeParts(parts, tests);
if (filters.length === 0) for (const line of engines.lines) console.log(line);

for (const { reason, count } of report?.reasons.slice(0, 5) ?? [])
  console.log(`${count} × ${reason.slice(0, 200)}`);

if (filters.length === 0) {
  const longest = slowestFiles(reportFiles, 8).map(({ file, seconds }) => `${file} ${seconds} s`);
  console.log(`longest: ${longest.join(', ')}`);
}

const numbers = tally(tests);
const failedSteps = results.filter(({ ok }) => !ok).length;
const missedParts = filters.length === 0 ? engines.missed : 0;
const skips = numbers.skipped + missedParts;
const refusesSkips = strict && skips > 0;
if (tests.length === 0) console.log('No test ran.');
if (failedSteps > 0) console.log(`${failedSteps} of ${results.length} steps failed.`);
if (refusesSkips) console.log('CI=true: nothing may be skipped.');
if (filters.length === 0 && process.env.NIGHTLY !== '1') {
  const files = filesBelow('', (file) => file.endsWith('.test.ts'));
  const nightly = files.filter((file) => file.endsWith('.nightly.test.ts'));
  const {
    groups,
    tables,
    engines: blocks,
    others,
  } = leftToTheNight(files.map((file) => readFileSync(at(file), 'utf8')));
  console.log(
    `by night, with npm run test:nightly: ${nightly.length} files more, ${groups} groups of tests, further rows of ${tables} tables, ${blocks} blocks on the embedded engine too, ${others} other places that do less by day (kills, rows, looks), long properties`,
  );
}
console.log(`Node ${process.versions.node}, ${secondsSince(startedAt)} s`);
// The steps of the tests fail when a test does: they are not counted twice.
const failed = numbers.failed + steps.filter(({ ok }) => !ok).length + (report?.brokenFiles.length ?? 0);
console.log(`${numbers.passed} passed, ${failed} failed, ${skips} skipped`);
process.exitCode = failedSteps > 0 || failed > 0 || tests.length === 0 || refusesSkips ? 1 : 0;
