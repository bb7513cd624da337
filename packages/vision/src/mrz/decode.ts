/**
 * Turns probabilities into text, and text into a finished reading.
 *
 * The format determines an alphabet for every position, and the likeliest allowed character is chosen. Two decisions use more than one
 * position: O or 0 depends on the surrounding characters, state codes on the list of states. Check digits do not choose characters here;
 * they choose among windows (`candidates`) and permit one repair (`repair`).
 *
 * Invariants: `raw` is what was read; `lines` differs from it by the one repaired character at most. `clean` means that all digits agree,
 * that every character has a confidence of at least 0.3, and that no other character that the digits would also accept comes close in
 * probability. Cost: 37 comparisons a position; `doubt` and `repair` recompute check digits only for rivals with real probability.
 */

import { positionAlphabets } from './alphabets.ts';
import type { PositionAlphabet } from './alphabets.ts';
import { invisibleRival } from './doubt.ts';
import { openDatesOf, parseFields } from './fields.ts';
import { formatOf } from './formats.ts';
import type { Span } from './formats.ts';
import { zoneAlphabet, classCount } from './network.ts';
import type { MrzFields } from '@countersign/findings';
import type { MrzReading } from './reading.ts';
import { findRepair } from './repair.ts';
import type { Repair } from './repair.ts';
import { stateCodes } from './state-codes.ts';
import { allAgree, verifyChecks } from './validity.ts';
import type { LineProbabilities, ZoneText } from './zone-text.ts';

interface DecodedLine {
  text: string;
  confidence: Float64Array;
  logProbability: number;
}

/**
 * If letter O and digit 0 are both allowed, O must be this many times likelier: most states do not print it in numbers, and in OCR-B the
 * two differ by little more than their roundness. Between letters it need not.
 */
const zeroPrior = { amongDigits: 15, mixed: 4, amongLetters: 1 } as const;

const digitZero = zoneAlphabet.indexOf('0');
const letterO = zoneAlphabet.indexOf('O');

/** Below this share of allowed classes, the position was read as something else and is not renormalised. */
const allowedFloor = 0.2;

/** What the network reads in a column: 1 for a digit, −1 for a letter, 0 for a filler, nothing, or O and 0 themselves. */
function kindAt(line: LineProbabilities, column: number): number {
  if (column < 0 || column >= line.columns) return 0;
  let best = 0;
  for (let k = 1; k < classCount; k += 1) {
    // The unrestricted winner, because the alphabet would turn every neighbour into the expected kind.
    const at = column * classCount;
    if (line.values[at + k]! > line.values[at + best]!) best = k;
  }
  if (best === digitZero || best === letterO || best === classCount - 1) return 0;
  return best < 10 ? 1 : -1;
}

/** Decides between O and 0 by the two columns on either side: the probability of 0 if it wins, `null` if O stays. */
function zeroInstead(line: LineProbabilities, column: number, total: number): number | null {
  const kinds = [-2, -1, 1, 2].map((offset) => kindAt(line, column + offset));
  const balance = kinds.reduce((sum, kind) => sum + kind);
  const letter = line.values[column * classCount + letterO]!;
  const zero = line.values[column * classCount + digitZero]!;
  const prior = balance > 0 ? zeroPrior.amongDigits : balance < 0 ? zeroPrior.amongLetters : zeroPrior.mixed;
  if (zero < 0.01 * total || letter > prior * zero) return null;
  return ((zero + letter) * prior * zero) / (prior * zero + letter);
}

function decodeLine(line: LineProbabilities, alphabets: readonly PositionAlphabet[]): DecodedLine {
  let text = '';
  let logProbability = 0;
  const confidence = new Float64Array(line.columns);
  for (let column = 0; column < line.columns; column += 1) {
    const allowed = alphabets[column];
    let best = -1;
    let bestValue = -1;
    let total = 0;
    for (let k = 0; k < classCount; k += 1) {
      if (!allowed?.[k]) continue;
      const value = line.values[column * classCount + k]!;
      total += value;
      if (value > bestValue) [best, bestValue] = [k, value];
    }
    const zero = best === letterO && allowed?.[digitZero] ? zeroInstead(line, column, total) : null;
    if (zero !== null) [best, bestValue] = [digitZero, zero];
    text += zoneAlphabet.charAt(best);
    // Shares among allowed characters; the floor keeps a position that was read as something else from appearing certain.
    confidence[column] = bestValue / Math.max(total, allowedFloor);
    // Bounded, so that one hidden character does not outweigh a whole line.
    logProbability += Math.log(Math.max(bestValue, 1e-4));
  }
  return { text, confidence, logProbability };
}

/** A known code replaces an unknown one unless it is this many times less likely. */
const knownStatePrior = 1e4;

/** A character with this share of its position's allowed classes was read reliably: no list replaces it. */
const surelyRead = 0.9;

/**
 * Reads doubtful characters of a state code as those of the likeliest known code, unless the free reading is far likelier; each keeps the
 * confidence that the network assigned to it.
 */
function withKnownState(decoded: DecodedLine, line: LineProbabilities | undefined, place: Span): DecodedLine {
  const { text } = decoded;
  const free = text.slice(place.start, place.end);
  if (!line || stateCodes.includes(free)) return decoded;
  const probability = (character: string, i: number): number =>
    line.values[(place.start + i) * classCount + zoneAlphabet.indexOf(character)]!;
  const share = (i: number): number => decoded.confidence[place.start + i]!;
  const likelihood = (code: string): number =>
    code.split('').reduce((product, character, i) => product * Math.max(probability(character, i), 1e-5), 1);
  const differsInDoubtOnly = (code: string): boolean =>
    code.split('').every((character, i) => character === free.charAt(i) || share(i) < surelyRead);
  // The free reading competes with a handicap, so that a clear reading of an unlisted code is kept.
  let best = { code: free, value: likelihood(free) / knownStatePrior };
  for (const code of stateCodes.filter(differsInDoubtOnly)) {
    const value = likelihood(code);
    if (value > best.value) best = { code, value };
  }
  const confidence = decoded.confidence.slice();
  best.code.split('').forEach((character, i) => {
    const own = Math.max(probability(free.charAt(i), i), 1e-6);
    if (character !== free.charAt(i))
      confidence[place.start + i] = (share(i) * probability(character, i)) / own;
  });
  return { ...decoded, text: text.slice(0, place.start) + best.code + text.slice(place.end), confidence };
}

/** Reads the lines with the format's alphabets. `null` if the size fits no format. */
export function decodeLines(lines: readonly LineProbabilities[]): ZoneText | null {
  const columns = lines[0]?.columns ?? 0;
  // Twice: the first characters distinguish a visa from a passport, and reading them requires an alphabet, which requires a format.
  const general = formatOf(lines.length, columns, '');
  if (!general || !lines[0]) return null;
  const start = decodeLine(lines[0], positionAlphabets(general, '')[0] ?? []).text;
  const zone = formatOf(lines.length, columns, start) ?? general;
  const alphabets = positionAlphabets(zone, start);
  const decoded = lines.map((line, i) => decodeLine(line, alphabets[i] ?? []));
  for (const place of [zone.fields.issuingState, zone.fields.nationality]) {
    const line = place && decoded[place.line];
    if (line) decoded[place.line] = withKnownState(line, lines[place.line], place);
  }
  const texts = decoded.map((line) => line.text);
  const sum = decoded.reduce((total, line) => total + line.logProbability, 0);
  return {
    zone,
    lines: texts,
    confidences: decoded.map((line) => line.confidence),
    meanLogProbability: sum / (columns * lines.length),
    checks: verifyChecks(zone, texts),
  };
}

/** The part of the zone that contains each reported field. */
const fieldParts = {
  documentCode: ['documentCode'],
  issuingState: ['issuingState'],
  number: ['number'],
  lastName: ['names', 'lastName'],
  firstName: ['names', 'firstName'],
  birthDate: ['birthDate'],
  expiryDate: ['expiryDate'],
  sex: ['sex'],
  nationality: ['nationality'],
  optional1: ['optional1'],
  optional2: ['optional2'],
} as const;

function fieldConfidences(text: ZoneText): Record<string, number> {
  const confidence: Record<string, number> = {};
  for (const [name, parts] of Object.entries(fieldParts)) {
    for (const part of parts) {
      const place = text.zone.fields[part];
      if (!place) continue;
      const values = text.confidences[place.line]?.subarray(place.start, place.end) ?? [];
      confidence[name] = rounded(Math.min(...values));
    }
  }
  return confidence;
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** States in the zone that are not in the list; an empty nationality does not count. */
const unlistedStates = (fields: MrzFields): ('issuingState' | 'nationality')[] =>
  (['issuingState', 'nationality'] as const).filter((name) => {
    const code = fields[name];
    return code !== null && code !== '' && !stateCodes.includes(code.padEnd(3, '<'));
  });

/** A position below this confidence was not read: nothing is printed there, or it is hidden. */
const unreadConfidence = 0.05;

/** Minimum confidence of every character in a clean zone. */
const cleanConfidence = 0.3;

/** A rival this strong that the check digits would not detect leaves the reading in doubt. */
const strongRival = 0.25;

/** The permitted repair, unless the zone then still has another doubtful character. */
function soleRepair(text: ZoneText, lines: readonly LineProbabilities[]): Repair | null {
  const repair = findRepair(text, lines);
  if (!repair) return null;
  return invisibleRival({ ...text, lines: repair.lines }, lines) > strongRival ? null : repair;
}

/**
 * The finished reading except for its location: check digits, at most one repair, fields. A zone with a position that was not read, or that
 * could be read differently without failing any check digit, is `inconsistent` even if its digits agree: they do not cover names.
 * @param today `YYYY-MM-DD`
 */
export function finishReading(
  text: ZoneText,
  lines: readonly LineProbabilities[],
  today: string,
): Omit<MrzReading, 'corners'> {
  const confidence = Math.min(...text.confidences.map((line) => Math.min(...line)));
  const agree = allAgree(text.checks);
  const doubtful = confidence < unreadConfidence || (agree && invisibleRival(text, lines) > strongRival);
  const clean = agree && !doubtful && confidence >= cleanConfidence;
  const repair = agree || doubtful ? null : soleRepair(text, lines);
  const final = repair?.lines ?? text.lines;
  const fields: MrzFields = parseFields(text.zone, final, today);
  fields.confidence = fieldConfidences(text);
  const unlisted = unlistedStates(fields);
  const openDates = openDatesOf(text.zone, final, fields);
  return {
    format: text.zone.format,
    status: clean ? 'clean' : repair ? 'repaired' : 'inconsistent',
    lines: [...final],
    raw: [...text.lines],
    checks: repair ? verifyChecks(text.zone, final) : text.checks,
    repaired: repair ? [repair.field] : [],
    confidence: rounded(confidence),
    fields,
    ...(unlisted.length > 0 ? { unlisted } : {}),
    ...(openDates ? { openDates } : {}),
  };
}
