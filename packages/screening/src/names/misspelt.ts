import { referenceTables } from '../tables/reference-tables.ts';
import { editsWithin, longestEdited } from '../words/edit-cost.ts';
import { bitCount, letterBits, lettersPerEdit } from '../words/normal-form.ts';
import type { Kind, Part } from './known-words.ts';
import { unmistakableTitles } from './titles.ts';
import { factsOf, type WordFacts } from './word-facts.ts';

const latinWord = /^[a-z]{5,}$/u;
/**
 * Up to this length, only a letter that is swapped, doubled or missing counts as a typing error; a different letter makes a different
 * word.
 */
const longestOfSlips = 6;
const shortestForm = 5;
const shortestMended = 6;
const longParticle = /^ab[dt].{2,}/u;

const shortestRead = 4;
const asciiWord = /^[a-z]+$/u;

type Field = 'firm' | 'person';

/** A known word and its set of letters. */
interface Known {
  text: string;
  letters: number;
}

/** Known words by first letter and length. */
type Index = ReadonlyMap<number, readonly Known[]>;

let indexes: Readonly<Record<Field, Index>> | undefined;

function knownWords(): Readonly<Record<Field, Index>> {
  if (indexes !== undefined) return indexes;
  const { legalForms, organisationWords, particles } = referenceTables();
  const forms = [...legalForms.keys()].filter((form) => form.length >= shortestForm);
  return (indexes = {
    firm: indexOf([...forms, ...organisationWords.keys()]),
    person: indexOf([
      ...[...particles.keys()].filter((particle) => longParticle.test(particle)),
      ...unmistakableTitles(),
    ]),
  });
}

const lengthBits = 8;

function indexOf(words: readonly string[]): Index {
  const index = new Map<number, Known[]>();
  for (const text of new Set(words)) {
    if (!latinWord.test(text) || text.length > longestEdited) continue;
    const key = (text.charCodeAt(0) << lengthBits) | text.length;
    const known = { text, letters: letterBits(text) };
    const others = index.get(key);
    if (others) others.push(known);
    else index.set(key, [known]);
  }
  return index;
}

function sorted(word: string): string {
  return Array.from(word).sort().join('');
}

/** Whether the word has the letters of the known word, except that one is doubled, or missing although it occurs at least twice. */
function hasItsLetters(word: string, known: string): boolean {
  if (word.length === known.length) return sorted(word) === sorted(known);
  const [long, short] = word.length > known.length ? [word, known] : [known, word];
  return long === word ? Array.from(long).every((letter) => short.includes(letter)) : true;
}

/** The known word that differs by one typing error, at most a swap of the first two letters; of several, the first by code units. */
function knownNear(word: string, field: Field): string | null {
  if (word.length > longestEdited) return null;
  const index = knownWords()[field];
  const letters = letterBits(word);
  let best: string | null = null;
  // The first letter of the known word is the first one here, or the second if the two are swapped.
  for (const place of word.charAt(0) === word.charAt(1) ? [0] : [0, 1]) {
    for (let length = word.length - 1; length <= word.length + 1; length += 1) {
      for (const known of index.get((word.charCodeAt(place) << lengthBits) | length) ?? []) {
        if (bitCount(known.letters ^ letters) > lettersPerEdit) continue;
        // Found by the second letter, so it must be exactly a swap.
        if (place === 1 && known.text.charAt(1) !== word.charAt(0)) continue;
        if (isSlip(word, known.text, field) && (best === null || known.text < best)) best = known.text;
      }
    }
  }
  return best;
}

function isSlip(word: string, known: string, field: Field): boolean {
  if (editsWithin(word, known, 1) !== 1) return false;
  return known.length > longestOfSlips || field !== 'firm' || hasItsLetters(word, known);
}

/** Whether a word unknown to all tables may be read as a title or particle in a person's name. */
export function isNearPersonWord(word: string): boolean {
  return mayBeRead(word) && knownNear(word, 'person') !== null;
}

const mayBeRead = (word: string): boolean => word.length >= shortestRead && asciiWord.test(word);

function isUnknown(facts: WordFacts): boolean {
  return (
    facts.phrases === null &&
    !facts.name &&
    !facts.organisation &&
    !facts.particle &&
    facts.numeral === null &&
    facts.personRarity === 4 &&
    facts.patronymic === null
  );
}

function read(part: Part, field: Field): Part {
  const { facts, text } = part;
  let reads = facts.slips[field];
  // Null means that a look-up found nothing.
  if (reads === undefined) {
    const isWord = mayBeRead(text) && isUnknown(facts);
    reads = isWord ? knownNear(text, field) : null;
    facts.slips[field] = reads;
  }
  return reads === null ? part : { ...part, reads, facts: factsOf(reads) };
}

/**
 * Legal forms, organisation words, titles and long particles are recognised by tables, so a typing error in one of them would turn it
 * into a word of the name. This finds the known word that is one edit away.
 *
 * State: an index of known words by first letter and length, built on first use from the reference tables (`indexes`), and in
 * `facts.slips` the result for each distinct word, so that a word is looked up once while its facts are cached.
 *
 * Invariants: words in any table are never reinterpreted; a word read as another keeps its text, and only `reads` and `facts` change; of
 * several known words the first by code units wins, so the result does not depend on the order of the tables.
 *
 * Cost: for an unknown Latin word of at most 32 letters, six lists of known words with the same first or second letter and nearly the
 * same length; an XOR of letter sets excludes most of them before the bit-parallel edit distance.
 *
 * Reads words one typing error away from a legal form or organisation word, or in a person's name from a title or a particle such as
 * `abdul`, as that word, keeping their text. Joins a form or organisation word that was split in two, and splits two that were written as
 * one.
 */
export function readMisspelt(parts: Part[], kind: Kind): Part[] {
  if (kind === 'person') return parts.map((part) => read(part, 'person'));
  if (kind !== 'organisation') return parts;
  return mend(parts).map((part) => read(part, 'firm'));
}

function isFirmWord(word: string): boolean {
  const { legalForms, organisationWords } = referenceTables();
  return organisationWords.has(word) || legalForms.has(word);
}

function mend(parts: readonly Part[]): Part[] {
  const mended: Part[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    const next = parts[at + 1];
    if (part === undefined) continue;
    const joined = next !== undefined && next.bracket === part.bracket ? part.text + next.text : '';
    if (
      next !== undefined &&
      joined.length >= shortestMended &&
      // Two words that are both known as written are not one word split in two.
      !(isFirmWord(part.text) && isFirmWord(next.text)) &&
      isFirmWord(joined)
    ) {
      mended.push({ ...part, text: joined, reads: joined, facts: factsOf(joined), end: next.end });
      at += 1;
    } else mended.push(...cut(part));
  }
  return mended;
}

const shortestHalf = 4;

/** Splits an organisation word or form from a form attached to its end. */
function cut(part: Part): Part[] {
  const { text } = part;
  // If folding changed the length, the halves have no position in the raw text.
  if (text.length < 2 * shortestHalf || part.end - part.start !== text.length || !isUnknown(part.facts))
    return [part];
  for (let at = shortestHalf; at <= text.length - shortestHalf; at += 1) {
    const head = text.slice(0, at);
    const tail = text.slice(at);
    if (!isFirmWord(head) || !referenceTables().legalForms.has(tail)) continue;
    const middle = part.start + at;
    return [
      { ...part, text: head, reads: head, facts: factsOf(head), end: middle },
      { ...part, text: tail, reads: tail, facts: factsOf(tail), start: middle, linked: false },
    ];
  }
  return [part];
}
