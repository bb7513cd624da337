import { givenNames, surnameParticles, surnames } from './name-tables.ts';
import { nameSimilarity } from './names.ts';
import type { SuppliedPerson } from '../session-data.ts';

/** Given names and surnames of a name printed as one text. */
export interface SplitName {
  firstName: string;
  lastName: string;
  /** The clue that located the beginning of the surnames. */
  by: 'client' | 'parents' | 'lines' | 'tables';
}

/** Clues to where the surnames begin in a whole name; given names come first. */
export interface SplitHints {
  /** As printed, lines separated by line feeds. */
  text: string;
  /** Names of the parents as printed, one per line; `null` if the document has none. */
  parents: string | null;
  /** The client's data; `null` to ignore it. */
  person: SuppliedPerson | null;
}

/** Possible numbers of words before the surnames, according to one clue. */
type Places = readonly number[];

/**
 * Splits a whole name: by the client's names, otherwise by the parents' surnames, a line that ends early, and tables of names,
 * among the places that the client's names allow.
 * @returns `null` if there is no clue, or two clues differ: the name then stays whole
 * @see spec/contract.md A-141
 */
export function splitName(name: string, { text, parents, person }: SplitHints): SplitName | null {
  const words = name.split(/\s+/).filter(Boolean);
  const all = words.slice(1).map((_, at) => at + 1);
  const fitting = person ? placesOfClient(words, all, person) : all;
  if (person && isSplit(person) && fitting.length === 1) return partedAt(words, fitting[0] ?? 1, 'client');
  // A client that sent a different name gives no clue.
  const allowed = fitting.length > 0 ? fitting : all;
  const clues: [SplitName['by'], number | null][] = [
    ['parents', parents === null ? null : placeOfParents(words, parents)],
    ['lines', placeOfLines(words, text)],
    ['tables', placeOfTables(words)],
  ];
  const open = clues.filter(([, place]) => place !== null && allowed.includes(place));
  const [clue] = open;
  const agree = open.every(([, place]) => place === clue?.[1]);
  return clue && agree ? partedAt(words, clue[1] ?? 1, clue[0]) : null;
}

const isSplit = ({ firstName, lastName }: SuppliedPerson): boolean =>
  firstName !== undefined || lastName !== undefined;

function partedAt(words: readonly string[], place: number, by: SplitName['by']): SplitName {
  return { firstName: words.slice(0, place).join(' '), lastName: words.slice(place).join(' '), by };
}

/** Similarity of a word with a misread version of itself. */
const alike = 0.75;

/** Places at which every word the client sent is on its own side; none if the client sent a different name. */
function placesOfClient(words: readonly string[], all: Places, person: SuppliedPerson): Places {
  const given = wordsOf(person.firstName);
  const family = [...wordsOf(person.lastName), ...wordsOf(person.secondLastName)];
  return all.filter(
    (place) => holdsAll(words.slice(0, place), given) && holdsAll(words.slice(place), family),
  );
}

const wordsOf = (name: string | undefined): string[] => (name ?? '').split(/[\s-]+/).filter(Boolean);

const holdsAll = (part: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((word) => part.some((other) => (nameSimilarity(word, other) ?? 0) >= alike));

/** Where the words shared with a parent's name begin; a word at the start of a line is a parent's given name. */
function placeOfParents(words: readonly string[], parents: string): number | null {
  const family = parents
    .split('\n')
    .flatMap((line) =>
      line.split(/\s+/).filter((word, at) => word !== '' && (at > 0 || isSurnameOnly(word))),
    );
  const isFamily = (word: string): boolean => holdsAll(family, [word]);
  const place = words.findLastIndex((word) => !isFamily(word) && !surnameParticles.has(plain(word))) + 1;
  const first = words[place];
  if (first === undefined || place === 0 || !words.slice(place).some(isFamily)) return null;
  // The surname before it was misread in the parents' names, or it is a given name: that cannot be determined.
  if (place > 1 && surnames.has(plain(words[place - 1] ?? ''))) return null;
  // A daughter may share her mother's second given name.
  return givenNames.has(plain(first)) && !surnames.has(plain(first)) ? null : place;
}

/** A line that ends although the next word would have fitted ends on purpose. */
function placeOfLines(words: readonly string[], text: string): number | null {
  const [first = '', second = ''] = text.split('\n').map((line) => line.trim());
  const [next = ''] = second.split(/\s+/);
  if (second === '' || first.length + 1 + next.length > second.length) return null;
  const place = first.split(/\s+/).length;
  return place < words.length ? place : null;
}

/**
 * Where known given names end and a known surname begins; a name that may be either is inconclusive, as is one after a particle:
 * `MARIA DE LOURDES`. The last word is a surname.
 */
function placeOfTables(words: readonly string[]): number | null {
  const plainWords = words.map(plain);
  const place = plainWords.findIndex((word) => !givenNames.has(word));
  const inside = plainWords.slice(1, Math.max(place, 1));
  if (place < 1 || inside.some((word) => surnames.has(word))) return null;
  const begin = plainWords.findIndex((word, at) => at >= place && !surnameParticles.has(word));
  const word = plainWords[begin] ?? '';
  const isLast = begin === plainWords.length - 1;
  return surnames.has(word) && (isLast || !givenNames.has(word)) ? place : null;
}

const isSurnameOnly = (word: string): boolean => surnames.has(plain(word)) && !givenNames.has(plain(word));

/** The word in the letters of a zone. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase();
