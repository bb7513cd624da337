import { expect, it } from 'vitest';
import { cameraTexts } from '../apps/flow/src/words/camera-texts.ts';
import { en } from '../apps/flow/src/words/en.ts';
import { qualityRows } from '../packages/core/src/session/quality-verdicts.ts';
import { catalogueFaults, cutCatalogue } from './bundle-flow.mjs';

it('there are words for every problem of a picture', () => {
  expect(Object.keys(en.problems).sort()).toEqual(qualityRows.map(({ code }) => code).sort());
});

it('the texts of a catalogue are either those of the first screens or those of the camera', () => {
  for (const text of cameraTexts) expect(Object.keys(en)).toContain(text);
  const source = `const forms = 1;\nexport const xx: Words = { a: 'A', b: (left) => \`\${left} \${forms}\`, c: 'C' };\n`;
  expect(cutCatalogue(source, (name) => name !== 'b')).toBe(
    `const forms = 1;\nexport const words = {a: 'A',c: 'C'};\n`,
  );
  expect(() => cutCatalogue(`export const xx: Words = en;\n`, () => true)).toThrow(
    'must export an object that names all of its texts itself',
  );
});

it('a build reports texts that a catalogue lacks, has in excess, or has in another form', () => {
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
