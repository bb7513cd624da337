// What a measure says, and the table of all of them.
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/**
 * @typedef {{
 *   figure: string, value: number, unit: string,
 *   floor?: { name: string, value: number, unit: string },
 *   goal: { ratio?: number, most?: number, least?: number },
 *   note?: string,
 * }} Row A `ratio` goal is the least share of the floor; `most` and `least` bound the value itself.
 */

const digits = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const ratioOf = ({ value, floor }) => (floor ? value / floor.value : null);

/** True when every bound of the goal holds. */
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

/** Prints rows as a Markdown table. */
export function printTable(rows) {
  const cells = rows.map((row) => [
    row.figure,
    `${digits(row.value)} ${row.unit}`,
    row.floor ? `${row.floor.name}: ${digits(row.floor.value)} ${row.floor.unit}` : '–',
    row.floor && row.goal.ratio !== undefined ? ratioOf(row).toFixed(2) : '–',
    goalText(row),
    isMet(row) ? 'ok' : 'SHORT',
    row.note ?? '',
  ]);
  const all = [['Figure', 'Measured', 'Floor F, same run', 'Ratio', 'Goal', '', 'Note'], ...cells];
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)));
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

/** One line on the circumstances, without which the figures mean little. */
export function circumstances({ postgres }) {
  const [one, five] = loadavg();
  return `Node ${process.versions.node}, PostgreSQL ${postgres ?? '–'}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, load average ${one.toFixed(2)} (1 min) ${five.toFixed(2)} (5 min), commit ${commit()}`;
}
