import { describe, expect, it } from 'vitest';
import { parseFtm } from './ftm-entity.ts';
import { recordOf } from './ftm-record.ts';
import { scanRecord } from './ftm-scan.ts';

const person =
  '{"id":"inv-1","caption":"Tarvin Brennmark","schema":"Person","properties":{"name":["Tarvin Brennmark","Тарвин"],"notes":["Not read."],"topics":["sanction"],"alias":[]},"referents":["inv-0"],"datasets":["inv_b","inv_a"],"first_seen":null,"target":true}';

describe('reading a line without parsing it', () => {
  it('gives what is mapped of an entity', () => {
    expect(scanRecord(person)).toMatchObject({
      id: 'inv-1',
      schema: 'Person',
      caption: 'Tarvin Brennmark',
      referents: ['inv-0'],
      datasets: ['inv_b', 'inv_a'],
    });
    const { values } = scanRecord(person) ?? {};
    expect(Object.entries(values ?? {}).filter(([, texts]) => texts.length > 0)).toEqual([
      ['name', ['Tarvin Brennmark', 'Тарвин']],
      ['topics', ['sanction']],
    ]);
    expect(scanRecord(person)).toEqual(recordOf(parseFtm(person)));
  });

  it.each([
    ['a repeated id', '{"id":"a","id":"b","schema":"Person","properties":{}}', 'b'],
    ['a key that all objects have', '{"id":"c","schema":"Person","properties":{"__proto__":["x"]}}', 'c'],
    ['a repeated property', '{"id":"d","schema":"P","properties":{"name":["A"],"name":[]}}', 'd'],
  ])('agrees with a parse about %s', (_, line, id) => {
    expect(scanRecord(line)).toEqual(recordOf(parseFtm(line)));
    expect(scanRecord(line)?.id).toBe(id);
  });

  it.each([
    ['an escape', '{"id":"a","schema":"Person","properties":{"name":["A\\u0041"]}}'],
    ['a control character', '{"id":"a","schema":"Person","properties":{"name":["A\u0001"]}}'],
    ['a blank', '{"id": "a","schema":"Person","properties":{}}'],
    ['a number', '{"id":"a","schema":"Person","properties":{},"size":1}'],
    ['a text in place of a list', '{"id":"a","schema":"Person","properties":{"name":"A"}}'],
    ['a nested entity', '{"id":"a","schema":"Person","properties":{"name":[{"id":"b"}]}}'],
    ['repeated properties', '{"id":"a","schema":"Person","properties":{"name":["A"]},"properties":{}}'],
    ['no id', '{"schema":"Person","properties":{}}'],
    ['an empty schema', '{"id":"a","schema":"","properties":{}}'],
    ['no properties', '{"id":"a","schema":"Person"}'],
    ['something behind the end', '{"id":"a","schema":"Person","properties":{}}}'],
    ['a comma too many', '{"id":"a","schema":"Person","properties":{},}'],
    ['no end', '{"id":"a","schema":"Person","properties":{"name":["A"'],
    ['an unknown word', '{"id":"a","schema":"Person","properties":{},"target":truth}'],
    ['another value', '["id"]'],
    ['nothing', ''],
    ['a very long line', `{"id":"a","schema":"Person","properties":{"name":["${'x'.repeat(20_000)}"]}}`],
  ])('leaves a line with %s to a parse', (_, line) => {
    expect(scanRecord(line)).toBeNull();
  });
});
