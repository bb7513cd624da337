import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../bench/filler-names.ts';
import type { ListedEntity, ListedName } from '../src/model/listed-entity.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { sectionNames, type SectionName } from '../src/snapshot/sections.ts';
import { invented } from './support/invented-entity.ts';
import { RandomLists } from './support/random-lists.ts';
import { sectionDigests } from './support/section-digests.ts';

const about = { engine: 'test', sources: [] };
const ofNames: readonly SectionName[] = sectionNames.filter((name) =>
  /^(?:token|key|name|post)\./u.test(name),
);

/** Means nothing, and has a name cut letter by letter and prepared word by word. */
const invisible = '\u200b';

function expectAsPrepared(entities: readonly ListedEntity[]): void {
  const prepared = entities.map((entity) => ({
    ...entity,
    names: entity.names.map((name): ListedName => ({ ...name, text: name.text + invisible })),
  }));
  expect(sectionDigests(buildSnapshot(entities, about), ofNames)).toEqual(
    sectionDigests(buildSnapshot(prepared, about), ofNames),
  );
}

/** Words of the tables that names of people are read by, and words one letter away. */
function tableWords(): string[] {
  const tables = path.resolve(import.meta.dirname, '../tables');
  const files =
    'titles titles-ambiguous particles suffixes clerical-marks name-roles name-groups numerals legal-forms places'
      .split(' ')
      .map((name) => readFileSync(path.join(tables, `${name}.txt`), 'utf8'));
  const words = new Set(files.flatMap((text) => text.toLowerCase().match(/[a-z]+/gu) ?? []));
  return [...words].flatMap((word) => [word, word.slice(0, 3) + word.slice(4), word + word.slice(-1)]);
}

describe('an index of names that need not be prepared', () => {
  test('is that of the prepared names', () => {
    expectAsPrepared(new RandomLists(41).entities(1_000));
  });

  test('whatever words they have', () => {
    const random = randomFrom(7);
    const words = tableWords();
    const word = (): string => {
      const text = words[Math.floor(random() * words.length)] ?? '';
      const way = random();
      return way < 0.6 ? text.charAt(0).toUpperCase() + text.slice(1) : way < 0.8 ? text.toUpperCase() : text;
    };
    const text = (): string =>
      Array.from({ length: 1 + Math.floor(random() * 4) }, word).join(random() < 0.9 ? ' ' : '-');
    const entities = Array.from({ length: 5_000 }, (_, at) =>
      invented({ id: `inv-${at}`, names: [{ text: text(), kind: 'primary' }] }),
    );
    expectAsPrepared(entities);
  });

  test('has a name once that is written with another letter or blank', () => {
    const names = ['Zoe Dolvan', 'Zoë Dolvan', 'ZOE  DOLVAN', 'Zoe-Dolvan', 'Zoe Dolvan Marek'];
    const entity = invented({ id: 'zoe', names: names.map((text) => ({ text, kind: 'alias' as const })) });
    const turned = { ...entity, names: entity.names.toReversed() };
    expect(buildSnapshot([entity], about).manifest.names).toBe(2);
    expect(buildSnapshot([turned], about).manifest.names).toBe(2);
  });
});
