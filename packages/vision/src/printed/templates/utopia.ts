import type { Box } from '../../picture/raster.ts';
import type { FieldName } from '@countersign/findings';
import type { ValueKind } from '../values/read-value.ts';
import type { DocumentTemplate, PlacedField } from './template.ts';

const source =
  'ICAO Doc 9303 parts 4 to 7, visual inspection zone; drawings of Utopia in @countersign/specimens';
const shared = { source, state: 'UTO', language: 'eng', dateOrder: 'dmy', labels: [] } as const;

interface Columns {
  /** Left edges of both columns, baseline of the first label, row spacing and right edge of the second column, in millimetres. */
  first: number;
  second: number;
  top: number;
  row: number;
  right: number;
}

type Cell = readonly [field: FieldName, kind: ValueKind, column: 0 | 1, row: number];

const front: readonly Cell[] = [
  ['lastName', 'name', 0, 0],
  ['firstName', 'name', 0, 1],
  ['birthDate', 'birth', 0, 2],
  ['sex', 'sex', 1, 2],
  ['number', 'number', 0, 3],
  ['nationality', 'state', 1, 3],
  ['expiryDate', 'expiry', 0, 4],
];

/** Positions of the values, each of which is below its label. */
function placed(cells: readonly Cell[], { first, second, top, row, right }: Columns): PlacedField[] {
  return cells.map(([field, kind, column, index]) => {
    const left = column === 0 ? first : second;
    const wide = column === 1 || field === 'lastName' || field === 'firstName';
    const box: Box = [left - 0.6, top + index * row + 0.5, (wide ? right : second) - left - 0.4, row * 0.6];
    return { field, kind, box };
  });
}

const essential: readonly FieldName[] = ['lastName', 'firstName', 'birthDate', 'number', 'expiryDate'];

/** Passports of Utopia. */
export const utopianPassport: DocumentTemplate = {
  ...shared,
  id: 'uto-td3',
  kind: 'passport',
  side: 'front',
  size: { width: 125, height: 88 },
  titles: ['PASSPORT'],
  expects: essential,
  places: placed([...front, ['issueDate', 'issue', 0, 5], ['birthPlace', 'place', 1, 4]], {
    first: 46,
    second: 84,
    top: 18.5,
    row: 7.6,
    right: 122,
  }),
};

/** Front of Utopia's identity card. */
export const utopianCardFront: DocumentTemplate = {
  ...shared,
  id: 'uto-td1-front',
  kind: 'id-card',
  side: 'front',
  size: { width: 85.6, height: 53.98 },
  titles: ['IDENTITY CARD'],
  expects: essential,
  places: placed(front, { first: 33, second: 59, top: 14.5, row: 6.6, right: 83 }),
};

/** Back of Utopia's identity card. */
export const utopianCardBack: DocumentTemplate = {
  ...shared,
  id: 'uto-td1-back',
  kind: 'id-card',
  side: 'back',
  size: { width: 85.6, height: 53.98 },
  titles: ['IDENTITY CARD'],
  expects: ['issueDate', 'birthPlace', 'authority'],
  places: placed(
    [
      ['issueDate', 'issue', 0, 0],
      ['birthPlace', 'place', 1, 0],
      ['personalNumber', 'digits', 0, 1],
      ['authority', 'text', 1, 1],
    ],
    { first: 5, second: 45, top: 11, row: 6.4, right: 83 },
  ),
};

/** Utopia's travel card, in size TD2. */
export const utopianTravelCard: DocumentTemplate = {
  ...shared,
  id: 'uto-td2',
  kind: 'id-card',
  side: 'front',
  size: { width: 105, height: 74 },
  titles: ['TRAVEL CARD'],
  expects: essential,
  places: placed(front, { first: 38, second: 70, top: 15, row: 6.3, right: 102 }),
};

/** Visa of format A. */
export const utopianVisaA: DocumentTemplate = {
  ...shared,
  id: 'uto-mrva',
  kind: 'visa',
  side: 'front',
  size: { width: 120, height: 80 },
  titles: ['VISA'],
  expects: essential,
  places: placed(front, { first: 41, second: 80, top: 16.5, row: 6.6, right: 117 }),
};

/** Visa of format B. */
export const utopianVisaB: DocumentTemplate = {
  ...shared,
  id: 'uto-mrvb',
  kind: 'visa',
  side: 'front',
  size: { width: 105, height: 74 },
  titles: ['VISA'],
  expects: essential,
  places: placed(front, { first: 38, second: 70, top: 15, row: 6.3, right: 102 }),
};
