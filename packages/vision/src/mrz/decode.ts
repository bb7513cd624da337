import { positionAlphabets } from './alphabets.ts';
import type { PositionAlphabet } from './alphabets.ts';
import { parseFields } from './fields.ts';
import { formatOf } from './formats.ts';
import type { ZoneFormat } from './formats.ts';
import { ALPHABET, CLASSES } from './network.ts';
import type { MrzChecks, MrzFields, MrzReading } from './reading.ts';
import { findRepair } from './repair.ts';
import { allAgree, verifyChecks } from './validity.ts';

/** One line of cells: 37 probabilities a cell, one cell after the other. */
export interface LineProbabilities {
  columns: number;
  values: Float64Array;
}

/** A zone as the network sees it best, position by position. */
export interface ZoneText {
  zone: ZoneFormat;
  lines: string[];
  /** Probability of each chosen character among those its position allows, 0–1. */
  confidences: Float64Array[];
  /** Logarithm of the plain probability of the chosen characters, mean over all positions. */
  meanLogProbability: number;
  checks: MrzChecks;
}

interface DecodedLine {
  text: string;
  confidence: Float64Array;
  logProbability: number;
}

/** Below this share of allowed classes the position was read as something else: no renormalising then. */
const ALLOWED_FLOOR = 0.2;

function decodeLine(line: LineProbabilities, alphabets: readonly PositionAlphabet[]): DecodedLine {
  let text = '';
  let logProbability = 0;
  const confidence = new Float64Array(line.columns);
  for (let column = 0; column < line.columns; column++) {
    const allowed = alphabets[column];
    let best = -1;
    let bestValue = -1;
    let total = 0;
    for (let k = 0; k < CLASSES; k++) {
      if (!allowed?.[k]) continue;
      const value = line.values[column * CLASSES + k] as number;
      total += value;
      if (value > bestValue) [best, bestValue] = [k, value];
    }
    text += ALPHABET.charAt(best);
    confidence[column] = bestValue / Math.max(total, ALLOWED_FLOOR);
    logProbability += Math.log(Math.max(bestValue, 1e-4));
  }
  return { text, confidence, logProbability };
}

/** Reads the lines under the format's alphabets. `null` when the size fits no format. */
export function decodeLines(lines: readonly LineProbabilities[]): ZoneText | null {
  const columns = lines[0]?.columns ?? 0;
  const general = formatOf(lines.length, columns, '');
  if (!general || !lines[0]) return null;
  const start = decodeLine(lines[0], positionAlphabets(general, '')[0] ?? []).text;
  const zone = formatOf(lines.length, columns, start) ?? general;
  const alphabets = positionAlphabets(zone, start);
  const decoded = lines.map((line, i) => decodeLine(line, alphabets[i] ?? []));
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

/** Which part of the zone each reported field stands in. */
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

/**
 * The finished reading: check digits, at most one repair, fields.
 * @param today `YYYY-MM-DD`
 */
export function finishReading(
  text: ZoneText,
  lines: readonly LineProbabilities[],
  today: string,
): MrzReading {
  const clean = allAgree(text.checks);
  const repair = clean ? null : findRepair(text, lines);
  const final = repair?.lines ?? text.lines;
  const fields: MrzFields = parseFields(text.zone, final, today);
  fields.confidence = fieldConfidences(text);
  return {
    format: text.zone.format,
    status: clean ? 'clean' : repair ? 'repaired' : 'inconsistent',
    lines: [...final],
    raw: [...text.lines],
    checks: repair ? verifyChecks(text.zone, final) : text.checks,
    repaired: repair ? [repair.field] : [],
    confidence: rounded(Math.min(...text.confidences.map((line) => Math.min(...line)))),
    fields,
  };
}
