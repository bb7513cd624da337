import { ScreeningInputError, type Result } from '../model/screening-types.ts';
import type { Screener } from '../model/screener.ts';
import { hasComparableName } from '../score/question.ts';
import type { ScreeningRequest } from '../threads/thread-messages.ts';

/** The error in place of the hits of such a name. */
export const nothingToCompare = 'the name cannot be screened: nothing but initials';

/** Whether a result without hits says nothing: by such a name nobody is found, whoever is listed. */
export function hasNothingToCompare({ subject, options }: ScreeningRequest, { total }: Result): boolean {
  const hasIdentifiers = (subject.identifiers ?? []).length > 0;
  return total === 0 && !options.exactMatch && !hasIdentifiers && !hasComparableName(subject);
}

/**
 * The result of a screening, which is never one without hits for a name that nothing can agree with.
 * @throws ScreeningInputError, ScreeningIncomplete
 */
export function screenHonestly(screener: Screener, request: ScreeningRequest): Result {
  const result = screener.screen(request.subject, request.options);
  if (hasNothingToCompare(request, result)) throw new ScreeningInputError(nothingToCompare);
  return result;
}
