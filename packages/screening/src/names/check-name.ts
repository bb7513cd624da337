import { ScreeningInputError } from '../model/screening-types.ts';
import { cutName } from './cut-name.ts';
import { joinStops } from './join-stops.ts';
import type { Kind } from './known-words.ts';
import { maxTokens } from './prepare-name.ts';

/** Most code points of a subject's name. */
const maxCodePoints = 256;

/** Whether a name has a letter or digit at all; marks, zero-width characters and punctuation alone are an empty name. */
export function isEmptyName(raw: string): boolean {
  return cutName(raw).length === 0;
}

/**
 * Refuses a subject's name that is out of bounds: more than 256 code points or 24 words, or no letter and no digit.
 * @throws ScreeningInputError with what is wrong; the text of the name is not repeated
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
