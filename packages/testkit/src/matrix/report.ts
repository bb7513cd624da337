import { labelsOf } from './judge.ts';
import type { RowResult } from './run-scenario.ts';
import { groups, type Scenario } from './scenario.ts';

const write = (line: string) => void process.stdout.write(`${line}\n`);

const short = { resubmission_requested: 'resubmission' } as const;
const statusText = (status: string): string =>
  Object.hasOwn(short, status) ? short.resubmission_requested : status;

const outcomeText = (status: string, code: number | null): string =>
  code === null ? statusText(status) : `${statusText(status)} ${code}`;

/** The outcome that a scenario must have. */
export function expectedText({ expected }: Scenario): string {
  return 'request' in expected
    ? `refused ${expected.status} ${expected.code}`
    : outcomeText(expected.status, expected.code);
}

function gotText({ got }: RowResult): string {
  if (got === null) return 'broke off';
  if ('refused' in got) return `refused ${got.refused.status} ${got.refused.code}`;
  return outcomeText(got.decision.status, got.decision.reasonCode);
}

/** Prints rows in left-aligned columns. */
function printColumns(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows)
    write(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Lists the scenarios without running them. */
export function printScenarios(scenarios: readonly Scenario[]): void {
  printColumns([
    ['id', 'integration', 'scenario', 'expected'],
    ...scenarios.map((one) => [one.id, one.integration, one.does, expectedText(one)]),
  ]);
}

const isRight = ({ differences }: RowResult): boolean => differences.length === 0;

/** Prints every row, and how many of each group are right. */
export function printResults(results: readonly RowResult[]): void {
  const present = groups.filter((group) => results.some(({ scenario }) => scenario.group === group));
  const header = ['id', 'scenario', 'expected', 'got', ''];
  const rows = results.map((result) => [
    result.scenario.id,
    result.scenario.does,
    expectedText(result.scenario),
    gotText(result),
    isRight(result) ? '✓' : '✗',
  ]);
  printColumns([header, ...rows]);
  const wrong = results.filter((result) => !isRight(result));
  for (const { scenario, differences } of wrong) {
    write(`\n✗ ${scenario.id}: ${scenario.does}`);
    for (const difference of differences) write(`  ${difference}`);
  }
  write('');
  printColumns([
    ['group', 'rows', 'right', 'wrong'],
    ...present.map((group) => {
      const all = results.filter(({ scenario }) => scenario.group === group);
      const right = all.filter(isRight).length;
      return [group, ...[all.length, right, all.length - right].map(String)];
    }),
  ]);
}

/** A row in the format of `--json`. */
export function rowAsJson(result: RowResult) {
  const { scenario, got, differences, ms } = result;
  return {
    ...scenario,
    got:
      got === null
        ? null
        : 'refused' in got
          ? { refused: { status: got.refused.status, code: got.refused.code } }
          : { ...got.decision, labels: labelsOf(got.decision) },
    right: isRight(result),
    differences,
    ms: Math.round(ms),
  };
}

/** Number of rows that differ from their expectation. */
export const wrongOf = (results: readonly RowResult[]): number =>
  results.filter((result) => !isRight(result)).length;
