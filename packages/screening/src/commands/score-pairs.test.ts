import { parseInput, screeningVerbs } from '@countersign/command-line';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ClosedOutput } from './line-stream.ts';
import { scorePairs, scoreText } from './score-pairs.ts';

async function run(input: string | Buffer[], args: string[] = []) {
  const chunks = typeof input === 'string' ? [Buffer.from(input)] : input;
  let output = '';
  const complaints: string[] = [];
  const code = await scorePairs(parseInput(screeningVerbs['score-pairs'], args), {
    input: Readable.from(chunks, { objectMode: false }),
    output: new Writable({
      write: (chunk: Buffer, _, done) => {
        output += chunk.toString();
        done();
      },
    }),
    complain: (message) => complaints.push(message),
  });
  return { code, output, complaints };
}

describe('score-pairs', () => {
  it('writes one score a line, in input order', async () => {
    const { code, output } = await run(
      'Person\tMarekko Dolvan\tDOLVAN, Marekko\r\nperson\tMarekko Dolvan\tOskeld Veyra\nCompany\tVelmora\tVelmora Ltd\textra\n',
    );
    expect([code, output]).toEqual([0, '100.00\n0.00\n99.00\n']);
  });

  it.each([
    ['an empty input', '', 0, ''],
    ['an empty name', 'Person\t\tDolvan\n', 0, '0.00\n'],
    ['too few fields', 'Person\tDolvan\nPerson\tDolvan\tDolvan\n', 2, '0.00\n100.00\n'],
    ['an empty line', '\n', 2, '0.00\n'],
    ['no line end at the end', 'Person\tDolvan\tDolvan', 0, '100.00\n'],
    ['an unknown schema', 'Thing\tDolvan\tDolvan\n', 0, '100.00\n'],
    ['a byte-order mark', '\uFEFFPerson\tDolvan\tDolvan\n', 0, '100.00\n'],
    [
      'a line of more than 64 KB',
      `Person\t${'a'.repeat(70_000)}\tb\nPerson\tDolvan\tDolvan\n`,
      2,
      '0.00\n100.00\n',
    ],
  ])('answers %s', async (...row) => {
    const [, input, code, output] = row;
    const answer = await run(input);
    expect([answer.code, answer.output]).toEqual([code, output]);
    expect(answer.complaints.length > 0).toBe(code === 2);
  });

  it('gives the same output wherever chunks are cut', async () => {
    const text = Buffer.from('Person\tДолван Марекко\tДолван Марекко\r\nPerson\tVeyra\tVeyra\n');
    const bytes = Array.from(text, (byte) => Buffer.from([byte]));
    expect(await run(bytes)).toEqual({ code: 0, output: '100.00\n100.00\n', complaints: [] });
  });

  it('explains', async () => {
    const { output } = await run('Person\tMarekko Dolvan\tDr Marekko Dolvan\n', ['--explain']);
    expect(JSON.parse(output)).toMatchObject({
      score: 100,
      nameScore: 100,
      matchTypes: ['name_exact', 'removed_personal_title'],
      matchedName: 'Dr Marekko Dolvan',
      trace: { subjectName: 'Marekko Dolvan', score: 100 },
    });
  });

  it('reads records, with evidence and the best name', async () => {
    const query = { name: 'Tarvin Brenmark', birthDate: '1968', countries: ['BY'] };
    const entity = {
      id: 'inv-p1',
      schema: 'Person',
      properties: {
        name: ['Oskeld Veyra'],
        alias: ['Brenmark Tarvin'],
        birthDate: ['1968-03'],
        nationality: ['by'],
      },
    };
    const native = { id: 'n', schema: 'Person', names: [{ text: 'Tarvin Brenmark' }], birth: ['1950'] };
    const lines = [{ query, entity }, { query, entity: native }, { query }, 'x'].map((line) =>
      JSON.stringify(line),
    );
    const { code, output } = await run(lines.join('\n'), ['--jsonl']);
    expect([code, output]).toEqual([2, '100.00\n80.00\n0.00\n0.00\n']);
  });

  it('stops when its output is no longer read', async () => {
    const closed = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('closed'), { code: 'EPIPE' })),
    });
    const answer = scorePairs(parseInput(screeningVerbs['score-pairs'], []), {
      input: Readable.from([Buffer.from('Person\ta\tb\n')]),
      output: closed,
      complain: () => undefined,
    });
    await expect(answer).rejects.toThrow(ClosedOutput);
  });
});

describe('a score as text', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [9_310, '93.10'],
    [10_000, '100.00'],
  ])('%d hundredths are %s', (hundredths, text) => {
    expect(scoreText(hundredths)).toBe(text);
  });
});
