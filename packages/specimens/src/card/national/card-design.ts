import type { SpecimenBarcodeFormat } from '../../barcode/draw-barcode.ts';
import type { Person } from '../../people/person.ts';
import type { Papers } from '../../people/papers.ts';
import type { Box } from '../card-layout.ts';

/** One labelled field of a design. Lengths in millimetres of the card. */
export interface DesignField {
  /** Name in the truth; the reader's own names where it has one. */
  name: string;
  /** Empty: the text has no label. */
  label: string;
  /** As printed; more than one where the card breaks the text. */
  lines: string[];
  /** What a reader should make of it: dates `YYYY-MM-DD`, numbers without separators; default the lines with one space between. */
  value?: string;
  /** Left edge, and base line of the label. */
  x: number;
  y: number;
  /** Width that the text may take; longer text shrinks. */
  room: number;
  /** Where the text is as seen from its label; default `below`. */
  placement?: 'below' | 'beside' | 'above';
  /** Font size, default 2.35. */
  size?: number;
}

/** A symbol on a card. */
export interface DesignCode {
  format: SpecimenBarcodeFormat;
  bytes: Uint8Array;
  /** Without the quiet zone; the symbol is stretched to fill it. */
  box: Box;
  columns?: number;
  errorLevel?: number;
}

/** One side of a card of the size ID-1, 85.6 × 53.98 mm, filled in for one person. */
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
  /** Middle, font size and turn in degrees of the word SPECIMEN across the card. */
  mark: { x: number; y: number; size: number; turn: number };
}

/** Whom a side is filled in for, with the details that its culture's documents carry. */
export interface Holder<Kind extends Papers> {
  person: Person;
  papers: Kind;
  /** For what means nothing, such as sealed payloads. */
  seed: number;
}

/** Upper case as cards of all these cultures print it. */
export function capitals(text: string): string {
  return text.toLocaleUpperCase('es');
}

/** `15/03/1986`. */
export function slashDate(date: string): string {
  return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** Base lines of a zone at the foot of an ID-1 card. */
export const zoneBaseLines = [36.2, 42.55, 48.9] as const;
