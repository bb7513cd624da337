import {
  type FrameMetrics,
  greyOf,
  greyOfLuma,
  type Grey,
  type Guide,
  type Luma,
  measureFrame,
} from './frame-metrics.ts';

/** Longer side of the measured copy in pixels; a copy made without drawing comes as close to it as a whole step allows. */
export const measuredSide = 320;

const isBlack = ({ data }: Grey): boolean => data.every((value) => value < 6);

/** A source that can be drawn and measured. */
export interface FrameSource {
  image: CanvasImageSource;
  /** In pixels. */
  width: number;
  height: number;
}

type Canvas = HTMLCanvasElement | OffscreenCanvas;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/**
 * Measures frames one by one, each compared with the previous one, on a canvas of the page or of a worker.
 * @returns the metrics of a frame; `null`: it is black
 */
export function createLook(canvas: Canvas) {
  let before: Grey | null = null;
  const copy = ({ image, width, height }: FrameSource): Grey => {
    const scale = measuredSide / Math.max(width, height);
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    const context = canvas.getContext('2d', { willReadFrequently: true }) as Context;
    context.drawImage(image, 0, 0, size.width, size.height);
    return greyOf(context.getImageData(0, 0, size.width, size.height).data, size.width, size.height);
  };
  const measureCopy = (grey: Grey, guide: Guide): FrameMetrics | null => {
    if (isBlack(grey)) return null;
    const metrics = measureFrame(grey, guide, before);
    before = grey;
    return metrics;
  };
  return {
    measure: (source: FrameSource, guide: Guide): FrameMetrics | null => measureCopy(copy(source), guide),
    /** Measures without drawing. */
    measureLuma(luma: Luma, guide: Guide): FrameMetrics | null {
      const step = Math.max(1, Math.round(Math.max(luma.width, luma.height) / measuredSide));
      return measureCopy(greyOfLuma(luma, step), guide);
    },
    /** Forgets the previous frame, because the camera changes. */
    forget(): void {
      before = null;
    },
  };
}
