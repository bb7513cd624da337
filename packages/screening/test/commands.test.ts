import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const executable = path.resolve(import.meta.dirname, '../../../bin/countersign');
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Outcome {
  code: number | null;
  output: string;
  messages: string;
}

/** Runs the installed program as an operator does, from a folder of its own. */
function run(args: readonly string[], input: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [executable, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '' },
    });
    const chunks: Buffer[] = [];
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        code,
        output: Buffer.concat(chunks).toString('utf8'),
        messages: Buffer.concat(said).toString('utf8'),
      }),
    );
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

const scoresOf = ({ output }: Outcome) => output.trimEnd().split('\n').map(Number);

describe('score-pairs', () => {
  it('gives a line with two decimals for every line, in order', async () => {
    const outcome = await run(
      ['score-pairs'],
      [
        'Person\tMarek Dolvan\tDOLVAN, Marek',
        'person\tMarek Dolvan\tMarek Ilian Dolvan',
        'Person\tMarek Dolvan\tMarek Strubin\tignored',
        'Company\tVelmora 11 LLC\tVelmora 12 LLC',
        'Person\t\tMarek Dolvan',
        '',
      ].join('\n'),
    );
    expect(outcome.output).toMatch(/^(\d{1,3}\.\d\d\n){5}$/u);
    expect(outcome.code).toBe(0);
    const [exact, omitted, stranger, number, empty] = scoresOf(outcome);
    expect(exact).toBe(100);
    expect(omitted).toBeGreaterThanOrEqual(85);
    expect(stranger).toBeLessThan(60);
    expect(number).toBeLessThan(60);
    expect(empty).toBe(0);
  });

  it('scores a line of fewer than three fields 0.00 and ends with 2', async () => {
    const outcome = await run(
      ['score-pairs'],
      'Person\tAna Brenmark\r\nPerson\tAna Brenmark\tAna Brenmark\r\n',
    );
    expect(outcome.output).toBe('0.00\n100.00\n');
    expect(outcome.code).toBe(2);
  });

  it('answers nothing to nothing', async () => {
    expect(await run(['score-pairs'], '')).toMatchObject({ code: 0, output: '' });
  });

  it('continues after a line of a megabyte', async () => {
    const outcome = await run(
      ['score-pairs'],
      `Person\t${'a '.repeat(500_000)}\tb\nPerson\tAna Holt\tAna Holt\n`,
    );
    expect(outcome.output).toBe('0.00\n100.00\n');
    expect(outcome.code).toBe(2);
  });

  it('explains itself with --explain', async () => {
    const { output } = await run(['score-pairs', '--explain'], 'Person\tAna Brenmark\tAna Brenmarck\n');
    const answer = JSON.parse(output) as { score: number; matchTypes: string[]; trace: { pairs: unknown[] } };
    expect(answer.score).toBeGreaterThan(90);
    expect(answer.trace.pairs).toHaveLength(2);
  });
});

describe('screen', () => {
  const list = path.join(folder, 'people.txt');
  writeFileSync(list, 'Tarvin Oskeld Brennmark\nYsolde Katterfeld\tPerson\nPELLA QUEEN\tVessel\n');
  const others = path.join(folder, 'others.txt');
  writeFileSync(others, 'Lioba Garrowby\n');
  const queries = [
    '{"id":"q-1","name":"Tarvin Brennmark"}',
    '{"id":2,"name":"Isolde Katerfeld","options":{"matchThreshold":70}}',
    'no JSON',
    '{"id":"q-4","name":"Lioba Garrowby"}',
    '{"id":"q-5","name":"Somebody Else"}',
    '{"id":"q-6","name":"\\u200d"}',
  ].join('\n');
  const lists = ['--list', `names=${list}`, '--list', `names@WARNINGS=${others}`];

  it('answers every line in order, with an error in the place of a bad one', async () => {
    const outcome = await run(['screen', ...lists], `${queries}\n`);
    expect(outcome.code).toBe(2);
    const answers = outcome.output
      .trimEnd()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as {
            id: unknown;
            line?: number;
            hits?: { entityId: string; listTypes: string[] }[];
          },
      );
    expect(answers.map(({ id }) => id)).toEqual(['q-1', 2, null, 'q-4', 'q-5', null]);
    expect(answers.map(({ hits }) => hits?.map(({ entityId }) => entityId))).toEqual([
      ['people.txt:0db7759363a28ae3'],
      ['people.txt:84abb4759f51afdd'],
      undefined,
      ['others.txt:9a11fd117e178934'],
      [],
      undefined,
    ]);
    expect(answers[3]?.hits?.[0]?.listTypes).toEqual(['WARNINGS']);
    expect([answers[2]?.line, answers[5]?.line]).toEqual([3, 6]);
  });

  it('gives the same bytes with any number of workers, in any order of lists, built or loaded', async () => {
    const snapshot = path.join(folder, 'people.snapshot');
    const many = Array.from(
      { length: 400 },
      (_, id) => `{"id":${id},"name":"Tarvin Brenmark ${id % 7 ? '' : 'Oskeld'}"}`,
    );
    const input = `${many.join('\n')}\n`;
    const once = await run(['screen', ...lists], input);
    expect(once.output.split('\n')).toHaveLength(401);
    const again = [
      await run(['screen', ...lists, '--workers', '2'], input),
      await run(['screen', ...lists, '--workers', '8', '--snapshot', snapshot], input),
      await run(['screen', ...lists, '--snapshot', snapshot], input),
      await run(['screen', ...lists.slice(2), ...lists.slice(0, 2)], input),
    ];
    for (const { code, output } of again) expect([code, output === once.output]).toEqual([0, true]);
  });

  it('prints measurements with --stats, as the last line of its messages', async () => {
    const { messages } = await run(['screen', ...lists, '--stats'], '{"id":1,"name":"Ana Holt"}\n');
    expect(JSON.parse(messages.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      entities: 4,
      names: 4,
      rejects: 0,
      queries: 1,
      workers: 1,
    });
  });

  it.each([
    ['no list', 2, ['screen'], /^countersign: --list: must be given where there is no --snapshot\n$/],
    [
      'a format that is none',
      2,
      ['screen', '--list', `csvx=${list}`],
      /^countersign: --list: must be FORMAT/,
    ],
    [
      'a file that is not there',
      1,
      ['screen', '--list', 'names=/nowhere.txt'],
      /nowhere\.txt cannot be read/,
    ],
    [
      'a threshold out of range',
      2,
      ['screen', ...lists, '--threshold', '101'],
      /^countersign: --threshold: must be a whole number from 0 to 100, not 101\n$/,
    ],
    [
      'a country that is none',
      2,
      ['screen', ...lists, '--countries', 'EE,Peru'],
      /^countersign: --countries: must be ISO 3166-1 alpha-2 codes, not PERU\n$/,
    ],
    [
      'an option that is none',
      2,
      ['screen', ...lists, '--treshold', '80'],
      /^countersign: unknown option --treshold; did you mean --threshold\?\n$/,
    ],
  ])('cannot run with %s: exit code %i', async (...row) => {
    const [, status, args, message] = row;
    const { code, output, messages } = await run(args, '{"id":1,"name":"Ana Holt"}\n');
    expect([code, output]).toEqual([status, '']);
    expect(messages).toMatch(message);
  });

  it('ends without an error when its output is no longer read', async () => {
    const many = '{"id":1,"name":"Tarvin Brenmark"}\n'.repeat(20_000);
    const ended = await new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [executable, 'screen', ...lists], { cwd: folder });
      const said: Buffer[] = [];
      child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
      child.stdout.once('data', () => child.stdout.destroy());
      child.stdin.on('error', () => {});
      child.on('close', () => resolve(Buffer.concat(said).toString('utf8')));
      child.stdin.end(many);
    });
    expect(ended).not.toContain('EPIPE');
    expect(ended).not.toContain('    at ');
  });
});

describe('replay', () => {
  const query = { schema: 'Person', firstName: 'Marek', lastName: 'Dolvan', birthDate: '1968' };
  const entity = { schema: 'Person', names: [{ text: 'DOLVAN, Marek Ilian' }] };

  async function traced(): Promise<{ engine: string; score: number }> {
    const pair = await run(['score-pairs', '--jsonl', '--explain'], `${JSON.stringify({ query, entity })}\n`);
    return (JSON.parse(pair.output) as { trace: { engine: string; score: number } }).trace;
  }
  const replayed = (...traces: object[]) =>
    run(['replay'], traces.map((trace) => `${JSON.stringify({ query, entity, trace })}\n`).join(''));

  it('prints that a trace is the same when it can be made again byte for byte', async () => {
    const { code, output } = await replayed(await traced());
    expect(output).toBe('{"same":true}\n');
    expect(code).toBe(0);
  });

  it('prints the current trace where the stored one differs, and exits with 1', async () => {
    const trace = await traced();
    const { code, output } = await replayed(trace, { ...trace, score: 12 });
    expect(output).toBe(`{"same":true}\n${JSON.stringify({ same: false, trace })}\n`);
    expect(code).toBe(1);
  });

  it('names the engine of a trace that another release made', async () => {
    const trace = await traced();
    const { code, output } = await replayed({ ...trace, engine: 'other-1' });
    expect(output).toBe(
      `${JSON.stringify({ same: false, error: `engine other-1 cannot be replayed by engine ${trace.engine}` })}\n`,
    );
    expect(code).toBe(1);
  });

  it('exits with 2 for a line that is not a trace', async () => {
    const { code, output, messages } = await run(
      ['replay'],
      `nonsense\n${JSON.stringify({ query, entity })}\n`,
    );
    const missing = 'trace: must be an object with engine, listedName and steps';
    expect(output).toBe(`{"error":"the line is not JSON"}\n${JSON.stringify({ error: missing })}\n`);
    expect(messages).toBe(`line 1: the line is not JSON\nline 2: ${missing}\n`);
    expect(code).toBe(2);
  });
});
