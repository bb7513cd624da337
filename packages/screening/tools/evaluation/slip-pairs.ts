import type { DevelopmentEntity } from './development-lists.ts';
import { naturalOrder, type LabelledPair } from './labelled-pairs.ts';
import { numberOf, SeededRandom } from './seeded-random.ts';

type Change = (words: readonly string[], random: SeededRandom) => readonly string[] | null;

const plainWord = /^\p{sc=Latin}{2,}$/u;
const filiation = /^(?:bin|ibn|ben)$/iu;
const servant = /^abd(?:[aeou]{0,2}[lrsnztd]?h?)$/iu;

function isPlain(word: string | undefined): boolean {
  return word !== undefined && plainWord.test(word);
}

function placesOf(words: readonly string[], wanted: (word: string, place: number) => boolean): number[] {
  return words.flatMap((word, place) => (wanted(word, place) ? [place] : []));
}

/** A blank one letter further to the left or right. */
const movedBlank: Change = (words, random) => {
  const places = placesOf(words, (word, place) => isPlain(word) && isPlain(words[place + 1]));
  if (places.length === 0) return null;
  const at = random.pick(places);
  const [first = '', second = ''] = words.slice(at, at + 2);
  const [head, tail] =
    random.below(2) === 0
      ? [first.slice(0, -1), first.slice(-1) + second]
      : [first + second.slice(0, 1), second.slice(1)];
  return [...words.slice(0, at), head, tail, ...words.slice(at + 2)];
};

/** A letter doubled in a word of two or three letters, or two neighbours swapped in one of three. */
const shortSlip: Change = (words, random) => {
  const places = placesOf(words, (word) => isPlain(word) && word.length <= 3);
  if (places.length === 0) return null;
  const at = random.pick(places);
  const word = words[at] ?? '';
  const doubles = word.length < 3 || random.below(2) === 0;
  const slip = doubles
    ? word.slice(0, 1) + word.slice(0, 1).toLowerCase() + word.slice(1)
    : word.slice(0, 1) + word.slice(2) + word.slice(1, 2);
  return slip.toLowerCase() === word.toLowerCase() ? null : words.with(at, slip);
};

/** *Son of* in another spelling. */
const otherFiliation: Change = (words, random) => {
  const places = placesOf(words, (word) => filiation.test(word));
  if (places.length === 0) return null;
  const at = random.pick(places);
  return words.with(at, words[at]?.toLowerCase() === 'bin' ? 'ibn' : 'bin');
};

/** Father and son: the names before and behind *son of* change places. */
const swappedParents: Change = (words) => {
  const at = words.findIndex((word) => filiation.test(word));
  const [child, parent] = [words[at - 1], words[at + 1]];
  if (!isPlain(child) || !isPlain(parent) || child?.toLowerCase() === parent?.toLowerCase()) return null;
  return words.with(at - 1, parent ?? '').with(at + 1, child ?? '');
};

function withNameOf(other: DevelopmentEntity): Change {
  const [name] = wordsOf(other);
  return (words, random) => {
    const places = placesOf(words, (word) => servant.test(word));
    if (places.length === 0 || name === undefined || name.length < 4 || words.includes(name)) return null;
    return words.with(random.pick(places), name);
  };
}

function wordsOf(entity: DevelopmentEntity): string[] {
  return naturalOrder(entity, entity.names[0] ?? '').split(/[\s-]+/u);
}

/** Names of people with slips at blanks and in short words, which stay theirs, and names of their relatives. */
export function slipPairs(entities: readonly DevelopmentEntity[]): LabelledPair[] {
  const people = entities.filter(({ kind }) => kind === 'person');
  return people.flatMap((entity) => {
    const words = wordsOf(entity);
    const random = new SeededRandom(numberOf(`${entity.id} slips`));
    const changes: readonly (readonly [category: string, same: boolean, change: Change])[] = [
      ['blank moved', true, movedBlank],
      ['slip in a short word', true, shortSlip],
      ['another spelling of bin', true, otherFiliation],
      ['child and parent swapped', false, swappedParents],
      ['a name in place of abd', false, withNameOf(random.pick(people))],
    ];
    return changes.flatMap(([category, same, change]) => {
      const changed = words.length < 2 ? null : change(words, random);
      const second = words.join(' ');
      return changed === null
        ? []
        : [{ kind: entity.kind, category, first: changed.join(' '), second, same }];
    });
  });
}
