import { editsWithin, longestEdited } from '../words/edit-cost.ts';
import type { Piece } from './cut-name.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import type { Phrase } from './phrases.ts';
import { factsOf, type WordFacts } from './word-facts.ts';

/** A word on its way to becoming a token. */
export type Part = Piece & {
  facts: WordFacts;
  /** The known word as which a misspelt one is read; `text` for all others. */
  reads: string;
  /** Folded text that determines equality if it differs from `text`: `#3`, `=llc`. */
  value: string | null;
  /** `surname_of_two`: either of a person's two surnames. */
  what: 'word' | 'form' | 'number' | 'place' | 'title_or_name' | 'surname_of_two';
};

export type Kind = PreparedName['kind'];

/** Creates a part with only the facts from the tables. */
export function partOf(piece: Piece): Part {
  const facts = factsOf(piece.text);
  return {
    text: facts.text,
    reads: facts.text,
    start: piece.start,
    end: piece.end,
    segment: piece.segment,
    bracket: piece.bracket,
    linked: piece.linked,
    facts,
    value: null,
    what: 'word',
  };
}

/** Number of parts from `at` that form the longest phrase of these sorts; null if none begins there. */
export function phraseAt(
  parts: readonly Part[],
  at: number,
  wanted: (phrase: Phrase) => boolean,
): { phrase: Phrase; length: number } | null {
  const phrases = parts[at]?.facts.phrases ?? null;
  if (phrases === null) return null;
  for (const phrase of phrases) {
    if (wanted(phrase) && occursAt(parts, at, phrase.words)) return { phrase, length: phrase.words.length };
  }
  return null;
}

/** Minimum words of a phrase in which one may be misspelt. */
const leastWithSlip = 3;
/** Minimum letters of a word in which one may be wrong. */
const shortestWithSlip = 6;

function isNearly(part: Part, word: string): boolean {
  return (
    word.length >= shortestWithSlip && word.length < longestEdited && editsWithin(part.text, word, 1) === 1
  );
}

function occursAt(parts: readonly Part[], at: number, words: readonly string[]): boolean {
  const bracket = parts[at]?.bracket;
  let slips = words.length < leastWithSlip ? 1 : 0;
  for (let index = 1; index < words.length; index += 1) {
    const part = parts[at + index];
    const word = words[index] as string;
    if (part === undefined || part.bracket !== bracket) return false;
    // Also compared as written: a word of this phrase may have been read as a misspelling of another one.
    if (part.reads === word || part.text === word) continue;
    if (slips > 0 || !isNearly(part, word)) return false;
    slips += 1;
  }
  return true;
}
