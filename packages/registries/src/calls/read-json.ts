import { parseStrictJson } from '@countersign/contract';
import type { NoAnswer } from '@countersign/core';
import type { HttpAnswer } from './registry-http.ts';

/** A JSON object, members unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A body that is a JSON object, or what it is instead. */
export type JsonRead = { json: JsonObject; problem: null } | { json: null; problem: NoAnswer };

export interface JsonReading {
  /** Bytes that are no UTF-8 are Latin-1 instead of spoiling the whole body. @see spec/contract.md A-331 */
  lenient?: boolean;
}

/**
 * Reads a body that has to be one JSON object. Anything else, an empty body, HTML, XML, `null`, an array, `NaN`, is
 * `technical` `malformed_body`; so is an object that repeats a key, since one of its two values would be taken by chance.
 * @see spec/registries.md 9
 * @see spec/contract.md A-388
 */
export function readJson(answer: HttpAnswer, { lenient = false }: JsonReading = {}): JsonRead {
  try {
    const text = lenient ? decode(answer.body) : utf8.decode(answer.body);
    const value = parseStrictJson(Buffer.from(text));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { json: value as JsonObject, problem: null };
  } catch {
    // What the parser reports is no concern of the caller's.
  }
  return { json: null, problem: unusable(answer, 'malformed_body') };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    return Buffer.from(body)
      .toString('latin1')
      .replace(/[\u0080-\u00FF]+/g, decodeLetters);
  }
}

function decodeLetters(letters: string): string {
  try {
    return utf8.decode(Buffer.from(letters, 'latin1'));
  } catch {
    return letters;
  }
}

/** A response that cannot be used: no JSON, another shape, another person, or a signature that does not verify. */
export function unusable(
  { at, attempts, status }: HttpAnswer,
  cause: 'malformed_body' | 'schema' | 'bad_signature',
): NoAnswer {
  return { kind: 'technical', cause, attempts, at, httpStatus: status };
}
