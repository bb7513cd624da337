import { bare } from '../document-fields-entry.ts';
import type { TruthDocument, TruthFilm, TruthPair } from './read-truth.ts';

/** The outcome of a field whose value is known. */
export type Reading = 'right' | 'wrong' | 'not read';

/** One field of one document. */
export interface FieldOutcome {
  document: TruthDocument;
  field: string;
  /** The values that count as right; `null` if the document has no such field. */
  expected: readonly string[] | null;
  /** `null` if nothing was read. */
  read: string | null;
  /** The source: `mrz`, `barcode` or `printed`; `null` if nothing was read. */
  source: string | null;
  reading: Reading;
}

/** One pair of faces. */
export interface PairOutcome {
  pair: TruthPair;
  /** Smaller is more alike; `null` if not compared. */
  distance: number | null;
  /** 0–100; `null` if not compared. */
  score: number | null;
  /** Why it was not compared: a code, or a sentence if the pictures could not be processed. */
  reason: string | null;
}

/** One selfie or film. */
export interface FilmOutcome {
  film: TruthFilm;
  /** Whether there was a face to examine. */
  examined: boolean;
  /** Codes of the signs of a copy. */
  signs: readonly string[];
  /** Whether the steps were followed; `null` if none were given or nothing could be measured. */
  followed: boolean | null;
}

/** The results of the commands for one truth file. */
export interface Outcomes {
  fields: readonly FieldOutcome[];
  pairs: readonly PairOutcome[];
  films: readonly FilmOutcome[];
  /** Models that computed the scores, `id@digest`. */
  models: readonly string[];
  /** Number of inputs that could not be processed, such as missing files. */
  bad: number;
}

/** The parts of a `read-document` line that are evaluated. */
export interface DocumentAnswer {
  fields?: Readonly<Record<string, { value: string; source: string }>>;
}

/**
 * Compares the readings of a document with the truth, by letters and digits only. A field that the document does not have is right if
 * nothing was read, and wrong otherwise.
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
