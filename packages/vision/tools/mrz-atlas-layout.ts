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
  /** Share of the training cells each face gets, and by how much its strokes are thinned at most, in pitches a side. */
  faces: [
    { family: 'OCR B', share: 0.37, thinned: 0 },
    { family: 'OCR B S', share: 0.28, thinned: 0 },
    { family: 'DejaVu Sans Mono', share: 0.1, thinned: 0 },
    { family: 'DejaVu Sans Mono:bold', share: 0.05, thinned: 0.03 },
    { family: 'Noto Sans Mono', share: 0.05, thinned: 0 },
    { family: 'Courier Prime Code', share: 0.04, thinned: 0 },
    { family: 'Courier Prime:bold', share: 0.11, thinned: 0.055 },
  ],
} as const;
