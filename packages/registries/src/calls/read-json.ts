import { parseStrictJson } from '@countersign/contract';
import type { NoAnswer } from '@countersign/core';
import type { HttpAnswer } from './registry-http.ts';

/** A JSON object with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A body parsed as a JSON object, or the problem with it. */
export type JsonRead = { json: JsonObject; problem: null } | { json: null; problem: NoAnswer };

export interface JsonReading {
  /** Reads bytes that are not UTF-8 as Latin-1 instead of rejecting the whole body. @see spec/contract.md A-331 */
  lenient?: boolean;
}

/**
 * Parses a body that must be a single JSON object. Anything else, such as an empty body, HTML, XML, `null`, an array or `NaN`, is
 * `technical` `malformed_body`; so is an object with a repeated key, since which of its values is meant would be a guess.
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
    // The parser's message is irrelevant to the caller.
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

/** An unusable response: not JSON, another shape, another person, or an invalid signature. */
export function unusable(
  { at, attempts, status }: HttpAnswer,
  cause: 'malformed_body' | 'schema' | 'bad_signature',
): NoAnswer {
  return { kind: 'technical', cause, attempts, at, httpStatus: status };
}
