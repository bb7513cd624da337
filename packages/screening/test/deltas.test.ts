import { truncateSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import { changesBetween } from '../src/monitor/changes-between.ts';
import { applyDelta } from '../src/search/build/apply-delta.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { DeltaBuilder } from '../src/search/build/delta-builder.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { layered, type LayeredSnapshot } from '../src/snapshot/layered-snapshot.ts';
import { readSnapshot, RefusedSnapshot, writeSnapshot } from '../src/snapshot/snapshot-file.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import { invented } from './support/invented-entity.ts';
import { RandomLists } from './support/random-lists.ts';

const about = { engine: 'test', sources: [] };
const directory = mkdtempSync(path.join(tmpdir(), 'countersign-deltas-'));
afterAll(() => rmSync(directory, { recursive: true }));

const random = new RandomLists(4_711);
/** What entities look like before and after changes; ids are given apart. */
const looks = random.entities(60);
const ids = Array.from({ length: 30 }, (_, number) => `e-${number}`);
const idNumber = fc.integer({ min: 0, max: ids.length - 1 });
const anyEntity = fc
  .record({
    id: idNumber,
    look: fc.integer({ min: 0, max: looks.length - 1 }),
    former: fc.uniqueArray(idNumber, { maxLength: 2 }),
    listed: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ id, look, former, listed }): ListedEntity => {
    const like = looks[look] as ListedEntity;
    return {
      ...like,
      id: ids[id] as string,
      formerIds: former.filter((one) => one !== id).map((one) => ids[one] as string),
      listings: listed === 0 ? [] : like.listings,
    };
  });
const anyList = fc.uniqueArray(anyEntity, { selector: ({ id }) => id, minLength: 1, maxLength: 20 });
/** A list that keeps some of another as they are, in any order. */
const listAfter = (before: readonly ListedEntity[]): fc.Arbitrary<ListedEntity[]> =>
  fc
    .tuple(fc.shuffledSubarray([...before]), fc.array(anyEntity, { maxLength: 6 }), fc.boolean())
    .map(([kept, came, cameFirst]) => {
      const all = cameFirst ? [...came, ...kept] : [...kept, ...came];
      return [...new Map(all.map((entity) => [entity.id, entity])).values()];
    });

function deltaOf(base: Snapshot, entities: readonly ListedEntity[]): Snapshot | 'unchanged' | 'outgrown' {
  const builder = new DeltaBuilder(base, { mostChanged: 100 });
  for (const entity of entities) builder.add(entity);
  return builder.finish(about);
}

function stateOf(base: Snapshot, entities: readonly ListedEntity[]): LayeredSnapshot {
  const delta = deltaOf(base, entities);
  if (delta === 'outgrown') throw new Error('the delta is too large');
  return delta === 'unchanged' ? layered(base) : applyDelta(base, delta);
}

/**
 * An id that moved has one entity that follows it. Of several, the first that is looked at follows, in whole builds too: all of
 * them are among the changes, and only which of them is paired with the state before rests on the order.
 */
function withOneSuccessor(entities: readonly ListedEntity[]): ListedEntity[] {
  const taken = new Set(entities.map(({ id }) => id));
  return entities.map((entity) => {
    const formerIds = entity.formerIds.filter((id) => !taken.has(id));
    for (const id of formerIds) taken.add(id);
    return { ...entity, formerIds };
  });
}

/** What a state says of questions, without the id of the state. */
function answers(state: Snapshot | LayeredSnapshot): string[] {
  const screener = createIndexScreener(state);
  return questions.map(({ subject, options }) => {
    const { snapshot: _, ...result } = screener.screen(subject, options);
    return JSON.stringify(result);
  });
}
const questions = [5, 500, 1, 500, 500, 3, 500, 500].map((limit) => {
  const { subject, options } = random.question(looks);
  return { subject, options: { ...options, limit } };
});

const changesOf = (before: Snapshot | LayeredSnapshot, after: Snapshot | LayeredSnapshot): string[] =>
  [...changesBetween(before, after)].flatMap((change) => (change ? JSON.stringify(change) : [])).sort();

describe('a base with a delta', () => {
  test('answers as a whole build of the same entities, whatever came, changed and left, in whatever order', () => {
    let layers = 0;
    fc.assert(
      fc.property(
        anyList.chain((before) => fc.tuple(fc.constant(before), listAfter(before))),
        ([before, after]) => {
          const state = stateOf(buildSnapshot(before, about), after);
          layers += state.layers.length - 1;
          const whole = buildSnapshot(after, about);
          expect(answers(state)).toEqual(answers(whole));
          const [screener, expected] = [createIndexScreener(state), createIndexScreener(whole)];
          for (const id of ids) expect(screener.entity(id)).toEqual(expected.entity(id));
          const { entities, names } = whole.manifest;
          expect(state.manifest).toMatchObject({ entities, names });
        },
      ),
      // To its end, on a busy machine too: the deltas are counted.
      { numRuns: 60, interruptAfterTimeLimit: 200_000 },
    );
    expect(layers).toBeGreaterThan(30);
  });

  test('differs from another state by what two whole builds differ by', () => {
    fc.assert(
      fc.property(
        anyList.chain((before) =>
          fc.tuple(fc.constant(before), listAfter(before), listAfter(before), anyList),
        ),
        ([before, first, second, other]) => {
          const [base, foreign] = [buildSnapshot(before, about), buildSnapshot(other, about)];
          const lists = [withOneSuccessor(first), withOneSuccessor(second)];
          const states = lists.map((entities) => stateOf(base, entities));
          const wholes = lists.map((entities) => buildSnapshot(entities, about));
          const [one, two] = states as [LayeredSnapshot, LayeredSnapshot];
          const [wholeOne, wholeTwo] = wholes as [Snapshot, Snapshot];
          expect(changesOf(one, two)).toEqual(changesOf(wholeOne, wholeTwo));
          expect(changesOf(layered(base), two)).toEqual(changesOf(base, wholeTwo));
          expect(changesOf(one, wholeTwo)).toEqual(changesOf(wholeOne, wholeTwo));
          expect(changesOf(foreign, two)).toEqual(changesOf(foreign, wholeTwo));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('follows a state of the same base, and of another, with the answers of its own', () => {
    const [one, two, three] = [looks.slice(0, 20), looks.slice(2, 24), looks.slice(30)];
    const base = buildSnapshot(one, about);
    const other = layered(buildSnapshot(three, about));
    const state = stateOf(base, two);
    const first = createIndexScreener(layered(base));
    const screeners = [
      first.over(state),
      first.over(other).over(state),
      first.over(state).over(layered(base)),
    ];
    const found = screeners.map((screener) =>
      questions.map(({ subject, options }) => screener.screen(subject, options).hits),
    );
    const expected = [two, two, one].map((entities) => {
      const screener = createIndexScreener(buildSnapshot(entities, about));
      return questions.map(({ subject, options }) => screener.screen(subject, options).hits);
    });
    // Traces name their state.
    const bare = (hits: unknown): string => JSON.stringify(hits).replaceAll(/"snapshot":"[^"]*"/gu, '');
    expect(found.map(bare)).toEqual(expected.map(bare));
    expect(found.flat().flat().length).toBeGreaterThan(0);
  });
});

describe('a delta', () => {
  const person = (id: string, text: string): ListedEntity =>
    invented({ id, names: [{ text, kind: 'primary' }], contentHash: text });
  const base = buildSnapshot([person('a', 'Marekko Dolvan'), person('b', 'Ilvan Strubin')], about);
  const changed = [person('a', 'Marekko Dolvan'), person('b', 'Oskeld Brenmark')];

  test('holds what is other than in its base and nothing else', () => {
    const delta = deltaOf(base, changed) as Snapshot;
    expect(delta.manifest).toMatchObject({
      entities: 1,
      delta: { base: base.manifest.id, gone: [1], state: { entities: 2, names: 2, engine: 'test' } },
    });
  });

  test('is none where everything is as it was, in another order too', () => {
    expect(deltaOf(base, [person('b', 'Ilvan Strubin'), person('a', 'Marekko Dolvan')])).toBe('unchanged');
  });

  test('takes the later of two records with one id', () => {
    const [old, young] = [person('a', 'Marekko Dolvan'), person('a', 'Tarvin Veyra')];
    const rest = person('b', 'Ilvan Strubin');
    expect(stateOf(base, [old, young, rest]).manifest.id).toBe(stateOf(base, [young, rest]).manifest.id);
    expect(deltaOf(base, [young, old, rest])).toBe('unchanged');
  });

  test('is outgrown by more changes, or more that left, than it may have', () => {
    const builders = [1, 1].map((mostChanged) => new DeltaBuilder(base, { mostChanged }));
    const [came, left] = builders as [DeltaBuilder, DeltaBuilder];
    expect([came.add(person('c', 'Tarvin Veyra')), came.add(person('d', 'Emrys Veyra'))]).toEqual([
      true,
      false,
    ]);
    expect([came.finish(about), left.finish(about)]).toEqual(['outgrown', 'outgrown']);
  });

  test('gives the same state on every machine: its id is of base and content', () => {
    const again = buildSnapshot([person('a', 'Marekko Dolvan'), person('b', 'Ilvan Strubin')], about);
    expect(stateOf(again, changed).manifest.id).toBe(stateOf(base, changed).manifest.id);
    expect(stateOf(base, changed).manifest.id).toMatch(/^[0-9a-f]{32}$/u);
    expect(stateOf(base, changed).manifest.id).not.toBe(base.manifest.id);
  });

  test('is read back from its file as it was written', () => {
    const file = path.join(directory, 'whole.delta');
    writeSnapshot(deltaOf(base, changed) as Snapshot, file);
    expect(applyDelta(base, readSnapshot(file)).manifest).toEqual(stateOf(base, changed).manifest);
  });

  test('is nothing to screen with by itself', () => {
    const alone = deltaOf(base, changed) as Snapshot;
    expect(() => createIndexScreener(alone)).toThrow(
      /^The file is a delta, nothing without snapshot [0-9a-f]{32}\.$/u,
    );
  });

  test('leaves its base as it was', () => {
    stateOf(base, changed);
    expect(createIndexScreener(base).entity('b')?.names[0]?.text).toBe('Ilvan Strubin');
  });

  test.each<[string, (delta: Snapshot) => [Snapshot, Snapshot], RegExp]>([
    [
      'of another base',
      (delta) => [buildSnapshot([person('a', 'Marekko Dolvan')], about), delta],
      /^The delta is for base [0-9a-f]{32}, not for [0-9a-f]{32}\.$/u,
    ],
    [
      'of another engine',
      (delta) => [base, { ...delta, manifest: { ...delta.manifest, engine: 'next' } }],
      /^The delta is of engine next, its base of test\.$/u,
    ],
    ['that is none', () => [base, base], /^The file is a whole snapshot and no delta\.$/u],
    [
      'that removes what its base does not have',
      (delta) => [base, withGone(delta, [0, 2])],
      /^The delta removes entity 2, which its base does not have\.$/u,
    ],
    [
      'that removes others than it was made for',
      (delta) => [base, withGone(delta, [0])],
      /^The delta has another content than its id names\.$/u,
    ],
    [
      'with entities of another one',
      (delta) => [
        base,
        { ...(deltaOf(base, [person('a', 'Emrys Veyra')]) as Snapshot), manifest: delta.manifest },
      ],
      /^The delta has another content than its id names\.$/u,
    ],
  ])('%s is refused', (_, made, message) => {
    const [under, delta] = made(deltaOf(base, changed) as Snapshot);
    expect(() => applyDelta(under, delta)).toThrow(RefusedSnapshot);
    expect(() => applyDelta(under, delta)).toThrow(message);
  });

  test('is refused when its file is cut short or damaged anywhere', () => {
    const file = path.join(directory, 'damaged.delta');
    const delta = deltaOf(base, changed) as Snapshot;
    writeSnapshot(delta, file);
    const bytes = readFileSync(file);
    for (const size of [0, 63, 64, 500, bytes.length - 1]) {
      writeFileSync(file, bytes);
      truncateSync(file, size);
      expect(() => readSnapshot(file)).toThrow(RefusedSnapshot);
    }
    // The manifest, which names base and what left, begins behind the header.
    const damaged = Buffer.from(bytes);
    damaged[80] = (damaged[80] as number) ^ 1;
    writeFileSync(file, damaged);
    expect(() => readSnapshot(file)).toThrow('Section manifest has a wrong checksum.');
  });
});

function withGone(delta: Snapshot, gone: number[]): Snapshot {
  const before = delta.manifest.delta;
  if (!before) throw new Error('not a delta');
  return { ...delta, manifest: { ...delta.manifest, delta: { ...before, gone } } };
}
