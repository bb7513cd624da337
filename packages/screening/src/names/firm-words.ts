import { foldWord } from './cut-name.ts';
import { partOf, phraseAt, type Kind, type Part } from './known-words.ts';
import type { Phrase } from './phrases.ts';
import { factsOf } from './word-facts.ts';

/** Marks numbers and, in names of organisations and vessels, legal forms and places; a form of several words becomes one part. */
export function markWords(parts: readonly Part[], kind: Kind): readonly Part[] {
  if (kind === 'person' && !parts.some((part) => part.facts.digits !== null)) return parts;
  const mayHaveForm = kind === 'organisation' || kind === 'unknown';
  const apart =
    mayHaveForm && parts.some((part) => part.facts.glued !== null)
      ? parts.flatMap((part) => splitGluedForms(part))
      : parts;
  const marked: Part[] = [];
  let at = 0;
  while (at < apart.length) {
    const found = markAt(apart, at, kind);
    const part = apart[at];
    if (found !== null) marked.push(...found.parts);
    else if (part !== undefined) marked.push(part);
    at += found?.length ?? 1;
  }
  return marked.some((part) => part.what !== 'form' && !part.facts.particle) ? marked : parts;
}

/** The replacement for the next `length` parts. */
interface Marked {
  parts: readonly Part[];
  length: number;
}

function markAt(parts: readonly Part[], at: number, kind: Kind): Marked | null {
  const part = parts[at];
  if (part === undefined) return null;
  const number = numberAt(parts, at, kind);
  if (number !== null || part.facts.phrases === null || kind === 'person') return number;
  const form = phraseAt(parts, at, (phrase) => phrase.what === 'form' && isFormIn(phrase, kind));
  if (form !== null) {
    const end = parts[at + form.length - 1]?.end ?? part.end;
    return { parts: [{ ...part, end, what: 'form', value: `=${form.phrase.group}` }], length: form.length };
  }
  const place = kind === 'vessel' ? null : phraseAt(parts, at, (phrase) => phrase.what === 'place');
  if (place === null) return null;
  const words = parts.slice(at, at + place.length);
  return { parts: words.map((one): Part => ({ ...one, what: 'place' })), length: place.length };
}

/** In a name of unknown kind, a short form, or one that is also a personal name, is an ordinary word. */
function isFormIn(phrase: Phrase, kind: Kind): boolean {
  if (kind === 'organisation') return true;
  if (kind !== 'unknown') return false;
  const [word = ''] = phrase.words;
  return phrase.words.length > 1
    ? phrase.words.some((one) => one.length > 1)
    : word.length >= 3 && !factsOf(word).name;
}

function numberAt(parts: readonly Part[], at: number, kind: Kind): Marked | null {
  const part = parts[at];
  if (part === undefined) return null;
  const { facts } = part;
  if (facts.digits !== null) return { parts: [asNumber(part, facts.digits)], length: 1 };
  const next = facts.announcesNumber ? parts[at + 1] : undefined;
  if (next !== undefined && next.facts.digits !== null)
    return { parts: [{ ...asNumber(next, next.facts.digits), start: part.start }], length: 2 };
  if ((kind !== 'organisation' && kind !== 'vessel') || (facts.numeral === null && facts.roman === null))
    return null;
  const written = writtenNumber(parts, at);
  if (written !== null)
    return {
      parts: [{ ...asNumber(part, String(written.value)), end: written.end }],
      length: written.length,
    };
  return facts.roman !== null && isRomanHere(parts, part, kind)
    ? { parts: [asNumber(part, String(facts.roman))], length: 1 }
    : null;
}

const asNumber = (part: Part, digits: string): Part => ({ ...part, what: 'number', value: `#${digits}` });

/** A numeral in words, including tens with units: twenty first. */
function writtenNumber(
  parts: readonly Part[],
  at: number,
): { value: number; end: number; length: number } | null {
  const part = parts[at];
  const value = part?.facts.numeral ?? null;
  if (part === undefined || value === null || part.facts.particle || parts.length === 1) return null;
  const next = parts[at + 1];
  const unit = next?.facts.numeral ?? null;
  if (
    next !== undefined &&
    unit !== null &&
    value >= 20 &&
    value < 100 &&
    value % 10 === 0 &&
    unit > 0 &&
    unit < 10
  )
    return { value: value + unit, end: next.end, length: 2 };
  return { value, end: part.end, length: 1 };
}

/** I counts only for vessels; V, X and all other numerals only next to another word. */
function isRomanHere(parts: readonly Part[], part: Part, kind: Kind): boolean {
  if (part.facts.roman === 1 && kind !== 'vessel') return false;
  // Next to single letters only, it is part of an abbreviation.
  return parts.some((other) => other !== part && !other.facts.single && !other.facts.particle);
}

const mostGluedForms = 4;

/** Splits a word with attached legal forms into the forms and the rest. */
function splitGluedForms(part: Part, depth = 0): Part[] {
  const { glued } = part.facts;
  if (glued === null || depth === mostGluedForms) return [part];
  const at = glued.at === 'front' ? glued.form.length : part.text.length - glued.form.length;
  const head = cutOut(part, 0, at);
  const tail = cutOut(part, at, part.text.length);
  return glued.at === 'front'
    ? [head, ...splitGluedForms(tail, depth + 1)]
    : [...splitGluedForms(head, depth + 1), tail];
}

/** Part of a part; its position is exact if folding kept the length, otherwise that of the whole. */
function cutOut(part: Part, from: number, to: number): Part {
  const isAligned = part.end - part.start === part.text.length;
  return partOf({
    ...part,
    text: foldWord(part.text.slice(from, to)),
    start: isAligned ? part.start + from : part.start,
    end: isAligned ? part.start + to : part.end,
  });
}
