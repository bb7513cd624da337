import type { RegistryResult } from '@countersign/core';
import type { CallRecord } from './registry-http.ts';

/** The cause, or the refused input; `null` where the kind is enough. */
export function causeOf(result: RegistryResult<unknown>): string | null {
  if (result.kind === 'rejected') return result.input;
  return 'cause' in result ? result.cause : null;
}

/** Lets codes through, `DV041`, `http:451`, `facial:2`, and nothing that could be a number or a name of a person. */
export function loggableCode(code: string | null): string | null {
  return code !== null && /^([A-Za-z]{1,3}|http:|facial:)\d{1,4}$/.test(code) ? code : null;
}

/**
 * The names of compared fields by outcome, from an answer with a member `compared`; `null` for any other result. A score is
 * `equal` at 100 only: thresholds are not a connector's business.
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
