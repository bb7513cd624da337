import { createLook } from './frame-look.ts';
import type { FrameMetrics, Guide } from './frame-metrics.ts';

/** A frame for the worker; a first frame has no frame before it. The worker answers each with one `FrameAnswer`, in order. */
export interface FrameQuestion {
  frame: VideoFrame;
  guide: Guide;
  isFirst: boolean;
}

/** `metrics: null`: the frame is black. */
export interface FrameAnswer {
  metrics: FrameMetrics | null;
}

const look = createLook(new OffscreenCanvas(1, 1));

addEventListener('message', ({ data }: MessageEvent<FrameQuestion>) => {
  const { frame, guide, isFirst } = data;
  if (isFirst) look.forget();
  try {
    const source = { image: frame, width: frame.displayWidth, height: frame.displayHeight };
    const answer: FrameAnswer = { metrics: look.measure(source, guide) };
    postMessage(answer);
  } finally {
    frame.close();
  }
});
