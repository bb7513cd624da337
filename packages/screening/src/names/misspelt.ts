import { referenceTables } from '../tables/reference-tables.ts';
import { editsWithin } from '../words/edit-cost.ts';
import type { Kind, Part } from './known-words.ts';
import { unmistakableTitles } from './titles.ts';
import { factsOf, type WordFacts } from './word-facts.ts';

const latinWord = /^[a-z]{5,}$/u;
/** Up to this length only a letter swapped, doubled or left out is a slip; another letter makes another word. */
const longestOfSlips = 6;
const shortestForm = 6;
const shortestMended = 6;
const longParticle = /^ab[dt].{2,}/u;

type Field = 'firm' | 'person';

/** Known words by what is left of them without one letter, and whole. */
type Index = ReadonlyMap<string, readonly string[]>;

let indexes: Readonly<Record<Field, Index>> | undefined;

function knownWords(): Readonly<Record<Field, Index>> {
  const { legalForms, organisationWords, particles } = referenceTables();
  const forms = [...legalForms.keys()].filter((form) => form.length >= shortestForm);
  return (indexes ??= {
    firm: indexOf([...forms, ...organisationWords.keys()]),
    person: indexOf([
      ...[...particles.keys()].filter((particle) => longParticle.test(particle)),
      ...unmistakableTitles(),
    ]),
  });
}

function indexOf(words: readonly string[]): Index {
  const index = new Map<string, string[]>();
  for (const word of new Set(words)) {
    if (!latinWord.test(word)) continue;
    for (const key of keysOf(word)) {
      const known = index.get(key);
      if (known) known.push(word);
      else index.set(key, [word]);
    }
  }
  return index;
}

function keysOf(word: string): Set<string> {
  const keys = new Set([word]);
  for (let at = 0; at < word.length; at += 1) keys.add(word.slice(0, at) + word.slice(at + 1));
  return keys;
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

/** Whether the letters are those of the known word, one of them twice or missing where it stands twice at least. */
function hasItsLetters(word: string, known: string): boolean {
  if (word.length === known.length) return sorted(word) === sorted(known);
  const [long, short] = word.length > known.length ? [word, known] : [known, word];
  return long === word ? [...long].every((letter) => short.includes(letter)) : true;
}

/** The known word that a word is one slip away from: the first by code units of those. */
function knownNear(word: string, field: Field): string | null {
  let best: string | null = null;
  for (const key of keysOf(word)) {
    for (const known of knownWords()[field].get(key) ?? []) {
      if (known.charAt(0) !== word.charAt(0) && sorted(known.slice(0, 2)) !== sorted(word.slice(0, 2)))
        continue;
      if (known.length <= longestOfSlips && field === 'firm' && !hasItsLetters(word, known)) continue;
      if (editsWithin(word, known, 1) === 1 && (best === null || known < best)) best = known;
    }
  }
  return best;
}

function isUnknown(facts: WordFacts): boolean {
  return (
    facts.phrases === null &&
    !facts.name &&
    !facts.organisation &&
    !facts.particle &&
    facts.personRarity === 4 &&
    facts.patronymic === null
  );
}

const remembered: Readonly<Record<Field, Map<string, string | null>>> = {
  firm: new Map(),
  person: new Map(),
};
const mostRemembered = 200_000;

function reading(word: string, field: Field): string | null {
  const known = remembered[field];
  let found = known.get(word);
  if (found === undefined) {
    if (known.size >= mostRemembered) known.clear();
    found = knownNear(word, field);
    known.set(word, found);
  }
  return found;
}

function read(part: Part, field: Field): Part {
  if (part.text.length < 4 || !isUnknown(part.facts) || !/^[a-z]+$/u.test(part.text)) return part;
  const reads = reading(part.text, field);
  return reads === null ? part : { ...part, reads, facts: factsOf(reads) };
}

/**
 * Reads words one slip away from a legal form or organisation word, in the name of a person from a title or a particle such
 * as `abdul`, as that word: their text stays. Puts together a form or organisation word that was cut in two, and cuts two
 * that were written as one.
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

/** A word that is two organisation words or forms written as one. */
function cut(part: Part): Part[] {
  const { text } = part;
  if (text.length < 2 * shortestHalf || part.end - part.start !== text.length || !isUnknown(part.facts))
    return [part];
  for (let at = shortestHalf; at <= text.length - shortestHalf; at += 1) {
    const head = text.slice(0, at);
    const tail = text.slice(at);
    if (!isFirmWord(head) || !isFirmWord(tail)) continue;
    const middle = part.start + at;
    return [
      { ...part, text: head, reads: head, facts: factsOf(head), end: middle },
      { ...part, text: tail, reads: tail, facts: factsOf(tail), start: middle, linked: false },
    ];
  }
  return [part];
}
