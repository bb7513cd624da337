import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../../../tools/formatted.mjs';
import {
  clientFixtures,
  clientTypes,
  guidesWithExamples,
  typeOf,
  withExamples,
} from '../../tools/client-types.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

describe('what is written for the client library', () => {
  it.each([
    ['packages/client/src/wire.ts', clientTypes],
    ['packages/client/src/fixtures.ts', clientFixtures],
    ...guidesWithExamples.map((guide): [string, () => string] => [
      guide,
      () => withExamples(read(guide), read),
    ]),
  ])('%s is what the contract gives; otherwise run "npm run client-types"', async (name, write) => {
    const file = path.join(root, name);
    expect(read(name)).toBe(await formatted(file, write()));
  });
});

describe('the type of a schema', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ const: 'success' }, '"success"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ $ref: '#/components/schemas/WatchlistHit' }, 'WatchlistHit'],
    [{ type: 'object', properties: {} }, 'Record<string, unknown>'],
    [
      { type: 'object', patternProperties: { '^.*$': { type: 'number' } } },
      '{\n  [member: string]: number;\n}',
    ],
    [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' }, 'b-c': { type: 'boolean' } } },
      '{\n  a: string;\n  "b-c"?: boolean;\n}',
    ],
  ])('%j is %s', (schema, type) => {
    expect(typeOf(schema, 'answer')).toBe(type);
  });

  it('is open in answers, which later versions extend, and closed in requests, which are refused', () => {
    const schema = { type: 'string', enum: ['approved', 'declined'] };
    expect(typeOf(schema, 'answer')).toBe('"approved" | "declined" | (string & {})');
    expect(typeOf(schema, 'request')).toBe('"approved" | "declined"');
  });

  it('refuses a keyword that JSON has no type for', () => {
    expect(() => typeOf({ type: 'date' }, 'answer')).toThrow('type of a schema: must be one that JSON has');
  });
});
