import { array, assert as assertProperty, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import type { Screener } from '../src/model/screener.ts';
import {
  applyDelta,
  isOutgrown,
  layered,
  mergeLayers,
  WrongDelta,
  type LayeredSnapshot,
} from '../src/search/apply-delta.ts';
import { buildSnapshot } from '../src/search/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { createLayeredScreener } from '../src/search/layered-screener.ts';
import { RandomLists } from './support/random-lists.ts';

const about = { engine: 'test', sources: [] };
const random = new RandomLists(4_711);
/** What entities look like before and after changes; ids are given apart. */
const looks = random.entities(60);
const ids = Array.from({ length: 30 }, (_, number) => `e-${number}`);
const idNumber = integer({ min: 0, max: ids.length - 1 });

const entity = ({ id, look, former }: { id: number; look: number; former: number[] }): ListedEntity => ({
  ...(looks[look] as ListedEntity),
  id: ids[id] as string,
  formerIds: former.filter((one) => one !== id).map((one) => ids[one] as string),
});
const anyEntity = record({
  id: idNumber,
  look: integer({ min: 0, max: looks.length - 1 }),
  former: uniqueArray(idNumber, { maxLength: 2 }),
}).map(entity);
const change = record({
  changed: array(anyEntity, { maxLength: 6 }),
  removed: array(
    idNumber.map((id) => ids[id] as string),
    { maxLength: 4 },
  ),
});
interface Change {
  changed: ListedEntity[];
  removed: string[];
}

/** What a change means: who was removed, replaced or merged leaves; then those who came enter behind all others. */
function changed(state: Map<string, ListedEntity>, { changed: entering, removed }: Change): void {
  for (const id of removed) state.delete(id);
  for (const { id, formerIds } of entering) for (const one of [id, ...formerIds]) state.delete(one);
  for (const one of entering) state.set(one.id, one);
}

function after(base: readonly ListedEntity[], changes: readonly Change[]): [LayeredSnapshot, ListedEntity[]] {
  let layers = layered(buildSnapshot(base, about));
  const state = new Map(base.map((one) => [one.id, one]));
  for (const each of changes) {
    layers = applyDelta(layers, { from: layers.manifest.id, ...about, ...each });
    changed(state, each);
  }
  return [layers, [...state.values()]];
}

const screenerOf = ({ manifest, layers }: LayeredSnapshot): Screener =>
  createLayeredScreener({ id: manifest.id, layers });

describe('deltas', () => {
  test('give the same bytes as a full build of the final state, whatever happened', () => {
    const questions = Array.from({ length: 8 }, () => random.question(looks));
    assertProperty(
      property(
        array(anyEntity, { minLength: 1, maxLength: 20 }),
        array(change, { maxLength: 6 }),
        (base, changes) => {
          const [layers, state] = after([...new Map(base.map((one) => [one.id, one])).values()], changes);
          const full = buildSnapshot(state, about);
          const expected = createIndexScreener(full);
          const screener = screenerOf(layers);
          for (const { subject, options } of questions) {
            const wanted = { ...expected.screen(subject, options), snapshot: layers.manifest.id };
            expect(JSON.stringify(screener.screen(subject, options))).toBe(JSON.stringify(wanted));
          }
          for (const id of ids) expect(screener.entity(id)).toEqual(expected.entity(id));
          expect(layers.manifest).toMatchObject({ entities: state.length, names: full.manifest.names });
          // The id is a digest of all sections.
          expect(mergeLayers(layers).manifest).toEqual(full.manifest);
        },
      ),
      { numRuns: 30, seed: 20_262 },
    );
  }, 120_000);

  test('cut hits of all layers together at the limit', () => {
    const [like] = looks;
    if (!like) throw new Error('no look');
    const people = Array.from({ length: 8 }, (_, number) => ({ ...like, id: `p-${number}`, formerIds: [] }));
    const [layers] = after(people.slice(0, 4), [{ changed: people.slice(4), removed: ['p-1'] }]);
    const { subject, options } = {
      subject: { schema: like.schema, name: like.names[0]?.text ?? '' },
      options: { ...random.question(looks).options, lists: like.listings.map(({ list }) => list) },
    };
    const result = screenerOf(layers).screen(subject, {
      ...options,
      exactMatch: false,
      excludeDeceased: false,
      countries: [],
      matchThreshold: 80,
      limit: 5,
    });
    expect(result.hits.map(({ entityId }) => entityId)).toEqual(['p-0', 'p-2', 'p-3', 'p-4', 'p-5']);
    expect(result).toMatchObject({ total: 7, truncated: true });
  });

  test('leave the state before as it was', () => {
    const [one, two] = looks.map((look, number) => ({ ...look, id: `p-${number}`, formerIds: [] }));
    if (!one || !two) throw new Error('no look');
    const before = layered(buildSnapshot([one], about));
    const next = applyDelta(before, {
      from: before.manifest.id,
      changed: [two],
      removed: [one.id],
      ...about,
    });
    expect(screenerOf(before).entity(one.id)).toEqual(one);
    expect(screenerOf(next).entity(one.id)).toBeNull();
  });

  test('are named by base, level and content', () => {
    const base = layered(buildSnapshot(looks.slice(0, 3), about));
    const next = applyDelta(base, { from: base.manifest.id, changed: [], removed: ['inv-0'], ...about });
    const other = applyDelta(base, { from: base.manifest.id, changed: [], removed: ['inv-1'], ...about });
    expect(next.manifest.id).toMatch(new RegExp(`^${base.manifest.id}\\+1\\.[0-9a-f]{12}$`, 'u'));
    expect(other.manifest.id).not.toBe(next.manifest.id);
    expect(next.level).toBe(1);
  });

  test('are refused when one before them is missing', () => {
    const base = layered(buildSnapshot(looks.slice(0, 3), about));
    const delta = { from: base.manifest.id, changed: [], removed: ['inv-0'], ...about };
    const next = applyDelta(base, delta);
    expect(() => applyDelta(next, delta)).toThrow(WrongDelta);
  });

  test('are refused by lists that another engine built', () => {
    const base = layered(buildSnapshot(looks.slice(0, 3), about));
    const delta = { from: base.manifest.id, changed: [], removed: ['inv-0'], sources: [], engine: 'next' };
    expect(() => applyDelta(base, delta)).toThrow(WrongDelta);
  });

  test('outgrow a base when more than a twentieth of it came', () => {
    const people = looks.map((look, number) => ({ ...look, id: `p-${number}`, formerIds: [] }));
    const base = people.slice(0, 40);
    expect(isOutgrown(after(base, [{ changed: people.slice(40, 42), removed: [] }])[0])).toBe(false);
    expect(isOutgrown(after(base, [{ changed: people.slice(40, 43), removed: [] }])[0])).toBe(true);
  });
});
