import type { Guide } from '../camera/frame-metrics.ts';

/** Width and height in any unit. */
export interface Size {
  width: number;
  height: number;
}

/** Aspect ratios, width to height, of what is held into the guide. */
export const guideShapes = { card: 85.6 / 54, passport: 125 / 88, face: 3 / 4 } as const;

/** Maximum share of the view that a guide fills. */
const fill = { width: 0.9, height: 0.84 };

/**
 * Position of a guide in the view and in the video, both as fractions. The video covers the view; the excess is cropped evenly.
 */
export function guideFor(video: Size, view: Size, shape: number): { inView: Guide; inVideo: Guide } {
  const width = Math.min(view.width * fill.width, view.height * fill.height * shape);
  const height = width / shape;
  const scale = Math.max(view.width / video.width, view.height / video.height);
  const shown = { width: video.width * scale, height: video.height * scale };
  return {
    inView: centred(width / view.width, height / view.height),
    inVideo: centred(width / shown.width, height / shown.height),
  };
}

const centred = (width: number, height: number): Guide => ({
  x: (1 - width) / 2,
  y: (1 - height) / 2,
  width,
  height,
});
