import type { NoAnswer } from '@countersign/core';
import type { HttpAnswer } from './registry-http.ts';

/** A JSON object, members unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A body that is a JSON object, or what it is instead. */
export type JsonRead = { json: JsonObject; problem: null } | { json: null; problem: NoAnswer };

export interface JsonReading {
  /** Bytes that are no UTF-8 become U+FFFD instead of spoiling the whole body. */
  lenient?: boolean;
}

/**
 * Reads a body that has to be one JSON object. Anything else, an empty body, HTML, XML, `null`, an array, `NaN`, is
 * `technical` `malformed_body`.
 * @see spec/registries.md 9
 */
export function readJson(answer: HttpAnswer, { lenient = false }: JsonReading = {}): JsonRead {
  try {
    const text = new TextDecoder('utf-8', { fatal: !lenient }).decode(answer.body);
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { json: value as JsonObject, problem: null };
  } catch {
    // The parser's message quotes the body.
  }
  return { json: null, problem: unusable(answer, 'malformed_body') };
}

/** A response that cannot be used: no JSON, another shape, another person, or a signature that does not verify. */
export function unusable(
  { at, attempts, status }: HttpAnswer,
  cause: 'malformed_body' | 'schema' | 'bad_signature',
): NoAnswer {
  return { kind: 'technical', cause, attempts, at, httpStatus: status };
}
