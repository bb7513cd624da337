import type { Piece } from './cut-name.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import type { Phrase } from './phrases.ts';
import { factsOf, type WordFacts } from './word-facts.ts';

/** A word on its way to a token. */
export type Part = Piece & {
  facts: WordFacts;
  /** The known word that a misspelt one is read as; `text` for all others. */
  reads: string;
  /** Folded text that decides equality where it is not `text`: `#3`, `=llc`. */
  value: string | null;
  what: 'word' | 'form' | 'number' | 'place' | 'title_or_name';
};

export type Kind = PreparedName['kind'];

/** A piece as a part of which nothing is known but the tables' facts. */
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

/** How many parts from `at` on are the words of the longest phrase of these sorts; null when none begins there. */
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

function occursAt(parts: readonly Part[], at: number, words: readonly string[]): boolean {
  const bracket = parts[at]?.bracket;
  for (let word = 1; word < words.length; word += 1) {
    const part = parts[at + word];
    if (part === undefined || part.reads !== words[word] || part.bracket !== bracket) return false;
  }
  return true;
}
