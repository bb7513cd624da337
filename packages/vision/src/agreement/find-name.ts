import { editDistance, joined } from '../printed/plain-text.ts';
import type { TextWord } from '../printed/text-engine.ts';
import type { TextRun } from '../printed/text-lines.ts';
import { zoneSpellings } from './spellings.ts';
import type { Sighting } from './sighting.ts';

/** A printed word, or two adjacent words, as a zone may spell them. */
export interface NameToken {
  spelt: readonly string[];
  words: readonly TextWord[];
}

/** Share of a name's letters that must be on the page for the name to count as found. */
const enough = 0.6;

/** Candidates for names on a page: words, their parts, and joined neighbours, because documents and zones divide names differently. */
export function nameTokens(runs: readonly TextRun[]): NameToken[] {
  return runs.flatMap(({ words }) =>
    words.flatMap((word, at) => {
      const next = words[at + 1];
      const parts = word.text.split(/[-‐–—'’.,;:/\\|]+/).filter((part) => part !== '' && part !== word.text);
      return [
        { spelt: zoneSpellings(word.text), words: [word] },
        ...parts.map((part) => ({ spelt: zoneSpellings(part), words: [word] })),
        ...(next ? [{ spelt: zoneSpellings(word.text + next.text), words: [word, next] }] : []),
      ];
    }),
  );
}

/** Number of wrong letters tolerated in a word of this length. */
const slackOf = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2);

/** Searches the words of a page for a name from a zone or bar code, in any order. @returns `null` if too little of it is found */
export function findName(name: string, truncated: boolean, tokens: readonly NameToken[]): Sighting | null {
  const words = name.split(/[^\p{L}]+/u).flatMap((word) => zoneSpellings(word).slice(0, 1));
  const whole = seek(words.join(''), truncated, tokens);
  if (whole !== null) return whole;
  const letters = words.join('').length;
  const found = words.map((word, at) => seek(word, truncated && at === words.length - 1, tokens));
  const share = words.reduce((sum, word, at) => sum + (found[at] ? word.length : 0), 0) / letters;
  if (!(share >= enough)) return null;
  const sightings = found.filter((sighting) => sighting !== null);
  return {
    confidence: share * Math.min(...sightings.map(({ confidence }) => confidence)),
    words: sightings.flatMap((sighting) => sighting.words),
  };
}

/** Two letters that touch, such as "II" read as "H", count as one error. */
function errorsBetween(read: string, word: string, most: number): number {
  const errors = editDistance(read, word, most);
  return errors > 1 && most > 0 && joined(read) === joined(word) ? 1 : errors;
}

/** The most similar token within a word's tolerance. */
function seek(word: string, truncated: boolean, tokens: readonly NameToken[]): Sighting | null {
  const most = slackOf(word.length);
  let best: (Sighting & { errors: number }) | null = null;
  for (const { spelt, words } of tokens) {
    for (const spelling of spelt) {
      const compared = truncated ? spelling.slice(0, word.length) : spelling;
      const errors = errorsBetween(compared, word, Math.min(most, best?.errors ?? most));
      if (errors > most || (best !== null && errors >= best.errors)) continue;
      best = { errors, confidence: 1 - (0.5 * errors) / word.length, words };
    }
  }
  return best && { confidence: best.confidence, words: best.words };
}
