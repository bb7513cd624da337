import type { SpecimenMrzFormat } from '../mrz/mrz-lines.ts';
import type { UtopianKind } from './card-kinds.ts';

/** A box: x, y, width and height. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** Positions of the parts of a card, in millimetres. */
export interface CardLayout {
  width: number;
  height: number;
  title: string;
  /** Null when this side has no machine-readable zone. */
  mrz: { format: SpecimenMrzFormat; documentCode: string; left: number; baseLines: readonly number[] } | null;
  portrait: Box | null;
  ghost: Box | null;
  /** Left edges of the two columns of labelled fields, their first baseline, and the distance between rows. */
  fields: { left: number; second: number; top: number; row: number };
}

const mrzRow = 6.35;

/** Layouts of Utopia's own documents. */
export const cardLayouts: Readonly<Record<UtopianKind, CardLayout>> = {
  td3: {
    width: 125,
    height: 88,
    title: 'PASSPORT',
    mrz: { format: 'TD3', documentCode: 'P', left: 6.6, baseLines: [73.6, 73.6 + mrzRow] },
    portrait: [6, 17, 35, 44.3],
    ghost: [101, 38, 17, 21.5],
    fields: { left: 46, second: 84, top: 18.5, row: 7.6 },
  },
  'td1-front': {
    width: 85.6,
    height: 53.98,
    title: 'IDENTITY CARD',
    mrz: null,
    portrait: [4, 14, 25, 31.7],
    ghost: [70, 35, 11.5, 14.6],
    fields: { left: 33, second: 59, top: 14.5, row: 6.6 },
  },
  'td1-back': {
    width: 85.6,
    height: 53.98,
    title: 'IDENTITY CARD',
    mrz: { format: 'TD1', documentCode: 'I', left: 4.7, baseLines: [36.2, 36.2 + mrzRow, 36.2 + 2 * mrzRow] },
    portrait: null,
    ghost: null,
    fields: { left: 5, second: 45, top: 11, row: 6.4 },
  },
  td2: {
    width: 105,
    height: 74,
    title: 'TRAVEL CARD',
    mrz: { format: 'TD2', documentCode: 'I', left: 6.8, baseLines: [59.8, 59.8 + mrzRow] },
    portrait: [5, 14, 28, 35.5],
    ghost: [84, 33, 14, 17.7],
    fields: { left: 38, second: 70, top: 15, row: 6.3 },
  },
  mrva: {
    width: 120,
    height: 80,
    title: 'VISA',
    mrz: { format: 'MRVA', documentCode: 'V', left: 4.2, baseLines: [65.6, 65.6 + mrzRow] },
    portrait: [6, 15, 29, 36.7],
    ghost: [98, 34, 15, 19],
    fields: { left: 41, second: 80, top: 16.5, row: 6.6 },
  },
  mrvb: {
    width: 105,
    height: 74,
    title: 'VISA',
    mrz: { format: 'MRVB', documentCode: 'V', left: 6.8, baseLines: [59.8, 59.8 + mrzRow] },
    portrait: [5, 14, 28, 35.5],
    ghost: [84, 33, 14, 17.7],
    fields: { left: 38, second: 70, top: 15, row: 6.3 },
  },
};
