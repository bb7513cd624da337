import { prepareName } from '../../src/names/prepare-name.ts';
import type { TokenClass } from '../../src/model/prepared-name.ts';
import type { DevelopmentEntity } from './development-lists.ts';
import { naturalOrder, type LabelledPair } from './labelled-pairs.ts';
import { numberOf, SeededRandom } from './seeded-random.ts';

const shortestWord = 4;
const [leastWords, mostWords] = [2, 6];

const plainWord = /^\p{sc=Latin}+$/u;

function wordsOf(entity: DevelopmentEntity): string[] {
  return naturalOrder(entity, entity.names[0] ?? '').split(/[\s-]+/u);
}

function isReplaceable(word: string): boolean {
  return word.length >= shortestWord && plainWord.test(word);
}

/** Every name with one of its words replaced by one of another entity's: a relative, a neighbour, a sister company. */
export function replacedPairs(entities: readonly DevelopmentEntity[]): LabelledPair[] {
  return entities.flatMap((entity) => {
    const random = new SeededRandom(numberOf(`${entity.id} replaced`));
    const words = wordsOf(entity);
    const places = words.flatMap((word, place) => (isReplaceable(word) ? [place] : []));
    if (words.length < leastWords || words.length > mostWords || places.length === 0) return [];
    const at = random.pick(places);
    const other = random.pick(entities);
    const others = wordsOf(other).filter((word) => isReplaceable(word) && !words.includes(word));
    if (other.kind !== entity.kind || others.length === 0) return [];
    const replaced = words.with(at, random.pick(others)).join(' ');
    const category = `one of ${String(words.length)} words replaced`;
    return [{ kind: entity.kind, category, first: replaced, second: words.join(' '), same: false }];
  });
}

/** Names of organisations with a word of this class replaced by another one of the class: another trade, another country. */
function classPairs(
  entities: readonly DevelopmentEntity[],
  { wanted, category }: { wanted: TokenClass; category: string },
): LabelledPair[] {
  const placed = entities
    .filter(({ kind }) => kind === 'organisation')
    .map((entity) => {
      const raw = entity.names[0] ?? '';
      const tokens = prepareName(raw, 'organisation').tokens.filter(
        (token) => token.class === wanted && plainWord.test(raw.slice(token.start, token.end)),
      );
      return { entity, raw, tokens };
    })
    .filter(({ tokens }) => tokens.length > 0);
  return placed.flatMap(({ entity, raw, tokens }) => {
    const random = new SeededRandom(numberOf(`${entity.id} ${wanted}`));
    const token = random.pick(tokens);
    const other = random.pick(placed);
    const word = random.pick(other.tokens);
    // The same word in another spelling would be no other trade.
    if (word.text.slice(0, 3) === token.text.slice(0, 3)) return [];
    const first = raw.slice(0, token.start) + other.raw.slice(word.start, word.end) + raw.slice(token.end);
    return [{ kind: 'organisation' as const, category, first, second: raw, same: false }];
  });
}

/** Organisations of one brand with another trade, and with another country or city. */
export function siblingPairs(entities: readonly DevelopmentEntity[]): LabelledPair[] {
  return [
    ...classPairs(entities, { wanted: 'organisation', category: 'another trade' }),
    ...classPairs(entities, { wanted: 'place', category: 'another place' }),
  ];
}
