import { type TSchema, Type } from 'typebox';
import { expect, it } from 'vitest';
import { captureFindings } from './picture.ts';
import { partFailure, pictureFindings } from './picture-findings.ts';

type Schema = Record<string, unknown>;

/** Paths at which a schema allows unbounded values. */
function unboundedIn(schema: TSchema): string[] {
  return walk(schema as unknown as Schema, []);
}

function walk(schema: Schema, path: string[]): string[] {
  const fault = isBounded(schema) ? [] : [path.join('/') || 'the whole'];
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const inner: [string, Schema][] = [
    ...members,
    ...[schema['items'] ?? []].flat().map((item, index): [string, Schema] => [String(index), item as Schema]),
    ...((schema['anyOf'] ?? []) as Schema[]).map((branch): [string, Schema] => ['', branch]),
  ];
  return [...fault, ...inner.flatMap(([name, item]) => walk(item, name === '' ? path : [...path, name]))];
}

function isBounded(schema: Schema): boolean {
  if ('enum' in schema || 'const' in schema || 'anyOf' in schema) return true;
  switch (schema['type']) {
    case 'object':
      return schema['additionalProperties'] === false;
    case 'array':
      return 'maxItems' in schema || schema['additionalItems'] === false;
    case 'string':
      return 'maxLength' in schema || /^\^(?!.*[*+]).*\$$/.test(String(schema['pattern']));
    case 'number':
    case 'integer':
      return 'minimum' in schema && 'maximum' in schema;
    default:
      return schema['type'] === 'boolean' || schema['type'] === 'null';
  }
}

it.each([
  ['findings', pictureFindings],
  ['findings of a capture', captureFindings],
  ['a failure', partFailure],
])('%s have bounds in every member', (_, schema) => {
  expect(unboundedIn(schema)).toEqual([]);
});

it('a member without bounds is detected', () => {
  const schema = Type.Object(
    {
      text: Type.String(),
      pattern: Type.String({ pattern: '^a+$' }),
      number: Type.Number({ minimum: 0 }),
      list: Type.Array(Type.Object({ any: Type.Unknown() }), { maxItems: 1 }),
      ends: Type.String({ pattern: '^a{1,3}$' }),
    },
    { additionalProperties: false },
  );
  expect(unboundedIn(schema)).toEqual(['text', 'pattern', 'number', 'list/0', 'list/0/any']);
});
