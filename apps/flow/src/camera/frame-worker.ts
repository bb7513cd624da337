import { createLook, measuredSide } from './frame-look.ts';
import { exceedsLimitedRange, type FrameMetrics, type Guide, type Luma } from './frame-metrics.ts';

/** A frame for the worker; a first frame has no previous one. The worker responds to each with one `FrameAnswer`, in order. */
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
let bytes = new Uint8Array(0);

/** Formats that begin with a luma plane of one byte per pixel. */
const planar = ['I420', 'I420A', 'I422', 'I444', 'NV12'];

/**
 * The grey values as the camera delivered them: copying them costs a fraction of drawing the frame.
 * @returns `null` for frames that have to be drawn: in other formats, rotated, mirrored, stretched or smaller than the copy
 */
async function lumaOf(frame: VideoFrame): Promise<Luma | null> {
  const { format, visibleRect } = frame;
  if (format === null || visibleRect === null || !planar.includes(format)) return null;
  const { width, height } = visibleRect;
  // The defaults apply in browsers without `rotation` and `flip`, which show frames as stored.
  const { rotation = 0, flip = false } = frame as { rotation?: number; flip?: boolean };
  const isAsStored =
    rotation === 0 && !flip && width === frame.displayWidth && height === frame.displayHeight;
  if (!isAsStored || Math.max(width, height) < measuredSide) return null;
  const size = frame.allocationSize();
  if (bytes.length !== size) bytes = new Uint8Array(size);
  const [plane] = await frame.copyTo(bytes);
  if (plane === undefined) return null;
  const stored = { data: bytes, offset: plane.offset, stride: plane.stride, width, height };
  return { ...stored, isFullRange: frame.colorSpace.fullRange ?? exceedsLimitedRange(stored) };
}

async function answer({ frame, guide, isFirst }: FrameQuestion): Promise<void> {
  try {
    if (isFirst) look.forget();
    const luma = await lumaOf(frame).catch(() => null);
    const source = { image: frame, width: frame.displayWidth, height: frame.displayHeight };
    const metrics = luma === null ? look.measure(source, guide) : look.measureLuma(luma, guide);
    const answered: FrameAnswer = { metrics };
    postMessage(answered);
  } finally {
    frame.close();
  }
}

// A failure must reach the page as an error of the worker; the page then measures by itself.
addEventListener('message', ({ data }: MessageEvent<FrameQuestion>) => {
  answer(data).catch((error: unknown) =>
    queueMicrotask(() => {
      throw error;
    }),
  );
});
