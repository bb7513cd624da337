import { rateOf } from '../src/evaluation/pair-statistics.ts';

/** A row of the table; rows with an empty goal are only reported. */
export interface VisionRow {
  figure: string;
  value: number;
  unit: string;
  count?: { right: number; of: number };
  /** 95 % confidence limits in the unit of the value. */
  limits?: [low: number, high: number];
  goal: { least?: number; most?: number };
  note?: string;
}
/** Bounds that a value must meet. */
export type Goal = VisionRow['goal'];

/** Counts from which a share is printed. */
export interface Counted {
  figure: string;
  right: number;
  of: number;
  goal?: Goal;
  note?: string;
}

/** Returns a row with a share and its confidence limits, in per cent. */
export function share({ figure, right, of, goal = {}, note }: Counted): VisionRow {
  const { value, low, high } = rateOf(right, of);
  return {
    figure,
    value: value * 100,
    unit: '%',
    count: { right, of },
    limits: [low * 100, high * 100],
    goal,
    note: note === undefined ? 'drawn' : `drawn; ${note}`,
  };
}

/** Returns a row with processor milliseconds. */
export const cpu = (figure: string, value: number, most?: number): VisionRow => ({
  figure: `${figure}, CPU`,
  value,
  unit: 'ms',
  goal: most === undefined ? {} : { most },
});

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const most = (values: readonly number[]): number => Math.max(...values);
/** Lists names with their counts. */
export const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ');
