/**
 * Decides between the look-alikes O and 0, and I and 1, in numbers: engines confuse them however clear the print is.
 *
 * Dates show how wide 0 and 1 are in this print, and other capitals show whether the font is proportional. In a proportional font, O is
 * a quarter wider than 0, and an I without serifs is half as wide as 1. Widths are in heights of the glyph, so that sizes of print are
 * comparable. Two touching glyphs are as wide as both together. Nothing is changed if a glyph matches neither character, in monospaced
 * fonts, and on pages without a date or the year of one. If widths are known for the page but do not decide a number, the number is
 * doubtful: engines make the same mistake in every reading, so readings that agree are no evidence.
 * Cost: reads the pixels of dates and capitalised words once per page, and the pixels of each number.
 * @see docs/decisions/0180-resolve-look-alike-characters-in-numbers-by-their-widths.md
 */

import type { Box, Raster } from '../picture/raster.ts';
import type { FoundField } from './labelled-fields.ts';
import type { TextWord } from './text-engine.ts';
import { readValue, type ValueContext, type ValueKind } from './values/read-value.ts';

/** Widths of glyphs on a page, in heights; `null` if a glyph does not occur. */
interface GlyphWidths {
  of: ReadonlyMap<string, number>;
  capital: number;
  zero: number;
  one: number | null;
  /** Width of I in words of capitals. */
  letterI: number | null;
}

interface Glyph {
  /** In heights. */
  width: number;
  /** Present if the width is that of two touching characters: which of the two this is. */
  ofTwo?: 'first' | 'second';
}

/** Numbers without check digits that mix letters and digits. */
const mixed: ReadonlySet<ValueKind> = new Set<ValueKind>(['number', 'licence-number']);
/** A date, or the year of a date whose month is a word. */
const date = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|(?:19|20)\d{2})$/;
/** Capitals that are wider than 0 in every proportional font. */
const wideCapitals = new Set('ACDGHNOQRU');
/** Words with a lower confidence are not used as samples. */
const sure = 0.8;
/** Minimum ink of a glyph, as a share of the darkest columns of its word. */
const inked = 0.45;
/** Limits of width relative to the digit: O from `from`, 0 up to `digitTo`; I up to `to`, 1 from `digitFrom`. */
const letterO = { from: 1.17, digitTo: 1.08 };
const letterI = { to: 0.62, digitFrom: 0.8 };
/** Assumed width of O relative to 0 if no other O is on the page. */
const usualO = 1.32;
/** Maximum confidence of a single reading, 0–1, if widths leave a look-alike open; even two such readings that agree are not published. */
const leftOpen = 0.5;

/**
 * Replaces look-alikes in numbers according to their widths.
 * @param words words of the page, in pixels of the print
 * @returns a function that returns the field unchanged if there is nothing to replace, and limits its confidence to 0.5 if a look-alike
 *   remains open
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
    if (!widths) return field;
    const glyphs = glyphsOfNumber(print, field, widths);
    if (glyphs !== null && !isOneFont(field.text, glyphs, widths)) return field;
    const characters = glyphs && settled(charactersOf(field.text), glyphs, widths);
    const text = replaced(field.text, characters ?? []);
    const value = text === field.text ? field.value : (readValue(field.kind, text, context) ?? field.value);
    // Numbers of digits only are read correctly even if characters touch.
    const isOpen = /[A-Z]/.test(value.value) && (characters === null || characters.includes(null));
    const confidence = isOpen ? Math.min(leftOpen, field.confidence) : field.confidence;
    return value === field.value ? { ...field, confidence } : { ...field, text, value, confidence };
  };
}

/** Replaces the characters of a text, not counting blanks; a missing character or `null` leaves the original. */
function replaced(text: string, characters: readonly (string | null)[]): string {
  let at = 0;
  return Array.from(text, (character) => {
    if (isBlank(character)) return character;
    const other = characters[at] ?? character;
    at += 1;
    // Keeps the original case if nothing is replaced.
    return other === character.toUpperCase() ? character : other;
  }).join('');
}

/** Determines the characters by the widths of their glyphs; `null` for a look-alike that remains open. */
function settled(
  characters: readonly string[],
  glyphs: readonly Glyph[],
  widths: GlyphWidths,
): (string | null)[] {
  return characters.map((character, at) => {
    const glyph = glyphs[at];
    if (!mayBeOther.has(character)) return character;
    if (!glyph) return null;
    if (glyph.ofTwo === undefined) return lookAlikeOf(character, glyph.width, widths);
    const from = glyph.ofTwo === 'first' ? at : at - 1;
    const two = twoOf(characters.slice(from, from + 2), glyph.width, widths);
    return two?.[at - from] ?? null;
  });
}

/** For two touching glyphs, in heights: gap between them, maximum deviation from their widths, and required lead over other pairs. */
const ofTwo = { gap: 0.05, most: 0.1, nearer: 0.1 };

/** Determines which look-alikes two touching characters are; `null` if two answers are about equally close. */
function twoOf(characters: readonly string[], width: number, widths: GlyphWidths): string | null {
  const [first = '', second = ''] = characters;
  const answers = lookAlikes(first)
    .flatMap((one) => lookAlikes(second).map((other) => one + other))
    .map((text) => {
      const own = Array.from(text, (character) => knownWidth(character, widths));
      return { text, off: Math.abs(width - ofTwo.gap - own.reduce((sum, each) => sum + each, 0)) };
    });
  const [best, next] = answers.toSorted((a, b) => a.off - b.off);
  // A width that does not occur on the page is NaN.
  if (!best || answers.some(({ off }) => Number.isNaN(off)) || best.off > ofTwo.most) return null;
  return next === undefined || next.off - best.off >= ofTwo.nearer ? best.text : null;
}

const lookAlikes = (character: string): readonly string[] =>
  ['0O', '1I'].find((pair) => pair.includes(character))?.split('') ?? [character];

function knownWidth(character: string, { of, zero, one, letterI: capitalI }: GlyphWidths): number {
  if (character === '0') return zero;
  if (character === '1') return one ?? Number.NaN;
  if (character === 'I') return capitalI ?? Number.NaN;
  return of.get(character) ?? (character === 'O' ? usualO * zero : /\d/.test(character) ? zero : Number.NaN);
}

/** Determines a character by its width; `null` if the width is between those of both look-alikes. */
function lookAlikeOf(
  character: string,
  width: number,
  { zero, one, letterI: capitalI }: GlyphWidths,
): string | null {
  if (character === '0' || character === 'O') {
    const share = width / zero;
    return share >= letterO.from ? 'O' : share <= letterO.digitTo ? '0' : null;
  }
  if (one === null) return character;
  if (width <= letterI.to * one) return 'I';
  if (width < letterI.digitFrom * one) return null;
  // An I with serifs is as wide as 1, so the width decides only for one without.
  const isBare = capitalI !== null && capitalI <= letterI.to * one;
  return isBare ? '1' : character;
}

/** Measures the widths of glyphs on a page. @returns `null` if there are no dates or the font is monospaced */
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
  const bare = of.get('I') ?? null;
  // Either condition shows a proportional font; blur makes all glyphs wider and therefore more alike.
  const isProportional = capital >= 1.1 * (zero ?? 0) || (bare !== null && bare <= 0.5 * capital);
  if (zero === undefined || wide.length === 0 || !isProportional) return null;
  return { of, capital, zero, one: of.get('1') ?? null, letterI: bare };
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const isBlank = (character: string): boolean => /\s/.test(character);

/** The characters of a text in upper case, without blanks. */
const charactersOf = (text: string): string[] =>
  Array.from(text)
    .filter((character) => !isBlank(character))
    .map((character) => character.toUpperCase());

/** The glyphs of a text; `null` if some touch, or if there is more ink than the text explains. */
function glyphsOf(print: Raster, box: Box, text: string): Glyph[] | null {
  const glyphs = inkIn(print, box);
  return glyphs.length === charactersOf(text).length ? glyphs : null;
}

/** The glyph of each character of a number; touching characters share one. `null` if it is unclear which ones touch. */
function glyphsOfNumber(print: Raster, { box, text }: FoundField, widths: GlyphWidths): Glyph[] | null {
  const glyphs = inkIn(print, box);
  const expected = charactersOf(text).map((character) =>
    mayBeOther.has(character) ? null : (widths.of.get(character) ?? usualWidth(character, widths)),
  );
  const touching = expected.length - glyphs.length;
  if (touching === 0) return glyphs;
  if (touching < 0 || touching > mostTouching) return null;
  return assigned(glyphs, expected, { glyph: 0, character: 0, touching, widths })?.glyphs ?? null;
}

/** Whether the other characters of a number are as wide as elsewhere on the page, which shows that it is in the same font. */
function isOneFont(text: string, glyphs: readonly Glyph[], { of }: GlyphWidths): boolean {
  const shares = charactersOf(text).flatMap((character, at) => {
    const [glyph, usual] = [glyphs[at], of.get(character)];
    const isAlone = glyph !== undefined && glyph !== null && glyph.ofTwo === undefined;
    return isAlone && usual !== undefined && /[A-HJ-NP-Z2-9]/.test(character) ? [glyph.width / usual] : [];
  });
  return shares.length > 1 && Math.abs(middle(shares) - 1) <= ofOneFont;
}

/** Maximum difference of widths within one font, as a share. */
const ofOneFont = 0.08;
const mayBeOther = new Set('0O1I');
/** Maximum number of touching pairs. */
const mostTouching = 2;
/** Maximum deviation of a glyph from the width of its character if others touch, as a share. */
const slack = 0.4;

const usualWidth = (character: string, { zero, capital }: GlyphWidths): number =>
  /\d/.test(character) ? zero : character === 'J' ? capital / 2 : /\p{L}/u.test(character) ? capital : 1;

/** Assigns glyphs to characters, `touching` of them to two characters each, so that widths deviate least. */
function assigned(
  glyphs: readonly Glyph[],
  expected: readonly (number | null)[],
  {
    glyph,
    character,
    touching,
    widths,
  }: { glyph: number; character: number; touching: number; widths: GlyphWidths },
): { glyphs: Glyph[]; off: number } | null {
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
      : [{ glyphs: [...(take === 1 ? [own] : bothOf(own)), ...rest.glyphs], off: off + rest.off }];
  });
  return ways.toSorted((a, b) => a.off - b.off)[0] ?? null;
}

const bothOf = ({ width }: Glyph): Glyph[] => [
  { width, ofTwo: 'first' },
  { width, ofTwo: 'second' },
];

/** Stretches of inked columns, from left to right. */
function inkIn(print: Raster, [x, y, across, down]: Box): Glyph[] {
  const [left, right] = [Math.max(0, Math.floor(x) - 2), Math.min(print.width, Math.ceil(x + across) + 2)];
  const [top, bottom] = [Math.max(0, Math.floor(y)), Math.min(print.height, Math.ceil(y + down))];
  const inkAt = (column: number, row: number): number => 255 - print.data[row * print.width + column]!;
  const rows = Array.from({ length: Math.max(0, bottom - top) }, (_, at) => top + at);
  const columns = Array.from({ length: Math.max(0, right - left) }, () => 0);
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      const ink = inkAt(left + at, row);
      if (ink > columns[at]!) columns[at] = ink;
    }
  }
  const darkest = columns.toSorted((a, b) => a - b)[Math.floor(0.9 * columns.length)] ?? 0;
  const least = inked * darkest;
  const glyphs: Glyph[] = [];
  for (let from = 0; from < columns.length; from += 1) {
    if (columns[from]! < least) continue;
    let to = from;
    while (to < columns.length && columns[to]! >= least) to += 1;
    const stretch = Array.from({ length: to - from }, (_, at) => left + from + at);
    const own = rows.filter((row) => stretch.some((column) => inkAt(column, row) >= least));
    // The columns at the edges are partly inked.
    const edges = ((columns[from - 1] ?? 0) + (columns[to] ?? 0)) / Math.max(1, darkest);
    glyphs.push({ width: (to - from + edges) / Math.max(1, (own.at(-1) ?? 0) - (own[0] ?? 0) + 1) });
    from = to;
  }
  return glyphs;
}
