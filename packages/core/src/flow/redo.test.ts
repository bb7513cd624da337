import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redoOf } from './redo.ts';

const picture = (context: string, ...quality: [code: string, value: number][]) => ({
  context,
  refusal: null,
  quality: quality.map(([code, value]) => ({ code, value, region: 'image' })),
});

/** Contexts of each code, as the table of A-184 has them. */
const contract = readFileSync(new URL('../../../../spec/contract.md', import.meta.url), 'utf8');
const parts: Readonly<Record<string, string[]>> = {
  face: ['face'],
  'both sides of the document': ['document-front', 'document-back'],
  'front of the document': ['document-front'],
  'back of the document': ['document-back'],
};
const stated = new Map<number, string[]>();
const entry = /### A-184 [\s\S]*?\n### /.exec(contract)?.[0] ?? '';
for (const [, codes = '', part = ''] of entry.matchAll(/^\| (\d[^|]+) \| ([^|]+) \|$/gm))
  for (const [, first = '', last = first] of codes.matchAll(/(\d+)(?: to (\d+))?/g))
    for (let code = Number(first); code <= Number(last); code += 1) stated.set(code, parts[part] ?? []);

describe('what a redo takes again (A-184)', () => {
  it('is what the contract states for every code', () => {
    expect(stated.size).toBe(31);
    const taken = new Map<number, string[]>();
    for (let code = 100; code < 1000; code += 1) {
      const { contexts } = redoOf({ code, pictures: [] });
      if (contexts !== null) taken.set(code, contexts);
    }
    expect([...taken].toSorted()).toEqual([...stated].toSorted());
  });

  it.each<[number | null, string[] | null, string[]]>([
    [606, ['face'], []],
    [202, ['face'], []],
    [603, ['face'], []],
    [208, ['face'], ['face.none']],
    [641, ['face'], ['face.several']],
    [608, ['document-front'], ['doc.none']],
    [609, ['document-back'], ['doc.none']],
    [614, ['document-front'], ['doc.cut']],
    [615, ['document-back'], ['doc.cut']],
    [207, ['document-front', 'document-back'], ['doc.expired']],
    [602, ['document-front', 'document-back'], ['doc.type']],
    [619, ['document-front', 'document-back'], []],
    [626, ['document-front', 'document-back'], []],
    [201, null, []],
    [204, null, []],
    [635, null, []],
    [529, null, []],
    [null, null, []],
  ])('by code %s: %j', (code, contexts, problems) => {
    expect(redoOf({ code, pictures: [] })).toEqual({
      contexts,
      problems: problems.map((problem) => ({ code: problem, severity: 'fail' })),
    });
  });

  it('is what failed in the pictures, where the code leaves it open', () => {
    const pictures = [
      picture('document-front', ['img.blur', 4], ['doc.glare', 0.01]),
      picture('document-back', ['img.blur', 90]),
      picture('face', ['img.blur', 90]),
    ];
    expect(redoOf({ code: 204, pictures })).toEqual({
      contexts: ['document-front'],
      problems: [{ code: 'img.blur', severity: 'fail' }],
    });
  });

  it('is both what the code names and what failed', () => {
    const pictures = [picture('document-back-pre', ['img.dark', 3]), picture('face', ['face.small', 20])];
    expect(redoOf({ code: 606, pictures })).toEqual({
      contexts: ['document-back', 'face'],
      problems: [
        { code: 'img.dark', severity: 'fail' },
        { code: 'face.small', severity: 'fail' },
      ],
    });
  });

  it('names no sign of a copy: the measured strength only informs', () => {
    expect(redoOf({ code: 619, pictures: [picture('document-front', ['doc.copy', 0.99])] }).problems).toEqual(
      [],
    );
  });

  it('reports a picture that could not be opened', () => {
    const unopened = { context: 'face', refusal: 'img.unreadable', quality: [] };
    expect(redoOf({ code: 204, pictures: [unopened] })).toEqual({
      contexts: ['face'],
      problems: [{ code: 'img.unreadable', severity: 'fail' }],
    });
  });
});
