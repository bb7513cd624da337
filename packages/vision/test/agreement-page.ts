import { agreementOf } from '../src/agreement/agreement-of.ts';
import type { Claim, ClaimedField } from '../src/agreement/claims.ts';
import { formatOfLines, parseFields } from '../src/mrz/fields.ts';
import type { MrzReading } from '../src/mrz/reading.ts';
import type { FoundField } from '../src/printed/labelled-fields.ts';
import type { ReadPage } from '../src/printed/read-printed.ts';
import type { TextWord } from '../src/printed/text-engine.ts';
import { runsOf } from '../src/printed/text-lines.ts';

export const today = '2026-11-20';

/** Words of lines below each other, as an engine gives them. */
export function wordsOf(lines: readonly string[], confidence = 0.95): TextWord[] {
  return lines.flatMap((line, row) => {
    let x = 20;
    return line.split(' ').map((text): TextWord => {
      const word: TextWord = { text, confidence, box: [x, 40 * row, 12 * text.length, 20] };
      x += 12 * text.length + 10;
      return word;
    });
  });
}

export interface Printed {
  confidence?: number;
  again?: readonly string[];
  fields?: Partial<Record<ClaimedField, [value: string, confidence: number]>>;
}

export function pageOf(
  lines: readonly string[],
  { confidence = 0.95, again = [], fields = {} }: Printed = {},
): ReadPage {
  const words = wordsOf(lines, confidence);
  const labelled = Object.entries(fields).map(([field, [value, sure]]): FoundField => ({
    field: field as ClaimedField,
    kind: field.endsWith('Name') ? 'name' : 'text',
    value: { value, repaired: 0, confirmed: false },
    text: value,
    box: [0, 0, 1, 1],
    confidence: sure,
  }));
  return {
    words,
    runs: runsOf(words),
    located: labelled,
    labelWords: new Set(),
    fields: labelled,
    wordsAgain: wordsOf(again),
    reading: null,
    suffices: false,
  };
}

export const claim = (field: ClaimedField, value: string, more: Partial<Claim> = {}): Claim => ({
  field,
  value,
  truncated: false,
  sole: true,
  ...more,
});
/** A page of other things, so that it counts as legible. */
export const filler = [
  'KINGDOM OF SOMEWHERE ELSE',
  'ISSUED UNDER THE AUTHORITY OF NOBODY',
  'PLACE OF BIRTH AMAUROT',
];

export function stateOf(of: Claim, lines: readonly string[], printed: Printed = {}, others: Claim[] = []) {
  const { agreement } = agreementOf([pageOf([...filler, ...lines], printed)], [of, ...others], today);
  return agreement[of.field]?.state;
}

/** A zone that was read without a doubt. */
export function zoneOf(lines: string[]): MrzReading {
  const format = formatOfLines(lines);
  if (format === null) throw new Error('the lines have a format');
  return {
    format: format.format,
    status: 'clean',
    lines,
    raw: lines,
    checks: { number: true, birth: true, expiry: true, optional: true, composite: true },
    repaired: [],
    confidence: 0.97,
    fields: parseFields(format, lines, today),
    corners: [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  };
}
