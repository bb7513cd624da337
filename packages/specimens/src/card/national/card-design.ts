import type { SpecimenBarcodeFormat } from '../../barcode/draw-barcode.ts';
import type { Person } from '../../people/person.ts';
import type { Papers } from '../../people/papers.ts';
import type { Box } from '../card-layout.ts';

/** A labelled field of a design. Lengths are in millimetres on the card. */
export interface DesignField {
  /** Name in the truth file: the reader's name for the field, if it has one. */
  name: string;
  /** Empty when the text has no label. */
  label: string;
  /** The text as printed, with several lines where the card breaks it. */
  lines: string[];
  /** Value that a reader should return: dates as `YYYY-MM-DD`, numbers without separators. Default: the lines joined by spaces. */
  value?: string;
  /** Left edge, and baseline of the label. */
  x: number;
  y: number;
  /** Maximum width of the text; longer text shrinks. */
  room: number;
  /** Position of the text relative to its label (default `below`). */
  placement?: 'below' | 'beside' | 'above';
  /** Font size (default 2.35). */
  size?: number;
}

/** A bar code on a card. */
export interface DesignCode {
  format: SpecimenBarcodeFormat;
  bytes: Uint8Array;
  /** Box without the quiet zone; the symbol is stretched to fill it. */
  box: Box;
  columns?: number;
  errorLevel?: number;
}

/** One side of an ID-1 card (85.6 × 53.98 mm), filled in for one person. */
export interface CardDesign {
  side: 'front' | 'back';
  /** Issuer at the top left, title at the top right. */
  issuer: string;
  title: string;
  portrait: Box | null;
  ghost: Box | null;
  fields: DesignField[];
  code: DesignCode | null;
  mrz: { format: 'TD1'; lines: string[]; left: number; baseLines: readonly number[] } | null;
  /** Centre, font size and rotation (in degrees) of the word SPECIMEN across the card. */
  mark: { x: number; y: number; size: number; turn: number };
}

/** The holder of a card, with the details that documents of the holder's culture carry. */
export interface Holder<Kind extends Papers> {
  person: Person;
  papers: Kind;
  /** Seed of meaningless content, such as sealed payloads. */
  seed: number;
}

/** Converts text to upper case as cards of all these cultures print it. */
export function capitals(text: string): string {
  return text.toLocaleUpperCase('es');
}

/** Formats a date as `15/03/1986`. */
export function slashDate(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** Baselines of a zone at the bottom of an ID-1 card. */
export const zoneBaseLines = [36.2, 42.55, 48.9] as const;
