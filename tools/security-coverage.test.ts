import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from './project.mjs';
import { collect, coveragePage, idsOf, page, testFiles } from './security-coverage.mjs';
import { sections } from './security-coverage-rows.mjs';

const planted = (name: string) => new Map([['packages/a/test/b.test.ts', `it('${name}', () => {});`]]);

describe('the security coverage', () => {
  it.each([
    ['holds (S01)', ['S01']],
    ['holds, whatever comes (F1, I15)', ['F1', 'I15']],
    ['holds (O1 to O3)', ['O1', 'O2', 'O3']],
    ['holds (A-17, O5)', ['O5']],
    ['holds (H16 and H17)', ['H16', 'H17']],
    ['F1 outside of brackets, S(01)', []],
  ])('reads the ids of "%s"', (name, ids) => {
    expect(idsOf(name)).toEqual(ids);
  });

  it('finds names in tables, and comments prove nothing', () => {
    const text = `// (S02)\nit.each([['sent twice (H05)', 1]])('%s', () => {});`;
    const { proofs } = collect(new Map([['packages/a/test/b.test.ts', text]]));
    expect([...proofs].filter(([, tests]) => tests.length > 0)).toEqual([
      ['H05', ['[b.test.ts](../packages/a/test/b.test.ts): sent twice']],
    ]);
  });

  it('refuses an id that no table has', () => {
    expect(collect(planted('holds (S29)')).unknown).toEqual([
      'packages/a/test/b.test.ts: S29: must be an id of tools/security-coverage-rows.mjs',
    ]);
    expect(collect(testFiles()).unknown).toEqual([]);
  });

  it('has every row of the design', () => {
    expect(sections.map(({ rows }) => [rows[0]?.id, rows.at(-1)?.id, rows.length])).toEqual([
      ['S01', 'S28', 28],
      ['F1', 'F40', 40],
      ['I1', 'I15', 15],
      ['H01', 'H27', 27],
      ['O1', 'O8', 8],
    ]);
  });

  it(`is what ${page} contains; "npm run coverage-docs" writes it`, async () => {
    expect(readFileSync(at(page), 'utf8')).toBe(await coveragePage(testFiles()));
  });
});
