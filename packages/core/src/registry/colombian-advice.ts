import type { AdvisoryNote } from './advisory-notes.ts';
import { questionCo } from './co-civil.ts';
import { hasNitCheckDigit } from './numbers/nit.ts';
import type { CoInput } from './verdict.ts';

/**
 * Remarks about the number sent to Colombia's registry. A wrong shape has no remark: it breaks a rule and ends the check.
 * @see spec/registries.md 12.6, 12.7
 */
export function colombiaAdvice(input: CoInput): AdvisoryNote<'number'>[] {
  const question = questionCo(input);
  return question?.idType === 'NIT' && !hasNitCheckDigit(question.number)
    ? [{ code: 'check_digit', field: 'number' }]
    : [];
}
