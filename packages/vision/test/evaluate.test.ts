import { approvedPerson, lookAlike, type SpecimenCase } from '@countersign/specimens';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEvaluationIn } from './run-evaluation.ts';

describe('evaluate', () => {
  let folder = '';
  let person: SpecimenCase['person'];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'evaluate-'));
    const [approved, other] = [await approvedPerson(), await lookAlike()];
    person = approved.person;
    for (const [name, { pictures }] of [
      ['own', approved],
      ['other', other],
    ] as const)
      for (const { context, bytes } of pictures)
        await writeFile(path.join(folder, `${name}-${context}.jpg`), bytes);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const evaluate = async (truth: object, ...more: string[]) => {
    await writeFile(path.join(folder, 'truth.json'), JSON.stringify(truth));
    return runEvaluationIn(tmpdir(), ['evaluate', '--truth', path.join(folder, 'truth.json'), ...more]);
  };

  it('counts what was read right, wrong and not at all, and writes a page', async () => {
    const report = path.join(folder, 'report.html');
    const documents = [
      {
        images: ['own-document-front.jpg'],
        fields: {
          lastName: 'Maasikas',
          birthDate: person.birthDate,
          sex: 'M',
          curp: 'X',
          licenceNumber: null,
        },
      },
    ];
    const pairs = [
      { a: 'own-face.jpg', b: 'own-document-front.jpg', same: true },
      { a: 'other-face.jpg', b: 'other-document-front.jpg', same: false },
    ];
    const liveness = [{ images: ['own-face.jpg'], genuine: true }];
    const truth = { documents, pairs, liveness };
    const { lines, code, messages } = await evaluate(
      truth,
      '--format',
      'jsonl',
      '--workers',
      '2',
      '--report',
      report,
    );
    expect([code, messages]).toEqual([0, '']);
    const hit = lines.filter(({ count }) => count === 1);
    expect(hit.map(({ part, measure, outcome }) => [part, measure, outcome])).toEqual([
      ['documents', 'lastName', 'right'],
      ['documents', 'birthDate', 'right'],
      ['documents', 'sex', 'wrong'],
      ['documents', 'curp', 'not read'],
      ['documents', 'licenceNumber', 'right'],
      ['faces', 'same person', 'score 85 and above'],
      ['faces', 'different people', 'score below 80'],
      ['liveness', 'genuine', 'no sign of a copy'],
    ]);
    expect(lines[0]).toEqual({
      part: 'documents',
      measure: 'lastName',
      outcome: 'right',
      count: 1,
      cases: 1,
      rate: 1,
      low: 0,
      high: 1,
    });
    expect(await readFile(report, 'utf8')).toContain('read <b>F</b> (mrz), right: M');
  });

  it('prints a table for people, and rows for a spreadsheet', async () => {
    const truth = { pairs: [{ a: 'own-face.jpg', b: 'own-document-front.jpg', same: true }] };
    const table = await evaluate(truth);
    expect(table.output.split('\n').slice(0, 2)).toEqual([
      'part   measure      outcome             count  cases  rate  low  high',
      'faces  same person  score 85 and above  1      1      1     0    1',
    ]);
    const csv = await evaluate(truth, '--format', 'csv');
    expect(csv.output.split('\r\n').slice(0, 2)).toEqual([
      'part,measure,outcome,count,cases,rate,low,high',
      'faces,same person,score 85 and above,1,1,1,0,1',
    ]);
  });

  it('counts a missing file as not read, and exits with 2', async () => {
    const truth = { documents: [{ images: ['none.jpg'], fields: { sex: 'F' } }] };
    const { output, code, messages } = await evaluate(truth);
    expect(code).toBe(2);
    expect(output).toContain('documents  sex      not read  1      1      1');
    expect(messages).toBe('countersign: inputs: must be files that can be read; 1 could not be worked on\n');
  });

  it('needs a truth file', async () => {
    const { code, messages } = await runEvaluationIn(tmpdir(), ['evaluate']);
    expect(code).toBe(2);
    expect(messages).toMatch(
      /^countersign: --truth: must be given; usage: countersign evaluate --truth FILE /,
    );
  });
});
