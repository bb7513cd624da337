import { expect, it } from 'vitest';
import { invented } from '../../test/support/invented-entity.ts';
import { defaultOptions } from '../model/screener.ts';
import { buildSnapshot } from '../search/build/build-snapshot.ts';
import { createIndexScreener } from '../search/index-screener.ts';
import type { QueryLine } from './screen-line.ts';
import { answerHere } from './screen-lines.ts';

const names = ['Velmar Orsintao', 'Velmar Orsintaro', 'Velmaar Orsintao', 'Quorlan Thistlecroft'];
const snapshot = buildSnapshot(
  names.map((text, index) => invented({ id: `entry-${String(index)}`, names: [{ text, kind: 'primary' }] })),
  { engine: 'test', sources: [] },
);

async function answersTo(subjects: readonly object[], mostScored: number): Promise<unknown[]> {
  async function* lines(): AsyncGenerator<QueryLine[]> {
    yield await Promise.resolve(
      subjects.map((subject, index) => ({ number: index + 1, text: JSON.stringify(subject) })),
    );
  }
  const screener = createIndexScreener(snapshot, { mostScored });
  const answers: unknown[] = [];
  const asked = {
    options: defaultOptions,
    explain: false,
    details: false,
    excluded: { ids: new Set<string>(), sources: new Set<string>() },
    belowFrom: null,
  };
  const counted = { names: 0, namesWithHits: 0, hits: 0 };
  for await (const batch of answerHere(lines(), asked, { screener, counted }))
    for (const { text } of batch) answers.push(JSON.parse(text));
  return answers;
}

it('a line whose screening reaches the limit of work has an error and no hits; the others are answered', async () => {
  const subjects = [
    { id: 'first', name: 'Quorlan Thistlecroft' },
    { id: 'second', name: 'Velmar Orsintao' },
  ];
  const [first, second] = await answersTo(subjects, 2);
  expect(first).toMatchObject({ id: 'first', total: 1, hits: [{ entityId: 'entry-3' }] });
  expect(second).toEqual({
    id: null,
    line: 2,
    error: 'the screening was ended without a result: it takes more work than scoring 2 listed names',
  });
  expect(await answersTo(subjects, 10)).toMatchObject([{ total: 1 }, { total: 3 }]);
});

it('reaches the limit at the same name whether its words were looked up before or not', async () => {
  const second = { name: 'Velmar Orsintao' };
  const answers = await answersTo([second, { name: 'Quorlan Thistlecroft' }, second, second], 2);
  expect(answers[2]).toEqual({ ...(answers[0] as object), line: 3 });
  expect(answers[3]).toEqual({ ...(answers[0] as object), line: 4 });
});

it('a name of nothing but initials has an error in place of hits, unless an identifier was compared', async () => {
  const name = 'J. K. L.';
  const identifiers = [{ value: 'QX1234567', type: 'passport' }];
  expect(await answersTo([{ name }, { name, identifiers }, { name: 'Van der' }], 1_000)).toEqual([
    { id: null, line: 1, error: 'the name cannot be screened: nothing but initials' },
    { id: null, total: 0, truncated: false, hits: [] },
    // A name of particles alone keeps them as its words.
    { id: null, total: 0, truncated: false, hits: [] },
  ]);
});
