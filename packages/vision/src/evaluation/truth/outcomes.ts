import { bare } from '../document-fields-entry.ts';
import type { TruthDocument, TruthFilm, TruthPair } from './read-truth.ts';

/** What became of a field whose value is known. */
export type Reading = 'right' | 'wrong' | 'not read';

/** One field of one document. */
export interface FieldOutcome {
  document: TruthDocument;
  field: string;
  /** The values that count as right; `null`: the document has no such field. */
  expected: readonly string[] | null;
  /** `null`: nothing was read. */
  read: string | null;
  /** Where it was read: `mrz`, `barcode` or `printed`; `null`: nowhere. */
  source: string | null;
  reading: Reading;
}

/** One pair of faces. */
export interface PairOutcome {
  pair: TruthPair;
  /** Smaller is more alike; `null`: not compared. */
  distance: number | null;
  /** 0–100, `null`: not compared. */
  score: number | null;
  /** Why it was not compared: a code, or a sentence where the pictures could not be worked on. */
  reason: string | null;
}

/** One selfie or film. */
export interface FilmOutcome {
  film: TruthFilm;
  /** Whether a face was there to be looked at. */
  examined: boolean;
  /** Codes of the signs of a copy. */
  signs: readonly string[];
  /** Whether the steps were followed; `null` where none were given or nothing was measured. */
  followed: boolean | null;
}

/** What the commands gave on one truth file. */
export interface Outcomes {
  fields: readonly FieldOutcome[];
  pairs: readonly PairOutcome[];
  films: readonly FilmOutcome[];
  /** Models whose scores these are, `id@digest`. */
  models: readonly string[];
  /** Inputs that could not be worked on, such as files that are missing. */
  bad: number;
}

/** A line of `read-document`, as far as it is judged. */
export interface DocumentAnswer {
  fields?: Readonly<Record<string, { value: string; source: string }>>;
}

/**
 * Compares what was read of a document with its truth, letters and digits alone counting. A field that the document does not have is
 * right when nothing was read, and wrong otherwise.
 */
export function judgeDocument(document: TruthDocument, { fields = {} }: DocumentAnswer): FieldOutcome[] {
  return Object.entries(document.fields).map(([field, expected]) => {
    const entry = fields[field];
    const read = entry?.value ?? null;
    return { document, field, expected, read, source: entry?.source ?? null, reading: judge(expected, read) };
  });
}

function judge(expected: readonly string[] | null, read: string | null): Reading {
  if (expected === null) return read === null ? 'right' : 'wrong';
  if (read === null) return 'not read';
  return expected.some((value) => bare(value) === bare(read)) ? 'right' : 'wrong';
}
