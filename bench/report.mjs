// Rows that measures report, and the table of all rows.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/**
 * @typedef {{
 *   figure: string, value: number, unit: string,
 *   floor?: { name: string, value: number, unit: string },
 *   count?: { right: number, of: number },
 *   limits?: [low: number, high: number],
 *   goal: { ratio?: number, most?: number, least?: number },
 *   note?: string,
 * }} Row A `ratio` goal is the minimum share of the floor; `most` and `least` are bounds of the value itself; a row with an empty goal is
 *   only reported. `count` is the sample of a rate, `limits` its 95 % confidence limits in the unit of the value.
 */

const digits = (value) =>
  value === 0
    ? '0'
    : value >= 100
      ? Math.round(value).toLocaleString('en')
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);
const ratioOf = ({ value, floor }) => (floor ? value / floor.value : null);

/** Returns true when every bound of the goal is met. */
export function isMet(row) {
  const { ratio, most, least } = row.goal;
  return (
    (ratio === undefined || ratioOf(row) >= ratio) &&
    (most === undefined || row.value <= most) &&
    (least === undefined || row.value >= least)
  );
}

const goalText = ({ goal: { ratio, most, least }, unit }) =>
  [
    ratio === undefined ? [] : `≥ ${ratio} F`,
    most === undefined ? [] : `≤ ${digits(most)} ${unit}`,
    least === undefined ? [] : `≥ ${digits(least)} ${unit}`,
  ]
    .flat()
    .join(', ');

/** Returns the 95 % confidence limits of a rate in per cent, by Wilson's formula. */
export function rateLimits(right, of) {
  const [z, rate] = [1.96, right / of];
  const middle = rate + (z * z) / (2 * of);
  const half = z * Math.sqrt((rate * (1 - rate)) / of + (z * z) / (4 * of * of));
  return [Math.max(0, middle - half), middle + half].map((limit) => (100 * limit) / (1 + (z * z) / of));
}

/** Returns false for rows that are only reported. */
export const hasGoal = ({ goal }) => Object.values(goal).some((bound) => bound !== undefined);

/** Columns and their texts; columns that no row needs are omitted. */
const columns = [
  { title: 'Figure', text: ({ figure }) => figure },
  { title: 'Measured', text: ({ value, unit }) => `${digits(value)} ${unit}` },
  { title: 'Counted', text: ({ count }) => count && `${count.right} of ${count.of}` },
  {
    title: '95 % limits',
    text: ({ limits, unit }) => limits && `${limits.map((limit) => limit.toFixed(1)).join('–')} ${unit}`,
  },
  {
    title: 'Floor F, same run',
    text: ({ floor }) => floor && `${floor.name}: ${digits(floor.value)} ${floor.unit}`,
  },
  {
    title: 'Ratio',
    text: (row) => (row.floor && row.goal.ratio !== undefined ? ratioOf(row).toFixed(2) : undefined),
  },
  { title: 'Goal', text: goalText },
  { title: '', text: (row) => (!hasGoal(row) ? '' : isMet(row) ? 'ok' : 'SHORT') },
  { title: 'Note', text: ({ note }) => note ?? '' },
];

/** Prints rows as a Markdown table. */
export function printTable(rows) {
  const shown = columns.filter(({ text }) => rows.some((row) => text(row) !== undefined));
  const cells = rows.map((row) => shown.map(({ text }) => text(row) ?? '–'));
  const all = [shown.map(({ title }) => title), ...cells];
  const widths = shown.map((_, column) => Math.max(...all.map((line) => line[column].length)));
  const print = (line) =>
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
  print(all[0]);
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  cells.forEach(print);
}

function commit() {
  try {
    const run = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    return `${run('rev-parse', '--short', 'HEAD')}${run('status', '--porcelain') === '' ? '' : ' with local changes'}`;
  } catch {
    return 'unknown';
  }
}

/** Describes the environment in one line, without which the figures mean little. */
export function circumstances({ postgres }) {
  const [one, five] = loadavg();
  return `Node ${process.versions.node}, PostgreSQL ${postgres ?? '–'}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load average ${one.toFixed(2)} (1 min) ${five.toFixed(2)} (5 min), commit ${commit()}`;
}
