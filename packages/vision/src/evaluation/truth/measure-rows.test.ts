import { describe, expect, it } from 'vitest';
import { fieldRows, filmRows, pairRows } from './measure-rows.ts';
import { judgeDocument, type FilmOutcome, type PairOutcome } from './outcomes.ts';

const document = { id: '1', images: ['front.jpg'] };
const judged = (expected: readonly string[] | null, value: string | null) =>
  judgeDocument(
    { ...document, fields: { lastName: expected } },
    value === null ? {} : { fields: { lastName: { value, source: 'mrz' } } },
  )[0]?.reading;

describe('a field', () => {
  it.each([
    [['MÜLLER', 'MUELLER'], 'MUELLER', 'right'],
    [['María-José'], 'MARIA JOSE', 'right'],
    [['1986-03-15'], '1986-03-16', 'wrong'],
    [['ANNA'], null, 'not read'],
    [null, null, 'right'],
    [null, 'ANNA', 'wrong'],
    [['АННА'], 'ИВАН', 'wrong'],
  ] as const)('of %j is, read as %j, %s', (expected, value, reading) => {
    expect(judged(expected, value)).toBe(reading);
  });

  it('is counted three ways with the limits of each', () => {
    const fields = Array.from({ length: 50 }, (_, index) =>
      judgeDocument(
        { ...document, fields: { sex: ['F'] } },
        index < 5
          ? { fields: { sex: { value: 'M', source: 'printed' } } }
          : index < 10
            ? {}
            : { fields: { sex: { value: 'F', source: 'mrz' } } },
      ),
    ).flat();
    const row = { part: 'documents', measure: 'sex', cases: 50 };
    expect(fieldRows(fields)).toEqual([
      { ...row, outcome: 'right', count: 40, rate: 0.8, low: 0.6696, high: 0.8876 },
      { ...row, outcome: 'wrong', count: 5, rate: 0.1, low: 0.0435, high: 0.2136 },
      { ...row, outcome: 'not read', count: 5, rate: 0.1, low: 0.0435, high: 0.2136 },
    ]);
  });
});

const pair = (same: boolean, score: number | null): PairOutcome => ({
  pair: { id: 'p', a: 'a.jpg', b: 'b.jpg', same },
  score,
  distance: score === null ? null : 1 - score / 100,
  reason: score === null ? 'face.none' : null,
});

describe('pairs', () => {
  it('are counted where a new integration would approve, review and decline', () => {
    const rows = pairRows([
      pair(true, 85),
      pair(true, 84.9),
      pair(true, 80),
      pair(true, 79.9),
      pair(true, null),
    ]);
    expect(rows.map(({ measure, outcome, count, cases }) => [measure, outcome, count, cases])).toEqual([
      ['same person', 'score 85 and above', 1, 5],
      ['same person', 'score 80 to 85', 2, 5],
      ['same person', 'score below 80', 1, 5],
      ['same person', 'not compared', 1, 5],
    ]);
  });

  it('show no rate that they are too few for', () => {
    const others = Array.from({ length: 10 }, (_, index) => pair(false, index));
    const rows = pairRows([pair(true, 95), pair(true, 5), ...others]);
    expect(rows.slice(-4).map(({ outcome, count, rate }) => [outcome, count, rate])).toEqual([
      ['wrong either way', 1, 0.45],
      ['accepted at false-match rate 0.1', 1, 0.5],
      ['accepted at false-match rate 0.01', null, null],
      ['accepted at false-match rate 0.001', null, null],
    ]);
  });
});

describe('selfies and films', () => {
  const film = (genuine: boolean, found: Partial<FilmOutcome>, steps: FilmOutcome['film']['steps'] = []) => ({
    film: { id: 'f', images: ['0.jpg'], genuine, steps, at: null },
    examined: true,
    signs: [],
    followed: null,
    ...found,
  });

  it('are counted apart for genuine ones and copies, films by their steps', () => {
    const rows = filmRows([
      film(true, {}),
      film(true, { examined: false }),
      film(true, { followed: true }, ['left']),
      film(false, { signs: ['live.screen'] }),
      film(false, { followed: false }, ['left']),
    ]);
    expect(
      rows.map(({ measure, outcome, count, cases }) => `${measure}: ${outcome} ${count}/${cases}`),
    ).toEqual([
      'genuine: no sign of a copy 2/3',
      'genuine: sign of a copy 0/3',
      'genuine: not examined 1/3',
      'genuine, film: steps followed 1/1',
      'genuine, film: steps not followed 0/1',
      'copy or attack: no sign of a copy 1/2',
      'copy or attack: sign of a copy 1/2',
      'copy or attack: not examined 0/2',
      'copy or attack, film: steps followed 0/1',
      'copy or attack, film: steps not followed 1/1',
    ]);
  });
});
