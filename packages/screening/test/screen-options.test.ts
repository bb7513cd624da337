import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../../bin/countersign');
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

const listing = (source: string, programme: string | null = null) => ({
  list: 'SANCTIONS',
  source,
  sourceName: `List ${source}`,
  url: `https://lists.example.org/${source}`,
  programme,
});
const list = path.join(folder, 'house.jsonl');
writeFileSync(
  list,
  [
    { id: 'a', names: [{ text: 'Tarvin Brenmark' }], listings: [listing('one', 'EXAMPLE1'), listing('two')] },
    {
      id: 'b',
      names: [{ text: 'Tarvin Brennmark' }, { text: 'T. Brennmark', kind: 'alias' }],
      listings: [listing('two')],
      formerIds: ['b-old'],
      associates: [{ name: 'Ysolde Vale', relation: 'business partner' }],
    },
    { id: 'c', names: [{ text: 'Tarvin Oskeld Brenmark Veyra' }], listings: [listing('one')] },
    { id: 'd', names: [{ text: 'Tarvin Oskeld Strubin Veyra' }], listings: [listing('one')] },
  ]
    .map((record) => JSON.stringify(record))
    .join('\n'),
);

interface Hit {
  entityId: string;
  score: number;
  listings?: { source: string; programme: string | null; url: string }[];
  explanation?: { score: number; summary: string };
}
interface Answer {
  total: number;
  truncated: boolean;
  hits: Hit[];
  below?: { from: number; total: number; hits: Hit[] };
}

function screen(query: object, ...args: string[]): { answer: Answer; messages: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [program, 'screen', '--list', `native=${list}`, ...args],
    { input: JSON.stringify(query), encoding: 'utf8' },
  );
  return { answer: JSON.parse(stdout || 'null') as Answer, messages: stderr, code: status };
}

const idsOf = ({ hits }: Answer) => hits.map(({ entityId }) => entityId);

describe('screen', () => {
  it('leaves out entities by id, a former one as well, and keeps to its limit', () => {
    const query = { name: 'Tarvin Brenmark' };
    expect(idsOf(screen(query).answer)).toEqual(['a', 'b', 'c']);
    expect(screen(query, '--exclude', 'a', '--exclude', 'b-old').answer).toMatchObject({
      total: 1,
      hits: [{ entityId: 'c' }],
    });
    expect(screen(query, '--exclude', 'a', '--limit', '1').answer).toMatchObject({
      total: 2,
      truncated: true,
      hits: [{ entityId: 'b' }],
    });
    const threads = screen(query, '--exclude', 'a', '--workers', '2').answer;
    expect([threads.total, idsOf(threads)]).toEqual([2, ['b', 'c']]);
  });

  it('leaves out listings by their source, and entities without another one', () => {
    const { answer } = screen({ name: 'Tarvin Brenmark' }, '--exclude-source', 'two', '--details');
    expect(
      answer.hits.map(({ entityId, listings }) => [entityId, listings?.map(({ source }) => source)]),
    ).toEqual([
      ['a', ['one']],
      ['c', ['one']],
    ]);
  });

  it('adds details from the lists with --details', () => {
    const { answer } = screen({ name: 'Tarvin Brennmark' }, '--details');
    const [first] = answer.hits;
    expect(first).toMatchObject({
      entityId: 'b',
      schema: 'Person',
      formerIds: ['b-old'],
      deathDate: null,
      gender: null,
      aka: ['T. Brennmark'],
      associates: [{ name: 'Ysolde Vale', relation: 'business partner' }],
      positions: [],
      listings: [{ list: 'SANCTIONS', source: 'two', url: 'https://lists.example.org/two', programme: null }],
    });
  });

  it('adds the same explanation on one thread and on several', () => {
    const query = { name: 'Tarvin Brenmarc' };
    const [alone, threads] = [screen(query, '--explain'), screen(query, '--explain', '--workers', '2')];
    expect(alone.answer.hits[0]?.explanation?.score).toBe(alone.answer.hits[0]?.score);
    expect(alone.answer.hits[0]?.explanation?.summary).toMatch(/^The names agree except for/u);
    expect(threads.answer).toEqual(alone.answer);
  });

  it('counts and shows what is below the threshold, and changes nothing above it', () => {
    const query = { name: 'Tarvin Oskeld Brenmark Veyra' };
    const plain = screen(query, '--threshold', '80').answer;
    const { answer, messages } = screen(query, '--threshold', '80', '--below', '50');
    const { below, ...above } = answer;
    expect(above).toEqual(plain);
    expect(below?.from).toBe(50);
    expect(below?.hits.map(({ entityId }) => entityId)).toContain('d');
    expect(below?.hits.every(({ score }) => score >= 50 && score < 80)).toBe(true);
    expect(below?.total).toBe(below?.hits.length);
    expect(messages).toBe(
      `below the threshold of 80, from 50: ${String(below?.total)} hits of 1 of 1 names\n`,
    );
  });

  it.each([
    [['--below', '80'], '--below: must be a whole number from 0 to 79, not 80'],
    [['--below', '70', '--workers', '2'], '--below: must be given without --workers'],
    [
      ['--listen', '0', '--details'],
      '--listen: must be given without --stats, --workers, --details, --exclude, --exclude-source, --below',
    ],
  ])('refuses %j', (args, message) => {
    const { code, messages } = screen({ name: 'Ada' }, ...args);
    expect([code, messages]).toEqual([2, expect.stringContaining(message)]);
  });
});
