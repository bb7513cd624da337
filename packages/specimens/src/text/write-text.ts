import { num } from '../svg.ts';
import type { OutlineTable } from './outline-table.ts';
import { scripts } from './outlines-scripts.ts';

/** Position and style of a text. Lengths are in the units of the surrounding SVG. */
export interface TextPlace {
  x: number;
  /** Baseline. */
  y: number;
  /** Font size (one em). */
  size: number;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Width of every character, regardless of its advance. */
  pitch?: number;
  /** Extra thickness of strokes on both sides. */
  stroke?: number;
  opacity?: number;
}

/**
 * Draws text as SVG paths, from left to right and one glyph per character; characters of other scripts than Latin have one typeface.
 * Throws on a character without an outline.
 */
export function writeText(font: OutlineTable, text: string, place: TextPlace): string {
  const scale = place.size / font.unitsPerEm;
  const width = textWidth(font, text, place);
  const start = place.x - (place.anchor === 'middle' ? width / 2 : place.anchor === 'end' ? width : 0);
  let x = start;
  let glyphs = '';
  for (const character of text) {
    const { advance, path, zoom } = outline(font, character);
    const cell = place.pitch ?? advance * scale;
    const shift = place.pitch === undefined ? 0 : (place.pitch - advance * scale) / 2;
    const zoomed = zoom === 1 ? '' : ` scale(${num(zoom)})`;
    if (path !== '')
      glyphs += `<path transform="translate(${num((x + shift - start) / scale)} 0)${zoomed}" d="${path}"/>`;
    x += cell;
  }
  const fill = place.fill ?? 'black';
  const heavy = place.stroke ? ` stroke="${fill}" stroke-width="${num((2 * place.stroke) / scale)}"` : '';
  const opacity = place.opacity === undefined ? '' : ` opacity="${num(place.opacity)}"`;
  return `<g fill="${fill}"${heavy}${opacity} transform="translate(${num(start)} ${num(place.y)}) scale(${scale})">${glyphs}</g>`;
}

/** Returns the width of a line in the units of `size`. */
export function textWidth(
  font: OutlineTable,
  text: string,
  place: Pick<TextPlace, 'size' | 'pitch'>,
): number {
  const scale = place.size / font.unitsPerEm;
  let width = 0;
  for (const character of text) width += place.pitch ?? outline(font, character).advance * scale;
  return width;
}

/** The advance in units of the font, and the path with its enlargement to these units. */
interface Outline {
  advance: number;
  path: string;
  zoom: number;
}

function outline(font: OutlineTable, character: string): Outline {
  const own = font.glyphs[character];
  if (own) return { advance: own[0], path: own[1], zoom: 1 };
  const other = scripts.glyphs[character];
  if (!other) throw new RangeError('the outlines have no such character');
  const zoom = font.unitsPerEm / scripts.unitsPerEm;
  return { advance: other[0] * zoom, path: other[1], zoom };
}
