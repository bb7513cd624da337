import type { MrzCheck, MrzFormat } from '@countersign/findings';

/** Part of one line, counted from 0; `end` is exclusive. */
export interface Span {
  line: number;
  start: number;
  end: number;
}

/** Names of the parts of a zone. `names` contains both identifiers; the French card has them separately. */
export type ZoneField =
  | 'documentCode'
  | 'issuingState'
  | 'number'
  | 'names'
  | 'lastName'
  | 'firstName'
  | 'birthDate'
  | 'expiryDate'
  | 'sex'
  | 'nationality'
  | 'optional1'
  | 'optional2';

/** One check digit: its position, and what it covers, in order. */
export interface CheckRule {
  at: { line: number; column: number };
  over: Span[];
}

/** Geometry of one format. */
export interface ZoneFormat {
  format: MrzFormat;
  lines: 2 | 3;
  columns: 30 | 36 | 44;
  fields: Partial<Record<ZoneField, Span>>;
  checks: Partial<Record<MrzCheck, CheckRule>>;
}

const span = (line: number, start: number, end: number): Span => ({ line, start, end });

const documentStart = { documentCode: span(0, 0, 2), issuingState: span(0, 2, 5) };

const secondLine = {
  number: span(1, 0, 9),
  nationality: span(1, 10, 13),
  birthDate: span(1, 13, 19),
  sex: span(1, 20, 21),
  expiryDate: span(1, 21, 27),
};

const secondLineChecks = {
  number: { at: { line: 1, column: 9 }, over: [span(1, 0, 9)] },
  birth: { at: { line: 1, column: 19 }, over: [span(1, 13, 19)] },
  expiry: { at: { line: 1, column: 27 }, over: [span(1, 21, 27)] },
};

/** All supported formats. Visas have no composite digit; the French card has no expiry date. */
export const zoneFormats: Readonly<Record<MrzFormat, ZoneFormat>> = {
  TD1: {
    format: 'TD1',
    lines: 3,
    columns: 30,
    fields: {
      ...documentStart,
      number: span(0, 5, 14),
      optional1: span(0, 15, 30),
      birthDate: span(1, 0, 6),
      sex: span(1, 7, 8),
      expiryDate: span(1, 8, 14),
      nationality: span(1, 15, 18),
      optional2: span(1, 18, 29),
      names: span(2, 0, 30),
    },
    checks: {
      number: { at: { line: 0, column: 14 }, over: [span(0, 5, 14)] },
      birth: { at: { line: 1, column: 6 }, over: [span(1, 0, 6)] },
      expiry: { at: { line: 1, column: 14 }, over: [span(1, 8, 14)] },
      composite: {
        at: { line: 1, column: 29 },
        over: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)],
      },
    },
  },
  TD2: {
    format: 'TD2',
    lines: 2,
    columns: 36,
    fields: { ...documentStart, names: span(0, 5, 36), ...secondLine, optional1: span(1, 28, 35) },
    checks: {
      ...secondLineChecks,
      composite: { at: { line: 1, column: 35 }, over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 35)] },
    },
  },
  TD3: {
    format: 'TD3',
    lines: 2,
    columns: 44,
    fields: { ...documentStart, names: span(0, 5, 44), ...secondLine, optional1: span(1, 28, 42) },
    checks: {
      ...secondLineChecks,
      optional: { at: { line: 1, column: 42 }, over: [span(1, 28, 42)] },
      composite: { at: { line: 1, column: 43 }, over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)] },
    },
  },
  MRVA: {
    format: 'MRVA',
    lines: 2,
    columns: 44,
    fields: { ...documentStart, names: span(0, 5, 44), ...secondLine, optional1: span(1, 28, 44) },
    checks: secondLineChecks,
  },
  MRVB: {
    format: 'MRVB',
    lines: 2,
    columns: 36,
    fields: { ...documentStart, names: span(0, 5, 36), ...secondLine, optional1: span(1, 28, 36) },
    checks: secondLineChecks,
  },
  FRID: {
    format: 'FRID',
    lines: 2,
    columns: 36,
    fields: {
      ...documentStart,
      lastName: span(0, 5, 30),
      optional1: span(0, 30, 36),
      number: span(1, 0, 12),
      firstName: span(1, 13, 27),
      birthDate: span(1, 27, 33),
      sex: span(1, 34, 35),
    },
    checks: {
      number: { at: { line: 1, column: 12 }, over: [span(1, 0, 12)] },
      birth: { at: { line: 1, column: 33 }, over: [span(1, 27, 33)] },
      composite: { at: { line: 1, column: 35 }, over: [span(0, 0, 36), span(1, 0, 35)] },
    },
  },
};

/**
 * The format of a zone of the given size whose first line begins with `start` (five characters suffice); `null` if there is none. Visas
 * begin with `V`; the older French card is the only two-line `IDFRA`.
 */
export function formatOf(lineCount: number, columns: number, start: string): ZoneFormat | null {
  if (lineCount === 3 && columns === 30) return zoneFormats.TD1;
  if (lineCount !== 2) return null;
  if (columns === 44) return start.startsWith('V') ? zoneFormats.MRVA : zoneFormats.TD3;
  if (columns !== 36) return null;
  if (start.startsWith('V')) return zoneFormats.MRVB;
  return start.startsWith('IDFRA') ? zoneFormats.FRID : zoneFormats.TD2;
}

/** Text of a span. */
export function textOf(lines: readonly string[], part: Span): string {
  return (lines[part.line] ?? '').slice(part.start, part.end);
}

/** How the document number is printed: in its own field, or continued in the optional data. */
export interface NumberLayout {
  /** Spans that together form the number. */
  number: Span[];
  check: { line: number; column: number };
  /** The rest of the optional data; `null` if the number takes up the whole field. */
  optional1: Span | null;
}

/**
 * Locates number and check digit. On cards, a filler in the position of the check digit means that the number continues in the optional
 * data; its last character before the next filler is then the check digit.
 */
export function numberLayout(zone: ZoneFormat, lines: readonly string[]): NumberLayout | null {
  const { number, optional1 } = zone.fields;
  const rule = zone.checks.number;
  if (!number || !rule) return null;
  const usual: NumberLayout = { number: [number], check: rule.at, optional1: optional1 ?? null };
  const mayContinue = (zone.format === 'TD1' || zone.format === 'TD2') && optional1 !== undefined;
  if (!mayContinue || lines[rule.at.line]?.charAt(rule.at.column) !== '<') return usual;
  const rest = /^[^<]{2,}/.exec(textOf(lines, optional1))?.[0];
  if (rest === undefined || textOf(lines, number).includes('<')) return usual;
  const last = optional1.start + rest.length - 1;
  return {
    number: [number, span(optional1.line, optional1.start, last)],
    check: { line: optional1.line, column: last },
    optional1: last + 1 < optional1.end ? span(optional1.line, last + 1, optional1.end) : null,
  };
}
