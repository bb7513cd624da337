import { phraseAt, type Part } from './known-words.ts';
import { birthNameMarkers, markersInBrackets, surnameMarkers, type Phrase } from './phrases.ts';
import type { Work } from './name-work.ts';

/*
 * Anna Schmidt née Weber is Anna Schmidt in one register and Anna Weber in another. So both surnames are kept, each with half the weight:
 * either one alone is a surname, and two people who share one of their two surnames still differ in the other.
 */

/** Maximum words of a birth name. */
const mostWords = 3;
/** Minimum words before a birth name: a single one is not a surname. */
const leastBefore = 2;

const isWord = ({ facts }: Part): boolean => !facts.particle && facts.digits === null;

/** Positions of a marker, of the words after it, and of their end. */
interface Found {
  at: number;
  from: number;
  to: number;
}

/** Whether a marker that is also a surname may be a marker here: after two words, or if the name continues after a comma. */
function mayMark({ words: [word = '', ...more] }: Phrase, parts: readonly Part[], at: number): boolean {
  if (more.length > 0 || !surnameMarkers.has(word) || at >= leastBefore) return true;
  return parts.some((part) => part.segment !== parts[at]?.segment && isWord(part));
}

function markerLength(parts: readonly Part[], at: number): number {
  const part = parts[at] as Part;
  const beginsBracket = part.bracket > 0 && part.bracket !== parts[at - 1]?.bracket;
  if (beginsBracket && markersInBrackets.has(part.text)) return 1;
  const isMarker = (phrase: Phrase): boolean =>
    phrase.what === 'alternative' &&
    birthNameMarkers.has(phrase.words.join(' ')) &&
    mayMark(phrase, parts, at);
  return phraseAt(parts, at, isMarker)?.length ?? 0;
}

function findMarker(parts: readonly Part[]): Found | null {
  for (let at = 1; at < parts.length; at += 1) {
    const length = markerLength(parts, at);
    if (length === 0) continue;
    const { bracket, segment } = parts[at] as Part;
    const from = at + length;
    let to = from;
    while (parts[to]?.bracket === bracket && parts[to]?.segment === segment) to += 1;
    return { at, from, to };
  }
  return null;
}

/**
 * The range of the surname before a birth name: the last word, or, if a comma or the source separates surname and given names, all words
 * on its side. Null if no given name would be left.
 */
function surnameBefore(parts: readonly Part[], { at, to }: Found): { from: number; to: number } | null {
  let end = at;
  while (end > 0 && (parts[end - 1] as Part).bracket > 0) end -= 1;
  const { segment } = parts[end - 1] ?? {};
  if (segment === undefined) return null;
  const elsewhere = (part: Part, index: number): boolean =>
    part.segment !== segment && (index < end || index >= to) && isWord(part) && !part.facts.removable;
  let from = end;
  if (parts.some(elsewhere)) while (parts[from - 1]?.segment === segment) from -= 1;
  else {
    while (from > 0 && !isWord(parts[from - 1] as Part)) from -= 1;
    from -= 1;
    const words = parts.slice(0, end).filter(isWord);
    if (words.length < leastBefore) return null;
  }
  return from >= 0 && parts.slice(from, end).some(isWord) ? { from, to: end } : null;
}

/** Keeps a person's birth name as a word beside the surname, and removes its marker. */
export function keepBirthName(work: Work): Work {
  const { parts, kind, raw } = work;
  const found = kind === 'person' ? findMarker(parts) : null;
  if (found === null) return work;
  const { at, from, to } = found;
  const surname = surnameBefore(parts, found);
  const before = parts.slice(0, at);
  const behind = parts.slice(from, to).filter(({ text }) => !before.some((part) => part.text === text));
  const words = behind.filter(isWord);
  if (surname === null || words.length === 0 || words.length > mostWords) return work;
  const place = parts[surname.to - 1] as Part;
  const kept = [
    ...parts.slice(0, surname.from),
    ...parts.slice(surname.from, surname.to).map(asSurname),
    ...behind.map((part) => ({ ...asSurname(part), segment: place.segment, bracket: place.bracket })),
    ...parts.slice(surname.to, at),
    ...parts.slice(to),
  ];
  const text = raw.slice(parts[at]?.start ?? 0, parts[from - 1]?.end ?? 0);
  return { ...work, parts: kept, removed: [...work.removed, { text, kind: 'clerical_mark' }] };
}

function asSurname(part: Part): Part {
  return isWord(part) ? { ...part, what: 'surname_of_two' } : part;
}
