import { ScreeningInputError, type Result } from '../model/screening-types.ts';
import type { Screener } from '../model/screener.ts';
import { hasComparableName } from '../score/question.ts';
import type { ScreeningRequest } from '../threads/thread-messages.ts';

/** The error returned in place of hits for a name that cannot be compared. */
export const nothingToCompare = 'the name cannot be screened: nothing but initials';

/** Whether an empty result is meaningless because the name has nothing to compare: it finds no entity, whoever is listed. */
export function hasNothingToCompare({ subject, options }: ScreeningRequest, { total }: Result): boolean {
  const hasIdentifiers = (subject.identifiers ?? []).length > 0;
  return total === 0 && !options.exactMatch && !hasIdentifiers && !hasComparableName(subject);
}

/**
 * Screens a request, but throws instead of returning an empty result for a name that has nothing to compare.
 * @throws ScreeningInputError, ScreeningIncomplete
 */
export function screenHonestly(screener: Screener, request: ScreeningRequest): Result {
  const result = screener.screen(request.subject, request.options);
  if (hasNothingToCompare(request, result)) throw new ScreeningInputError(nothingToCompare);
  return result;
}
