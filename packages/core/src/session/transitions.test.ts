import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  attemptTransitions,
  isFinal,
  lifetimeEvent,
  nextSession,
  sessionTransitions,
} from './transitions.ts';

const contract = readFileSync(new URL('../../../../spec/contract.md', import.meta.url), 'utf8');

/** Rows of the first table under an entry whose header starts with "State". */
function stateTable(entry: string): string[][] {
  const text = contract.slice(contract.indexOf(`### ${entry} `));
  const lines = text.slice(text.indexOf('| State | Trigger')).split('\n');
  const rows = lines.slice(
    2,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const words = (cell: string) =>
  [...cell.matchAll(/`([a-z_]+)`/g)].map((match) => match[1] ?? '').filter((word) => word !== 'reason');
const emission = (cell: string) =>
  cell.includes('7001')
    ? 'event_started'
    : cell.includes('7002')
      ? 'event_submitted'
      : cell.startsWith('decision')
        ? 'decision'
        : null;

/** Every (from, to, emit) the contract's table states, as sorted text. */
function movesOf(entry: string): string[] {
  return stateTable(entry).flatMap(([state = '', , , next = '', emits = '']) => {
    const froms = state === '(none)' ? ['-'] : words(state);
    const targets = next === 'the same status' ? ['expired', 'abandoned'] : words(next.replace(/\(.*\)/, ''));
    return froms.flatMap((from) => targets.map((to) => `${from} > ${to} ${emission(emits) ?? ''}`.trim()));
  });
}

const ours = (rows: readonly { from: string | null; to: string | null; emit: string | null }[]) =>
  rows
    .filter((row) => row.to !== null)
    .map((row) => `${row.from ?? '-'} > ${row.to ?? '-'} ${row.emit ?? ''}`.trim());

describe('session transitions', () => {
  it('are the rows of contract A-96, and the two forced decisions of A-102', () => {
    const expected = new Set(movesOf('A-96'));
    expect(expected.size).toBeGreaterThan(12);
    const extra = new Set(['submitted > expired decision', 'submitted > abandoned decision']);
    expect(new Set(ours(sessionTransitions).filter((move) => !extra.has(move)))).toEqual(expected);
  });

  it('leave a final status only by deletion', () => {
    for (const { from, on } of sessionTransitions) if (from && isFinal(from)) expect(on).toBe('delete');
  });

  it.each([
    ['created', false, 'end_lifetime_unopened', 'expired'],
    ['created', true, 'end_lifetime', 'abandoned'],
    ['started', true, 'end_lifetime', 'abandoned'],
    ['resubmission_requested', true, 'end_lifetime', 'abandoned'],
    ['submitted', true, null, null],
    ['review', true, null, null],
    ['approved', true, null, null],
  ] as const)(
    'at the end of its lifetime a %s session (opened: %s) takes %s',
    (status, opened, event, to) => {
      expect(lifetimeEvent(status, opened)).toBe(event);
      if (event) expect(nextSession(status, event)?.to).toBe(to);
    },
  );

  it('are unique per status and event', () => {
    for (const rows of [sessionTransitions, attemptTransitions]) {
      const keys = rows.map(({ from, on }) => `${from} ${on}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe('attempt transitions', () => {
  it('are the rows of contract A-97', () => {
    const expected = new Set([
      ...movesOf('A-97').filter((move) => !move.endsWith('started > expired decision')),
      // "checks complete" names the outcomes; forced test decisions add two, which the guard column mentions in brackets.
      'submitted > declined decision',
      'submitted > expired decision',
      'submitted > abandoned decision',
    ]);
    expect(new Set(ours(attemptTransitions))).toEqual(expected);
  });
});
