/** The matrix of faults as people read it: a row per fault, a column per registry. */
import { markdownTable } from '../../../core/test/coverage-report.ts';
import type { FaultCase } from '../../../registry-simulator/test/simulator-fault-cases.ts';
import type { Strike, Told } from './registry-fault-matrix.ts';

/** `http.status {"status":503}` */
const nameOf = ({ fault, params }: FaultCase): string =>
  params === undefined ? `\`${fault}\`` : `\`${fault}\` \`${JSON.stringify(params)}\``;

const cellOf = (told: Told | undefined): string =>
  told === undefined ? '–' : `${told.row}, ${told.classified}: ${told.decision}`;

function matrix(strikes: readonly Strike[], told: ReadonlyMap<Strike, Told>): string {
  const columns = [...new Set(strikes.map(({ column }) => column.title))];
  const names = [...new Set(strikes.map(({ fault }) => nameOf(fault)))];
  const rows = names.map((name) => [
    name,
    ...columns.map((title) =>
      cellOf(
        told.get(
          strikes.find(({ fault, column }) => nameOf(fault) === name && column.title === title) ??
            neverStruck,
        ),
      ),
    ),
  ]);
  return markdownTable(['Fault', ...columns], rows);
}

/** Stands for a fault that a column cannot have. */
const neverStruck = {} as Strike;

/** Every row that came up, and what its clients are told. */
function meanings(told: ReadonlyMap<Strike, Told>): string {
  const lines = [...told].map(([{ column }, one]) => {
    const country = { br: 'Brazil', mx: 'Mexico', co: 'Colombia' }[column.country];
    const kind = one.classified.split(' ').slice(0, one.classified.startsWith('rejected') ? 2 : 1);
    const { row, decision, reason, error, timestamp } = one;
    const quoted = (text: string | null) => (text === null ? '–' : `\`${text}\``);
    const time = timestamp === 'none' ? 'no such member' : timestamp;
    return [country, row ?? '–', kind.join(' '), decision, quoted(reason), quoted(error), time];
  });
  const order = (line: readonly string[]) =>
    `${line[0]} ${(line[1] ?? '').slice(1).padStart(2, '0')} ${line[2]}`;
  const distinct = [...new Map(lines.map((line) => [line.join(), line])).values()];
  const sorted = distinct.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return markdownTable(['Country', 'Row', 'Result', 'Decision', 'Reason', 'Error', '`timestamp`'], sorted);
}

/** Paragraphs of the report. */
export function faultReport(
  { own, guarded, generic }: Record<'own' | 'guarded' | 'generic', readonly Strike[]>,
  told: ReadonlyMap<Strike, Told>,
): string[] {
  const count = own.length + guarded.length + generic.length;
  const approved = [...told.values()].filter(({ decision }) => decision === 'approved').length;
  return [
    `${count} sessions, each with a fault of its own: ${told.size} decided, ${approved} of them approved, all where the registry answered in spite of the fault; one decision webhook each.`,
    '### What a client receives for each result',
    meanings(told),
    '### The registries’ own formats',
    'One attempt per request. A cell gives the row of the decision table, the result of the answer, and the decision; – where the fault does not apply to the answer.',
    matrix(own, told),
    '### Behind TLS, with signatures verified and two repetitions allowed',
    '`flap` fails the first calls and answers the next. Brazil’s request carries a token that works once, so it is not repeated.',
    matrix(guarded, told),
    '### Through the generic connector',
    matrix(generic, told),
  ];
}
