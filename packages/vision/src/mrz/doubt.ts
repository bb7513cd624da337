import { positionAlphabets } from './alphabets.ts';
import type { PositionAlphabet } from './alphabets.ts';
import { textOf } from './formats.ts';
import { zoneAlphabet, classCount } from './network.ts';
import { stateCodes } from './state-codes.ts';
import { allAgree, verifyChecks } from './validity.ts';
import type { LineProbabilities, ZoneText } from './zone-text.ts';

/** Characters whose probability is below this share of the chosen one's are not rivals. */
const slightShare = 0.02;

/** Pairs decided by the surrounding characters rather than by shape, see `decodeLines`: rivals only if the shape favours the other. */
const settledPair = (a: string, b: string): boolean => /^(O0|0O)$/.test(a + b);

function replaced(
  lines: readonly string[],
  line: number,
  by: { column: number; character: string },
): string[] {
  return lines.map((text, i) =>
    i === line ? text.slice(0, by.column) + by.character + text.slice(by.column + 1) : text,
  );
}

/** False if the other reading changes a state to one that does not exist. */
function stateStillKnown(text: ZoneText, other: readonly string[]): boolean {
  const { issuingState, nationality } = text.zone.fields;
  return [issuingState, nationality].every(
    (place) =>
      !place ||
      stateCodes.includes(textOf(other, place)) ||
      textOf(other, place) === textOf(text.lines, place),
  );
}

interface Rival {
  character: string;
  /** Probability relative to that of the chosen character. */
  share: number;
}

function rivalsAt(
  line: LineProbabilities,
  place: { column: number; chosen: string; allowed: PositionAlphabet | undefined },
): Rival[] {
  const { column, chosen, allowed } = place;
  const probability = (character: string): number =>
    line.values[column * classCount + zoneAlphabet.indexOf(character)]!;
  const own = Math.max(1e-6, probability(chosen));
  const least = (other: string): number => (settledPair(other, chosen) ? own : slightShare * own);
  return zoneAlphabet
    .split('')
    .filter((other, k) => allowed?.[k] && other !== chosen && probability(other) > least(other))
    .map((character) => ({ character, share: probability(character) / own }));
}

/**
 * Probability of the strongest other character that the check digits would also accept, as a share of the chosen one's; 0 if there is
 * none. Check digits do not cover names, and cannot distinguish letters and digits with equal remainders.
 */
export function invisibleRival(text: ZoneText, lines: readonly LineProbabilities[]): number {
  const alphabets = positionAlphabets(text.zone, text.lines[0] ?? '');
  let strongest = 0;
  lines.forEach((line, i) => {
    const chosenLine = text.lines[i] ?? '';
    for (let column = 0; column < line.columns; column += 1) {
      const chosen = chosenLine.charAt(column);
      for (const rival of rivalsAt(line, { column, chosen, allowed: alphabets[i]?.[column] })) {
        // Check digits are computed only for rivals that could change the result.
        if (rival.share <= strongest) continue;
        const other = replaced(text.lines, i, { column, character: rival.character });
        if (allAgree(verifyChecks(text.zone, other)) && stateStillKnown(text, other)) strongest = rival.share;
      }
    }
  });
  return strongest;
}
