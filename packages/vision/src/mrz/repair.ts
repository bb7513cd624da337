import { positionAlphabets } from './alphabets.ts';
import type { PositionAlphabet } from './alphabets.ts';
import type { Span } from './formats.ts';
import { zoneAlphabet, classCount } from './network.ts';
import { checkRule, verifyChecks } from './validity.ts';
import type { LineProbabilities, ZoneText } from './zone-text.ts';

/** A replaced character that makes the zone agree with its digits. */
export interface Repair {
  field: 'number' | 'birthDate' | 'expiryDate';
  lines: string[];
}

/** The network must have given the other character at least this probability. */
const leastRepair = 0.05;

const repairable = [
  ['number', 'number'],
  ['birthDate', 'birth'],
  ['expiryDate', 'expiry'],
] as const;

/** The network's next choice among the characters allowed here; `null` if its probability is negligible. */
function runnerUp(
  line: LineProbabilities,
  place: { column: number; chosen: string; allowed: PositionAlphabet | undefined },
): string | null {
  let best = leastRepair;
  let found: string | null = null;
  for (let k = 0; k < classCount; k += 1) {
    const value = line.values[place.column * classCount + k]!;
    if (!place.allowed?.[k] || zoneAlphabet.charAt(k) === place.chosen || value < best) continue;
    [best, found] = [value, zoneAlphabet.charAt(k)];
  }
  return found;
}

/**
 * Looks for the only permitted repair: one character of number, birth or expiry date is replaced by the network's next choice so that
 * both the field's digit and the composite digit agree. `null` if there is none or more than one, and for visas, which have no composite
 * digit. Names, optional data and check digits are never changed.
 */
export function findRepair(text: ZoneText, lines: readonly LineProbabilities[]): Repair | null {
  if (!text.zone.checks.composite) return null;
  const alphabets = positionAlphabets(text.zone, text.lines[0] ?? '');
  const found: Repair[] = [];
  for (const [field, check] of repairable) {
    if (text.checks[check] !== false) continue;
    for (const place of checkRule(text.zone, text.lines, check)?.over ?? []) {
      for (const replaced of replacements(text, lines, { place, alphabets })) {
        const checks = verifyChecks(text.zone, replaced);
        const agree = Object.values(checks).every((value) => value !== false);
        if (agree) found.push({ field, lines: replaced });
      }
    }
  }
  // Two possible repairs leave the zone as doubtful as it was.
  return found.length === 1 ? (found[0] ?? null) : null;
}

function replacements(
  text: ZoneText,
  lines: readonly LineProbabilities[],
  where: { place: Span; alphabets: PositionAlphabet[][] },
): string[][] {
  const { place, alphabets } = where;
  const line = lines[place.line];
  const current = text.lines[place.line] ?? '';
  const results: string[][] = [];
  for (let column = place.start; line && column < place.end; column += 1) {
    const chosen = current.charAt(column);
    const other = runnerUp(line, { column, chosen, allowed: alphabets[place.line]?.[column] });
    if (other === null) continue;
    const changed = current.slice(0, column) + other + current.slice(column + 1);
    results.push(text.lines.map((value, i) => (i === place.line ? changed : value)));
  }
  return results;
}
