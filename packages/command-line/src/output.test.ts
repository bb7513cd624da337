import { describe, expect, it } from 'vitest';
import { formatOf, render } from './output.ts';

const rows = [
  { id: 'a1', name: 'Shop', lists: ['PEP_CLASS_1', 'SANCTIONS'], limit: null },
  { id: 'b22', name: '=HYPERLINK("https://example.com")', lists: [], limit: 5 },
];

describe('the output of a command', () => {
  it('is aligned columns for people', () => {
    expect(render(rows, 'table')).toBe(
      [
        'id   name                               lists                   limit',
        'a1   Shop                               PEP_CLASS_1, SANCTIONS  -',
        'b22  =HYPERLINK("https://example.com")  none                    5',
        '',
      ].join('\n'),
    );
    expect(render([], 'table')).toBe('none\n');
  });

  it('indents groups and lists below their name', () => {
    const output = {
      status: 'review',
      findings: {
        faces: { score: 87.5 },
        signs: [
          { code: 'moire', strength: 2 },
          { code: 'frame', strength: 1 },
        ],
      },
      links: [],
      models: ['a@1', 'b@2'],
    };
    expect(render(output, 'table')).toBe(
      [
        'status    review',
        'findings',
        '  faces',
        '    score  87.5',
        '  signs',
        '    - code      moire',
        '      strength  2',
        '    - code      frame',
        '      strength  1',
        'links     none',
        'models    a@1, b@2',
        '',
      ].join('\n'),
    );
  });

  it('never lets stored text move the cursor or change the colours of the terminal', () => {
    expect(render({ name: 'Ada\u001b[31m\u202e\nMaasikas' }, 'table')).toBe(
      'name  Ada\\u001b[31m\\u202e\\nMaasikas\n',
    );
  });

  it('is RFC 4180 in CSV, with formulas made harmless', () => {
    expect(render(rows, 'csv')).toBe(
      [
        'id,name,lists,limit',
        'a1,Shop,"[""PEP_CLASS_1"",""SANCTIONS""]",',
        'b22,"\'=HYPERLINK(""https://example.com"")",[],5',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['a;=1+1;b', `"a;'=1+1;b"`],
    ['\r=1', `"'\r'=1"`],
    ['Costa; Lima', '"Costa; Lima"'],
  ])('keeps %j from being calculated where cells are separated by semicolons', (text, cell) => {
    expect(render([{ text }], 'csv')).toBe(`text\r\n${cell}\r\n`);
  });

  it('is one value per line in JSON lines, and a single value in JSON', () => {
    expect(render(rows, 'jsonl')).toBe(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    expect(JSON.parse(render(rows, 'json'))).toEqual(rows);
  });

  it('is rejected in a list format when there is no list', () => {
    expect(() => render({ outcome: 'resolved' }, 'csv')).toThrow(
      '--format csv: must be given to a command that prints a list',
    );
  });

  it.each([
    [{}, 'table'],
    [{ json: true }, 'json'],
    [{ format: 'json', json: true }, 'json'],
    [{ format: 'csv' }, 'csv'],
  ])('takes its form from %j', (options, format) => {
    expect(formatOf({ positionals: [], options })).toBe(format);
  });

  it.each([
    [{ format: 'xml' }, '--format: must be one of table, json, jsonl, csv, not xml'],
    [{ format: 'csv', json: true }, '--json: must not be given with --format csv'],
  ])('refuses %j', (options, message) => {
    expect(() => formatOf({ positionals: [], options })).toThrow(message);
  });
});
