import { UsageError } from '@countersign/command-line';
import type { ChallengeStep } from '@countersign/findings';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isTimes, knownSteps } from '../challenge-list.ts';

/** A document whose fields are known. */
export interface TruthDocument {
  /** Its name in results and reports. */
  id: string;
  /** Absolute paths of the files of its sides; at least one. */
  images: readonly string[];
  /** For each field, the values that count as right, at least one; `null` if the document has no such field. */
  fields: Readonly<Record<string, readonly string[] | null>>;
}

/** Two pictures of faces, and whether they show the same person. */
export interface TruthPair {
  id: string;
  /** Absolute path of the file. */
  a: string;
  /** Absolute path of the file. */
  b: string;
  same: boolean;
}

/** A selfie or the frames of a film, and whether it shows a live person. */
export interface TruthFilm {
  id: string;
  /** Absolute paths of the files; at least one, and the first is the selfie. */
  images: readonly string[];
  /** False for a copy or another attack. */
  genuine: boolean;
  /** The steps the person had to make; empty for a selfie alone. */
  steps: readonly ChallengeStep[];
  /** Time of each image in milliseconds; `null` if none were given. */
  at: readonly number[] | null;
}

/** The content of a truth file. @see docs/guides/evaluate.md */
export interface Truth {
  documents: readonly TruthDocument[];
  pairs: readonly TruthPair[];
  liveness: readonly TruthFilm[];
}

/**
 * Reads a truth file. Its paths are relative to its own folder; unknown members are ignored.
 * @throws UsageError if it cannot be read, a member is invalid, or it lists nothing
 */
export async function readTruth(file: string): Promise<Truth> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`--truth: must be a file that can be read, not ${file}`);
  });
  const reader = new TruthReader(file);
  const root = reader.object(parsed(file, text), 'the file');
  const truth: Truth = {
    documents: reader.list(root['documents'] ?? [], 'documents').map(reader.document),
    pairs: reader.list(root['pairs'] ?? [], 'pairs').map(reader.pair),
    liveness: reader.list(root['liveness'] ?? [], 'liveness').map(reader.film),
  };
  if (truth.documents.length + truth.pairs.length + truth.liveness.length === 0)
    throw new UsageError(`${file}: must list documents, pairs or liveness, and lists none`);
  return truth;
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file}: must be JSON`);
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Validates the members of one file; every error names the file, the member and its value. */
class TruthReader {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  document = (given: unknown, index: number): TruthDocument => {
    const place = `documents[${index}]`;
    const members = this.object(given, place);
    const fields = Object.entries(this.object(members['fields'] ?? {}, `${place}.fields`));
    return {
      id: this.#id(members, `documents-${index + 1}`),
      images: this.#files(members['images'], `${place}.images`),
      fields: Object.fromEntries(
        fields.map(([name, value]) => [name, this.#values(value, `${place}.fields.${name}`)]),
      ),
    };
  };

  pair = (given: unknown, index: number): TruthPair => {
    const place = `pairs[${index}]`;
    const members = this.object(given, place);
    return {
      id: this.#id(members, `pairs-${index + 1}`),
      a: this.#path(members['a'], `${place}.a`),
      b: this.#path(members['b'], `${place}.b`),
      same: this.#flag(members['same'], `${place}.same`),
    };
  };

  film = (given: unknown, index: number): TruthFilm => {
    const place = `liveness[${index}]`;
    const members = this.object(given, place);
    const images = this.#files(members['images'], `${place}.images`);
    return {
      id: this.#id(members, `liveness-${index + 1}`),
      images,
      genuine: this.#flag(members['genuine'], `${place}.genuine`),
      steps: this.list(members['steps'] ?? [], `${place}.steps`).map((step) =>
        this.#step(step, `${place}.steps`),
      ),
      at: this.#times(members['at'] ?? null, { place: `${place}.at`, count: images.length }),
    };
  };

  object(given: unknown, place: string): Members {
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Members;
    throw this.#fault(place, 'a JSON object', given);
  }

  list(given: unknown, place: string): readonly unknown[] {
    if (Array.isArray(given)) return given as unknown[];
    throw this.#fault(place, 'a list', given);
  }

  #id({ id }: Members, otherwise: string): string {
    return typeof id === 'string' || typeof id === 'number' ? String(id) : otherwise;
  }

  #files(given: unknown, place: string): string[] {
    const files = this.list(given, place);
    if (files.length === 0) throw this.#fault(place, 'a list of at least one file name', given);
    return files.map((file) => this.#path(file, place));
  }

  #path(given: unknown, place: string): string {
    if (typeof given !== 'string' || given === '') throw this.#fault(place, 'a file name', given);
    return path.resolve(path.dirname(this.#file), given);
  }

  #values(given: unknown, place: string): readonly string[] | null {
    const values = Array.isArray(given) ? (given as unknown[]) : [given];
    if (given === null) return null;
    if (values.length > 0 && values.every((value) => typeof value === 'string' && value !== ''))
      return values as string[];
    throw this.#fault(place, 'a text, a list of texts, or null', given);
  }

  #flag(given: unknown, place: string): boolean {
    if (typeof given === 'boolean') return given;
    throw this.#fault(place, 'true or false', given);
  }

  #step(given: unknown, place: string): ChallengeStep {
    const step = knownSteps.find((each) => each === given);
    if (step === undefined) throw this.#fault(place, `a list of ${knownSteps.join(', ')}`, given);
    return step;
  }

  #times(given: unknown, { place, count }: { place: string; count: number }): readonly number[] | null {
    if (given === null || isTimes(given, count)) return given;
    throw this.#fault(place, 'one number of milliseconds for each image', given);
  }

  #fault(place: string, form: string, given: unknown): UsageError {
    const shown = given === undefined ? 'absent' : (JSON.stringify(given) ?? '').slice(0, 80);
    return new UsageError(`${this.#file}: ${place}: must be ${form}, not ${shown}`);
  }
}
