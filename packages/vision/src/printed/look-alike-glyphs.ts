/**
 * Which of two look-alikes a number has, O or 0 and I or 1: engines take one for the other however clear the print is.
 *
 * Dates show how wide 0 and 1 are in this print, its other capitals whether letters have widths of their own. In such a font O is a
 * quarter wider than 0, and an I without serifs half as wide as 1. Widths are in heights of the glyph, so that print of several sizes
 * compares. Nothing is changed where a glyph is neither, where glyphs touch, in fonts of one width, and without a date on the page.
 * Cost: the pixels of dates and words of capitals once a page, and of each number.
 * @see docs/decisions/0180-look-alikes-in-numbers-are-decided-by-their-widths.md
 */

import type { Box, Raster } from '../picture/raster.ts';
import type { FoundField } from './labelled-fields.ts';
import type { TextWord } from './text-engine.ts';
import { readValue, type ValueContext, type ValueKind } from './values/read-value.ts';

/** Widths of glyphs on a page, in heights; `null` where none was seen. */
interface GlyphWidths {
  of: ReadonlyMap<string, number>;
  capital: number;
  zero: number;
  one: number | null;
  /** I in words of capitals. */
  letterI: number | null;
}

interface Glyph {
  /** In heights. */
  width: number;
}

/** Numbers without check digits that mix letters and digits. */
const mixed: ReadonlySet<ValueKind> = new Set<ValueKind>(['number', 'licence-number']);
const date = /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/;
/** Capitals that are wider than 0 in every font whose letters have widths of their own. */
const wideCapitals = new Set('ACDGHNOQRU');
/** Words that the engine doubts more are no examples. */
const sure = 0.8;
/** Ink of a glyph, as a share of the darkest columns of its word. */
const inked = 0.45;
/** Widths, as shares of the digit's: O from the first on and 0 up to the second; I up to the first and 1 from the second on. */
const letterO = { from: 1.17, digitTo: 1.08 };
const letterI = { to: 0.62, digitFrom: 0.8 };

/**
 * Replaces look-alikes in numbers by what their widths are.
 * @param words of the page, in pixels of the print
 * @returns gives the field back where nothing is to replace
 */
export function lookAlikesOf(
  print: Raster,
  words: readonly TextWord[],
  context: ValueContext,
): (field: FoundField) => FoundField {
  let widths: GlyphWidths | null | undefined;
  return (field) => {
    if (!mixed.has(field.kind) || !/[0O1I]/.test(field.value.value)) return field;
    if (widths === undefined) widths = widthsOf(print, words);
    const glyphs = widths && glyphsOfNumber(print, field, widths);
    if (!widths || !glyphs || !isOneFont(field.text, glyphs, widths)) return field;
    const text = replaced(field.text, glyphs, widths);
    const value = text === field.text ? null : readValue(field.kind, text, context);
    return value === null ? field : { ...field, text, value };
  };
}

/** Characters of a text but its blanks by the widths of their glyphs, `null` for those that touch others. */
function replaced(text: string, glyphs: readonly (Glyph | null)[], widths: GlyphWidths): string {
  let at = 0;
  return Array.from(text, (character) => {
    if (isBlank(character)) return character;
    const glyph = glyphs[at];
    at += 1;
    return (glyph && lookAlikeOf(character.toUpperCase(), glyph.width, widths)) ?? character;
  }).join('');
}

/** What a character is by its width; `null` leaves it as read. */
function lookAlikeOf(
  character: string,
  width: number,
  { zero, one, letterI: capitalI }: GlyphWidths,
): string | null {
  if (character === '0' || character === 'O') {
    const share = width / zero;
    return share >= letterO.from ? 'O' : share <= letterO.digitTo ? '0' : null;
  }
  if ((character !== '1' && character !== 'I') || one === null) return null;
  if (width <= letterI.to * one) return 'I';
  // An I with serifs is as wide as 1.
  const isBare = capitalI !== null && capitalI <= letterI.to * one;
  return isBare && width >= letterI.digitFrom * one ? '1' : null;
}

/** @returns `null` without dates, and in fonts of one width */
function widthsOf(print: Raster, words: readonly TextWord[]): GlyphWidths | null {
  const seen = new Map<string, number[]>();
  for (const { text, confidence, box } of words) {
    const own = text.replace(/[.,:;]+$/, '');
    if (confidence < sure || own !== text || !(date.test(own) || /^\p{Lu}{4,}$/u.test(own))) continue;
    const glyphs = glyphsOf(print, box, own);
    for (const [at, { width }] of (glyphs ?? []).entries()) {
      const character = own[at]!;
      seen.set(character, [...(seen.get(character) ?? []), width]);
    }
  }
  const of = new Map([...seen].map(([character, all]) => [character, middle(all)]));
  const zero = of.get('0');
  const wide = [...seen].flatMap(([character, all]) => (wideCapitals.has(character) ? all : []));
  const capital = middle(wide);
  if (zero === undefined || wide.length === 0 || capital < 1.1 * zero) return null;
  return { of, capital, zero, one: of.get('1') ?? null, letterI: of.get('I') ?? null };
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const isBlank = (character: string): boolean => /\s/.test(character);

/** Capitals of a text without its blanks, one for each character. */
const charactersOf = (text: string): string[] =>
  Array.from(text)
    .filter((character) => !isBlank(character))
    .map((character) => character.toUpperCase());

/** The glyphs of a text; `null` where some touch, or more is inked than the text has. */
function glyphsOf(print: Raster, box: Box, text: string): Glyph[] | null {
  const glyphs = inkIn(print, box);
  return glyphs.length === charactersOf(text).length ? glyphs : null;
}

/** The glyph of each character of a number, `null` for two that touch; `null` alone where it is not clear which do. */
function glyphsOfNumber(
  print: Raster,
  { box, text }: FoundField,
  widths: GlyphWidths,
): (Glyph | null)[] | null {
  const glyphs = inkIn(print, box);
  const expected = charactersOf(text).map((character) =>
    mayBeOther.has(character) ? null : (widths.of.get(character) ?? usualWidth(character, widths)),
  );
  const touching = expected.length - glyphs.length;
  if (touching === 0) return glyphs;
  if (touching < 0 || touching > mostTouching) return null;
  return assigned(glyphs, expected, { glyph: 0, character: 0, touching, widths })?.glyphs ?? null;
}

/** Whether the other characters of a number are as wide as elsewhere on the page: other fonts have other widths. */
function isOneFont(text: string, glyphs: readonly (Glyph | null)[], { of }: GlyphWidths): boolean {
  const shares = charactersOf(text).flatMap((character, at) => {
    const [glyph, usual] = [glyphs[at], of.get(character)];
    return glyph && usual !== undefined && /[A-HJ-NP-Z2-9]/.test(character) ? [glyph.width / usual] : [];
  });
  return shares.length > 1 && Math.abs(middle(shares) - 1) <= ofOneFont;
}

/** How far widths of one font differ, as a share. */
const ofOneFont = 0.08;
const mayBeOther = new Set('0O1I');
/** Pairs of characters that touch at most. */
const mostTouching = 2;
/** How far a glyph may be from the width of its character where others touch, as a share. */
const slack = 0.4;

const usualWidth = (character: string, { zero, capital }: GlyphWidths): number =>
  /\d/.test(character) ? zero : character === 'J' ? capital / 2 : /\p{L}/u.test(character) ? capital : 1;

/** The way to take glyphs for characters, so many for two, that leaves widths least off. */
function assigned(
  glyphs: readonly Glyph[],
  expected: readonly (number | null)[],
  {
    glyph,
    character,
    touching,
    widths,
  }: { glyph: number; character: number; touching: number; widths: GlyphWidths },
): { glyphs: (Glyph | null)[]; off: number } | null {
  if (character === expected.length) return { glyphs: [], off: 0 };
  const own = glyphs[glyph];
  if (own === undefined) return null;
  const ways = [
    { take: 1, wanted: expected[character] ?? null },
    ...(touching > 0 && character + 1 < expected.length
      ? [{ take: 2, wanted: (expected[character] ?? widths.zero) + (expected[character + 1] ?? widths.zero) }]
      : []),
  ].flatMap(({ take, wanted }) => {
    const off = wanted === null ? 0 : Math.abs(own.width - wanted) / wanted;
    if (off > slack) return [];
    const at = { glyph: glyph + 1, character: character + take, touching: touching - (take - 1), widths };
    const rest = assigned(glyphs, expected, at);
    return rest === null
      ? []
      : [{ glyphs: [...(take === 1 ? [own] : [null, null]), ...rest.glyphs], off: off + rest.off }];
  });
  return ways.toSorted((a, b) => a.off - b.off)[0] ?? null;
}

/** Stretches of inked columns, from left to right. */
function inkIn(print: Raster, [x, y, across, down]: Box): Glyph[] {
  const [left, right] = [Math.max(0, Math.floor(x) - 2), Math.min(print.width, Math.ceil(x + across) + 2)];
  const [top, bottom] = [Math.max(0, Math.floor(y)), Math.min(print.height, Math.ceil(y + down))];
  const inkAt = (column: number, row: number): number => 255 - print.data[row * print.width + column]!;
  const rows = Array.from({ length: Math.max(0, bottom - top) }, (_, at) => top + at);
  const columns = Array.from({ length: Math.max(0, right - left) }, (_, at) =>
    Math.max(0, ...rows.map((row) => inkAt(left + at, row))),
  );
  const darkest = columns.toSorted((a, b) => a - b)[Math.floor(0.9 * columns.length)] ?? 0;
  const least = inked * darkest;
  const glyphs: Glyph[] = [];
  for (let from = 0; from < columns.length; from += 1) {
    if (columns[from]! < least) continue;
    let to = from;
    while (to < columns.length && columns[to]! >= least) to += 1;
    const stretch = Array.from({ length: to - from }, (_, at) => left + from + at);
    const own = rows.filter((row) => stretch.some((column) => inkAt(column, row) >= least));
    // The columns at the edges are inked in part.
    const edges = ((columns[from - 1] ?? 0) + (columns[to] ?? 0)) / Math.max(1, darkest);
    glyphs.push({ width: (to - from + edges) / Math.max(1, (own.at(-1) ?? 0) - (own[0] ?? 0) + 1) });
    from = to;
  }
  return glyphs;
}
