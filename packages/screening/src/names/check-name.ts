import { ScreeningInputError } from '../model/screening-types.ts';
import { cutName } from './cut-name.ts';
import { joinStops } from './join-stops.ts';
import type { Kind } from './known-words.ts';
import { maxTokens } from './name-limits.ts';

/** Maximum code points of a subject's name. */
const maxCodePoints = 256;

/** Whether a name has no letter or digit; marks, zero-width characters and punctuation alone count as empty. */
export function isEmptyName(raw: string): boolean {
  return cutName(raw).length === 0;
}

/**
 * Rejects a subject's name that exceeds 256 code points or 24 words, or has neither a letter nor a digit.
 * @throws ScreeningInputError with the reason; the name is not repeated
 * @see spec/contract.md
 */
export function checkName(raw: string, kind: Kind = 'person'): void {
  if (raw.length > maxCodePoints && hasMoreCodePoints(raw))
    throw new ScreeningInputError(`a name has at most ${String(maxCodePoints)} characters`);
  const words = joinStops(cutName(raw), kind).length;
  if (words === 0) throw new ScreeningInputError('a name needs at least one letter or digit');
  if (words > maxTokens) throw new ScreeningInputError(`a name has at most ${String(maxTokens)} words`);
}

function hasMoreCodePoints(raw: string): boolean {
  if (raw.length > 2 * maxCodePoints) return true;
  return Array.from(raw).length > maxCodePoints;
}
