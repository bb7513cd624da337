import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindOfSchema } from '../src/names/kind-of-schema.ts';
import { prepareName } from '../src/names/prepare-name.ts';
import { scoreNames } from '../src/score/score-names.ts';
import { schemata, type Schema } from '../src/model/screening-types.ts';

interface Case {
  category: string;
  schema: Schema;
  name: string;
  listed: string;
  band: string;
  open: boolean;
}

const bands: Readonly<Record<string, (score: number) => boolean>> = {
  same: (score) => score >= 9_000,
  review: (score) => score >= 8_000,
  weak: (score) => score >= 7_000 && score < 8_000,
  different: (score) => score < 7_000,
};

const cases: Case[] = readFileSync(new URL('curated-pairs.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [category = '', schemaText = '', name = '', listed = '', band = '', mark] = line.split('\t');
    const schema = schemata.find((known) => known === schemaText);
    if (schema === undefined || !(band in bands)) throw new Error(`"${line}" is no case`);
    return { category, schema, name, listed, band, open: mark === 'open' };
  });

function scoreOf({ schema, name, listed }: Case): number {
  const kind = kindOfSchema(schema);
  return scoreNames(prepareName(name, kind), prepareName(listed, kind)).nameScore;
}

/** Cases outside their band, as a person would want to read them. */
function failuresOf(some: readonly Case[]): string[] {
  return some.flatMap((one) => {
    const score = scoreOf(one);
    return bands[one.band]?.(score) ? [] : [`${one.name} | ${one.listed}: ${score / 100}, not ${one.band}`];
  });
}

describe('pairs that a careful person finds obvious', () => {
  const categories = [...new Set(cases.map(({ category }) => category))];

  it('are many', () => expect(cases.length).toBeGreaterThanOrEqual(200));

  it.each(categories)('%s', (category) => {
    expect(failuresOf(cases.filter((one) => one.category === category && !one.open))).toEqual([]);
  });
});
