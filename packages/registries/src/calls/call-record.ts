import type { RegistryResult } from '@countersign/core';
import type { CallRecord } from './registry-http.ts';

/** The cause, or the rejected input; `null` where the kind suffices. */
export function causeOf(result: RegistryResult<unknown>): string | null {
  if (result.kind === 'rejected') return result.input;
  return 'cause' in result ? result.cause : null;
}

/** Accepts codes, `DV041`, `http:451`, `facial:2`, and nothing that might be a number or name of a person. */
export function loggableCode(code: string | null): string | null {
  return code !== null && /^([A-Za-z]{1,3}|http:|facial:)\d{1,4}$/.test(code) ? code : null;
}

/**
 * The names of compared fields by outcome, from an answer with a member `compared`; `null` for any other result. A score is
 * `equal` only at 100: connectors know no thresholds.
 */
export function comparedFields(result: RegistryResult<unknown>): CallRecord['compared'] {
  if (result.kind !== 'answered' || !isObject(result.answer) || !isObject(result.answer['compared']))
    return null;
  const compared: NonNullable<CallRecord['compared']> = { equal: [], different: [] };
  for (const [field, outcome] of Object.entries(result.answer['compared'])) {
    if (outcome === null || outcome === undefined) continue;
    compared[isEqual(outcome) ? 'equal' : 'different'].push(field);
  }
  return compared;
}

function isEqual(outcome: unknown): boolean {
  if (isObject(outcome)) return outcome['equal'] === true || outcome['similarity'] === 100;
  return outcome === true || outcome === 'full_match';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
