import type { FloodResult } from './floods/flood.ts';
import type { CaseResult } from './run-cases.ts';

/** All results of one run, as written by `--json`. */
export interface AttackReport {
  startedAt: string;
  seconds: number;
  node: string;
  engine: string;
  cases: readonly CaseResult[];
  floods: readonly FloodResult[];
}

const write = (line: string) => void process.stdout.write(`${line}\n`);

/** Prints a table: the first column is aligned left, the others right. */
function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  write(line(head));
  write(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) write(line(row));
}

/** A failed case as one line, with the command that runs only this case. */
const failure = ({ group, name, ids, reasons }: CaseResult): string =>
  `FAILED ${group}: ${name}${ids.length > 0 ? ` (${ids.join(', ')})` : ''}\n       ${reasons.join('; ')}\n` +
  `       npm run attack -- --only ${JSON.stringify(name)}`;

function printCases(cases: readonly CaseResult[]): void {
  const groups = [...new Set(cases.map(({ group }) => group))];
  const rows = groups.map((group) => {
    const all = cases.filter((one) => one.group === group);
    const count = (outcome: CaseResult['outcome']) => all.filter((one) => one.outcome === outcome).length;
    const seconds = all.reduce((total, { ms }) => total + ms, 0) / 1_000;
    return [group, all.length, count('held'), count('failed'), count('not run'), seconds.toFixed(1)].map(
      String,
    );
  });
  printTable(['group', 'cases', 'held', 'failed', 'not run', 'seconds'], rows);
  const figures = cases.filter(({ figure }) => figure !== undefined);
  if (figures.length > 0) {
    write('');
    printTable(
      ['measured', 'figure'],
      figures.map(({ name, figure = '' }) => [name, figure]),
    );
  }
  for (const one of cases.filter(({ outcome }) => outcome === 'failed')) write(`\n${failure(one)}`);
}

const ms = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 10 ? 1 : 0) : 'never');
const whole = (value: number | null): string => (value === null ? '-' : value.toFixed(0));
const marked = (text: string, ok: boolean): string => (ok ? text : `${text} !`);

function floodRow(flood: FloodResult): string[] {
  const { quiet, under, ratio, failures } = flood;
  const failed = new Set(failures.map(({ goal }) => goal));
  return [
    flood.name,
    flood.victim,
    ms(quiet.p50),
    ms(quiet.p99),
    ms(under.p50),
    ms(under.p99),
    marked(ratio.toFixed(1), !failed.has('ratio')),
    marked(String(under.failed), !failed.has('answers')),
    marked(`${flood.idleMiB.toFixed(0)}/${flood.memoryMiB.toFixed(0)}`, !failed.has('memory')),
    marked(`${whole(flood.loopQuietP99Ms)}/${whole(flood.loopP99Ms)}`, !failed.has('loop')),
    whole(flood.loopMaxMs),
    flood.cost,
    marked(`${flood.descriptorsBefore}/${flood.descriptorsAfter}`, !failed.has('descriptors')),
    `${(flood.attackerShare * 100).toFixed(0)} %`,
  ];
}

function printFloods(floods: readonly FloodResult[]): void {
  if (floods.length === 0) return;
  write(
    '\nFloods. Times in ms from the moment a request of the victim was due; ! marks what is over its goal.\n',
  );
  printTable(
    [
      'flood',
      'victim',
      'quiet p50',
      'p99',
      'under p50',
      'p99',
      'ratio',
      'failed',
      'MiB',
      'loop p99',
      'max',
      'cost',
      'fds',
      'attacker',
    ],
    floods.map(floodRow),
  );
  write('');
  for (const { name, statuses } of floods)
    write(
      `${name}: ${
        Object.entries(statuses)
          .map(([status, count]) => `${status === '0' ? 'no answer' : status}: ${count}`)
          .join(', ') || 'nothing'
      }`,
    );
  for (const { name, failures } of floods)
    for (const { text } of failures)
      write(
        `\nFAILED flood: ${name}\n       ${text}\n       npm run attack -- --only ${JSON.stringify(name)}`,
      );
}

/** Number of cases and floods with failed conditions. */
export const failuresOf = ({ cases, floods }: Pick<AttackReport, 'cases' | 'floods'>): number =>
  cases.filter(({ outcome }) => outcome === 'failed').length +
  floods.filter(({ failures }) => failures.length > 0).length;

/** Prints the results of a run. */
export function printReport(report: AttackReport): void {
  const { cases, floods, seconds, engine, node } = report;
  write('');
  printCases(cases);
  printFloods(floods);
  const notRun = cases.filter(({ outcome }) => outcome === 'not run').length;
  const failed = failuresOf(report);
  write(
    `\n${cases.length + floods.length} attacks: ${cases.length + floods.length - failed - notRun} held, ${failed} failed, ${notRun} not run; ` +
      `${seconds.toFixed(0)} s, ${engine}, Node ${node}`,
  );
}
