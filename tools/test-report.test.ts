import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
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

const directory = mkdtempSync(path.join(os.tmpdir(), 'countersign-report-'));
afterAll(() => rmSync(directory, { recursive: true }));

function reportOf(testResults: unknown): string {
  const file = path.join(directory, `${Math.floor(performance.now() * 1000)}.json`);
  writeFileSync(file, JSON.stringify({ testResults }));
  return file;
}

const test = (fullName: string, status: string) => ({ fullName, status });
const parts = [
  { name: 'embedded', pattern: /\bpglite\b/i, missing: null },
  { name: 'PostgreSQL', pattern: /\bpostgres\b/i, missing: 'nothing answers at 127.0.0.1:5432' },
];

describe('the report at the end of npm test', () => {
  it('counts what only runs at night', () => {
    const texts = [
      "describeApiOnce('a', (given) => {\n  byNight(() => {});\n  it.each(rowsByDay(rows, daily))('b', () => {});\n});",
      "describe.each(systemEngines())('c', () => {});\ndescribeEngines('d', () => {});\nbyNight(() => {});",
    ];
    expect(leftToTheNight(texts)).toEqual({ groups: 2, tables: 1, engines: 2, others: 0 });
    expect(leftToTheNight([])).toEqual({ groups: 0, tables: 0, engines: 0, others: 0 });
    const lesser =
      'const kills = isNightly ? 40 : 2;\nif (!isNightly) return;\nconst looks = isNightly\n  ? all : few;';
    expect(leftToTheNight([lesser, "import { isNightly } from './engines.ts';"])).toMatchObject({
      others: 3,
    });
  });

  it('counts passed, failed and skipped tests', () => {
    const assertionResults = [
      test('a', 'passed'),
      test('b', 'failed'),
      test('c', 'skipped'),
      test('d', 'todo'),
    ];
    const report = readReport(reportOf([{ name: '/x/a.test.ts', status: 'failed', assertionResults }]));
    expect(tally(report?.tests ?? [])).toEqual({ passed: 1, failed: 1, skipped: 2 });
  });

  it('counts tests whose process died before they ended as failed, and runs their file again', () => {
    const assertionResults = [test('a', 'passed'), test('b', 'pending')];
    const file = path.resolve('a.test.ts');
    const report = readReport(reportOf([{ name: file, status: 'passed', assertionResults }]));
    expect(tally(report?.tests ?? [])).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(report && filesToRunAgain(report)).toEqual(['a.test.ts']);
  });

  it('names a file that could not be loaded, which has no failed test to show for it', () => {
    const report = readReport(
      reportOf([{ name: '/x/broken.test.ts', status: 'failed', assertionResults: [] }]),
    );
    expect(report?.brokenFiles.map((file) => path.basename(file))).toEqual(['broken.test.ts']);
  });

  it('counts what failed by the first line of its reason, the most frequent first', () => {
    const broken = {
      name: '/x/b.test.ts',
      status: 'failed',
      message: 'EMFILE: too many open files\n  at open',
    };
    const failureMessages = ['AssertionError: expected 1 to be 2\n  at a.test.ts'];
    const report = readReport(
      reportOf(
        [
          broken,
          {
            name: '/x/a.test.ts',
            status: 'failed',
            assertionResults: [{ ...test('a', 'failed'), failureMessages }],
          },
          { name: '/x/c.test.ts', status: 'passed', assertionResults: [test('c', 'passed')] },
          broken,
        ].map((suite) => ({ message: '', assertionResults: [], ...suite })),
      ),
    );
    expect(report?.reasons).toEqual([
      { reason: 'EMFILE: too many open files', count: 2 },
      { reason: 'AssertionError: expected 1 to be 2', count: 1 },
    ]);
  });

  it('names the files that took longest, in whole seconds', () => {
    const took = (file: string, ms: number) => ({
      name: path.resolve(file),
      status: 'passed',
      startTime: 5_000,
      endTime: 5_000 + ms,
      assertionResults: [],
    });
    const file = reportOf([took('a.test.ts', 900), took('b.test.ts', 61_400), took('c.test.ts', 8_000)]);
    expect(slowestFiles([file, reportOf([took('d.test.ts', 2_000)])], 2)).toEqual([
      { file: 'b.test.ts', seconds: 61 },
      { file: 'c.test.ts', seconds: 8 },
    ]);
    expect(slowestFiles([path.join(directory, 'none.json')], 2)).toEqual([]);
  });

  it('is null when the run left no report', () => {
    expect(readReport(path.join(directory, 'none.json'))).toBeNull();
  });

  it('is that of all runs beside each other, and null when one of them left none', () => {
    const failed = (fullName: string) => ({ fullName, status: 'failed', failureMessages: ['no answer'] });
    const file = (name: string, result: object) =>
      reportOf([{ name: path.resolve(name), status: 'failed', assertionResults: [result] }]);
    const files = [file('a.test.ts', failed('a')), file('b.test.ts', failed('b'))];
    expect(readReports(files)).toEqual({
      tests: [
        { name: 'a', file: 'a.test.ts', status: 'failed' },
        { name: 'b', file: 'b.test.ts', status: 'failed' },
      ],
      brokenFiles: [],
      reasons: [{ reason: 'no answer', count: 2 }],
    });
    expect(readReports([...files, path.join(directory, 'none.json')])).toBeNull();
  });

  it('reports what ran on which engine, and why a part did not run', () => {
    const { lines, missed } = describeParts(parts, [
      { name: 'sessions [pglite] are created', file: 'a.test.ts', status: 'passed' },
      { name: 'sessions [pglite] are listed', file: 'a.test.ts', status: 'failed' },
    ]);
    expect(lines).toEqual([
      'embedded: 1 passed, 1 failed, 0 skipped',
      'PostgreSQL: SKIPPED, nothing answers at 127.0.0.1:5432',
    ]);
    expect(missed).toBe(1);
  });

  it('counts a part as missed when the machine has it but no test of it ran', () => {
    const { lines, missed } = describeParts(
      [{ name: 'embedded', pattern: /\bpglite\b/i, missing: null }],
      [],
    );
    expect(lines).toEqual(['embedded: SKIPPED, no test of its name ran']);
    expect(missed).toBe(1);
  });
});

describe('the rerun of failed tests', () => {
  const t = (file: string, name: string, status: string) => ({ file, name, status });
  const first = {
    reasons: [],
    brokenFiles: ['broken.test.ts'],
    tests: [
      t('a.test.ts', 'chance', 'failed'),
      t('a.test.ts', 'other', 'passed'),
      t('b.test.ts', 'bug', 'failed'),
      t('c.test.ts', 'fine', 'passed'),
    ],
  };

  it('reruns each file with a failure, and those that could not be loaded', () => {
    expect(filesToRunAgain(first)).toEqual(['a.test.ts', 'b.test.ts', 'broken.test.ts']);
  });

  it('reruns nothing when more than five files failed', () => {
    const tests = [1, 2, 3, 4, 5, 6].map((n) => t(`${n}.test.ts`, 'bug', 'failed'));
    expect(filesToRunAgain({ tests, brokenFiles: [] })).toEqual([]);
  });

  it('passes tests that passed the second time, and names them', () => {
    const second = {
      reasons: [],
      brokenFiles: [],
      tests: [
        t('a.test.ts', 'chance', 'passed'),
        t('a.test.ts', 'other', 'passed'),
        t('b.test.ts', 'bug', 'failed'),
        t('broken.test.ts', 'inside', 'passed'),
      ],
    };
    const report = withSecondRun(first, second);
    expect(tally(report.tests)).toEqual({ passed: 4, failed: 1, skipped: 0 });
    expect(report.brokenFiles).toEqual([]);
    expect(report.unsteady.map(({ file, name }) => `${file}: ${name}`)).toEqual([
      'a.test.ts: chance',
      'broken.test.ts: could not be loaded',
    ]);
  });

  it('keeps a failure when another test of its file failed then', () => {
    const tests = [t('a.test.ts', 'chance', 'passed'), t('a.test.ts', 'other', 'failed')];
    const report = withSecondRun(first, { reasons: [], brokenFiles: [], tests });
    expect(report.unsteady).toEqual([]);
    expect(tally(report.tests)).toEqual({ passed: 2, failed: 2, skipped: 0 });
  });

  it('keeps every failure when the second run left no report', () => {
    expect(withSecondRun(first, null)).toMatchObject({ tests: first.tests, unsteady: [] });
  });
});
