import { foldWord } from './cut-name.ts';
import { partOf, phraseAt, type Kind, type Part } from './known-words.ts';
import { gluedForms, type Phrase } from './phrases.ts';

/** Marks numbers, and in names of organisations and vessels legal forms and places; a form of several words is one part. */
export function markWords(parts: readonly Part[], kind: Kind): Part[] {
  const apart = kind === 'organisation' || kind === 'unknown' ? parts.flatMap(splitGluedForms) : parts;
  const marked: Part[] = [];
  let at = 0;
  while (at < apart.length) {
    const [part, length] = markAt(apart, at, kind);
    marked.push(...part);
    at += length;
  }
  return marked.some((part) => part.what !== 'form' && !part.facts.particle) ? marked : [...parts];
}

function markAt(parts: readonly Part[], at: number, kind: Kind): [Part[], number] {
  const part = parts[at];
  if (part === undefined) return [[], 1];
  const number = numberAt(parts, at, kind);
  if (number !== null) return number;
  if (part.facts.phrases === null || kind === 'person') return [[part], 1];
  const form = phraseAt(parts, at, (phrase) => phrase.what === 'form' && isFormIn(phrase, kind));
  if (form !== null) {
    const end = parts[at + form.length - 1]?.end ?? part.end;
    return [[{ ...part, end, what: 'form', value: `=${form.phrase.group}` }], form.length];
  }
  const place = phraseAt(parts, at, (phrase) => phrase.what === 'place');
  if (place === null || kind === 'vessel') return [[part], 1];
  return [parts.slice(at, at + place.length).map((one): Part => ({ ...one, what: 'place' })), place.length];
}

/** In a name of unknown kind a short form, or one that is a name of people, is a word like others. */
function isFormIn(phrase: Phrase, kind: Kind): boolean {
  if (kind === 'organisation') return true;
  if (kind !== 'unknown') return false;
  const [word = ''] = phrase.words;
  return phrase.words.length > 1
    ? phrase.words.some((one) => one.length > 1)
    : word.length >= 3 && !partFacts(word).name;
}

function partFacts(word: string): Part['facts'] {
  return partOf({ text: word, start: 0, end: 0, segment: 0, bracket: 0, linked: false }).facts;
}

function numberAt(parts: readonly Part[], at: number, kind: Kind): [Part[], number] | null {
  const part = parts[at];
  if (part === undefined) return null;
  const next = parts[at + 1];
  if (part.facts.announcesNumber && next !== undefined && next.facts.digits !== null)
    return [[{ ...next, start: part.start, what: 'number', value: `#${next.facts.digits}` }], 2];
  if (part.facts.digits !== null) return [[asNumber(part, part.facts.digits)], 1];
  if (kind !== 'organisation' && kind !== 'vessel') return null;
  const written = writtenNumber(parts, at);
  if (written !== null)
    return [[{ ...asNumber(part, String(written.value)), end: written.end }], written.length];
  return part.facts.roman !== null && isRomanHere(parts, part, kind)
    ? [[asNumber(part, String(part.facts.roman))], 1]
    : null;
}

const asNumber = (part: Part, digits: string): Part => ({ ...part, what: 'number', value: `#${digits}` });

/** A numeral in words, tens and units together: twenty first. */
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

/** I only for vessels; V and X, and any numeral, only beside another word. */
function isRomanHere(parts: readonly Part[], part: Part, kind: Kind): boolean {
  if (part.facts.roman === 1 && kind !== 'vessel') return false;
  return parts.some((other) => other !== part && !other.facts.single && !other.facts.particle);
}

const denseScript = /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** A word with a legal form written on to it, as the form and the rest; at most one form at either end. */
function splitGluedForms(part: Part): Part[] {
  if (part.facts.phrases?.some((phrase) => phrase.what === 'form') === true) return [part];
  const { front, end, dense } = gluedForms();
  const isDense = denseScript.test(part.text);
  const least = isDense ? 1 : 4;
  const fits = (form: string): boolean => part.text.length >= form.length + least;
  const head = (isDense ? dense : front).find((form) => fits(form) && part.text.startsWith(form));
  if (head !== undefined)
    return [cutOut(part, 0, head.length), ...splitGluedForms(cutOut(part, head.length, part.text.length))];
  const tail = (isDense ? dense : end).find((form) => fits(form) && part.text.endsWith(form));
  if (tail === undefined) return [part];
  const at = part.text.length - tail.length;
  return [...splitGluedForms(cutOut(part, 0, at)), cutOut(part, at, part.text.length)];
}

/** Part of a part; its place is exact where folding kept the length, else that of the whole. */
function cutOut(part: Part, from: number, to: number): Part {
  const isAligned = part.end - part.start === part.text.length;
  return partOf({
    ...part,
    text: foldWord(part.text.slice(from, to)),
    start: isAligned ? part.start + from : part.start,
    end: isAligned ? part.start + to : part.end,
  });
}
