import { expect, it } from 'vitest';
import { en } from '../apps/flow/src/words/en.ts';
import { qualityRows } from '../packages/core/src/session/quality-verdicts.ts';
import { catalogueFaults } from './bundle-flow.mjs';

it('there are words for every problem of a picture', () => {
  expect(Object.keys(en.problems).sort()).toEqual(qualityRows.map(({ code }) => code).sort());
});

it('a build reports texts that a catalogue lacks, has too much, or has in another form', () => {
  const english = { start: 'Start', ask: (name: string) => name, hints: { dark: 'More light' } };
  expect(catalogueFaults('es', { start: '', ask: 'Hola', more: 'Más' }, english)).toEqual([
    'es lacks start: string',
    'es lacks ask: function of 1',
    'es lacks hints.dark: string',
    'es has start: empty too much',
    'es has ask: string too much',
    'es has more: string too much',
  ]);
});
