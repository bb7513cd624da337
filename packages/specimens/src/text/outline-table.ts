/** Glyph outlines extracted from a font, so that drawing needs no font renderer. */
export interface OutlineTable {
  unitsPerEm: number;
  /** Advance and SVG path by character, in font units, with y pointing down from the baseline. */
  glyphs: Readonly<Record<string, readonly [advance: number, path: string]>>;
}
