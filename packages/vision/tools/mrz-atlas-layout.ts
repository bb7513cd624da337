/**
 * Geometry of the glyph atlas. Horizontal units are pitches from the left cell border, vertical units are
 * capital heights from the top of the capitals; `reach` is the largest distance stored, in pitches.
 */
export const ATLAS = {
  width: 40,
  height: 46,
  left: -0.1,
  right: 1.1,
  top: -0.25,
  bottom: 1.25,
  reach: 0.2,
  /** Share of the training cells each face gets. */
  faces: [
    { family: 'OCR B', share: 0.48 },
    { family: 'OCR B S', share: 0.42 },
    { family: 'DejaVu Sans Mono', share: 0.1 },
  ],
} as const;
