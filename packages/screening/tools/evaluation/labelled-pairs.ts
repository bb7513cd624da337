import { foldKey } from '../../src/tables/fold-key.ts';
import { alterations } from './alterations.ts';
import type { DevelopmentEntity } from './development-lists.ts';
import { numberOf, SeededRandom } from './seeded-random.ts';

/** Two names, whether they are one entity's, and why the pair is in the set. */
export interface LabelledPair {
  kind: DevelopmentEntity['kind'];
  category: string;
  first: string;
  second: string;
  same: boolean;
}

const mostAliases = 4;
const mostStrangers = 3;
const latinOnly = /^[\p{sc=Latin}\p{N}\p{P}\p{M}\s]+$/u;

function wordsOf(name: string): string[] {
  return foldKey(name)
    .split(' ')
    .filter((word) => word.length > 3);
}

/** A name as a customer would write it: "LAST, First" of a person turned. */
export function naturalOrder({ kind }: DevelopmentEntity, name: string): string {
  const [last = '', first] = name.split(', ');
  return kind === 'person' && first !== undefined ? `${first} ${last}` : name;
}

/** Names of one entity: aliases, in one script or two. Whether each pair looks alike plays no role: that is the task. */
export function aliasPairs(entities: readonly DevelopmentEntity[]): LabelledPair[] {
  const pairs: LabelledPair[] = [];
  for (const entity of entities) {
    const [primary = '', ...aliases] = entity.names;
    for (const alias of aliases.slice(0, mostAliases)) {
      const known = new Set(wordsOf(primary));
      const related = wordsOf(alias).some((word) => known.has(word));
      const category = latinOnly.test(alias)
        ? related
          ? 'aliases sharing a word'
          : 'other aliases'
        : 'other script';
      pairs.push({
        kind: entity.kind,
        category,
        first: naturalOrder(entity, alias),
        second: primary,
        same: true,
      });
    }
  }
  return pairs;
}

/** Names altered as the random stream decides, each against the name it was. */
export function alteredPairs(entities: readonly DevelopmentEntity[]): LabelledPair[] {
  const pairs: LabelledPair[] = [];
  for (const entity of entities) {
    const random = new SeededRandom(numberOf(entity.id));
    const name = entity.names[0] ?? '';
    const [category, alter] = random.pick(Object.entries(alterations));
    const first = alter(naturalOrder(entity, name), random);
    if (first !== null) pairs.push({ kind: entity.kind, category, first, second: name, same: true });
  }
  return pairs;
}

/** Different entities that share a word of their names; no pair of which one name's words are all in the other's. */
export function strangerPairs(entities: readonly DevelopmentEntity[]): LabelledPair[] {
  const holders = new Map<string, DevelopmentEntity[]>();
  for (const entity of entities)
    for (const word of new Set(wordsOf(entity.names[0] ?? ''))) {
      const list = holders.get(word);
      if (list) list.push(entity);
      else holders.set(word, [entity]);
    }
  const pairs: LabelledPair[] = [];
  for (const entity of entities) {
    const random = new SeededRandom(numberOf(`${entity.id} strangers`));
    const name = entity.names[0] ?? '';
    const own = new Set(wordsOf(name));
    for (let count = 0; count < mostStrangers && own.size > 0; count += 1) {
      const other = random.pick(holders.get(random.pick([...own])) ?? [entity]);
      const words = wordsOf(other.names[0] ?? '');
      const left = words.filter((word) => !own.has(word));
      const missing = [...own].filter((word) => !words.includes(word));
      if (other === entity || other.kind !== entity.kind || left.length === 0 || missing.length === 0)
        continue;
      if (listOf(entity) !== listOf(other) || sharesName(entity, other)) continue;
      const first = naturalOrder(other, other.names[0] ?? '');
      pairs.push({
        kind: entity.kind,
        category: 'strangers sharing a word',
        first,
        second: name,
        same: false,
      });
    }
  }
  return pairs;
}

/** Two lists may hold one person twice: strangers are taken from one list. */
function listOf({ id }: DevelopmentEntity): string {
  return id.slice(0, id.indexOf('-'));
}

function sharesName(one: DevelopmentEntity, other: DevelopmentEntity): boolean {
  const keys = new Set(one.names.map((name) => wordsOf(name).sort().join(' ')));
  return other.names.some((name) => keys.has(wordsOf(name).sort().join(' ')));
}

/** Pairs of entities drawn at random. */
export function randomPairs(entities: readonly DevelopmentEntity[]): LabelledPair[] {
  return entities.flatMap((entity) => {
    const other = new SeededRandom(numberOf(`${entity.id} random`)).pick(entities);
    if (other === entity || other.kind !== entity.kind) return [];
    const first = naturalOrder(other, other.names[0] ?? '');
    return [{ kind: entity.kind, category: 'random', first, second: entity.names[0] ?? '', same: false }];
  });
}
