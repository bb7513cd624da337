/**
 * Measures video frames in a worker, so that the page stays responsive on a slow phone; measures on the page itself if the
 * browser cannot transfer frames or the worker fails.
 *
 * State: the worker has one frame at a time, and calls made meanwhile are dropped. A worker that failed is not started again.
 */
import { createLook, type FrameSource } from './frame-look.ts';
import type { FrameMetrics, Guide } from './frame-metrics.ts';
import type { FrameAnswer, FrameQuestion } from './frame-worker.ts';

/** URL of the worker, set by the build: `/flow/assets/…`. */
declare const frameWorkerPath: string;

/** Receives the metrics of a frame; `null`: it is black. */
export type FrameListener = (metrics: FrameMetrics | null) => void;

const canHandOver = () =>
  typeof Worker === 'function' && typeof VideoFrame === 'function' && typeof OffscreenCanvas === 'function';

const sourceOf = (video: HTMLVideoElement): FrameSource => ({
  image: video,
  width: video.videoWidth,
  height: video.videoHeight,
});

/** Measures the frames of one video. */
export class FrameMeter {
  readonly #video: HTMLVideoElement;
  readonly #listener: FrameListener;
  #look: ReturnType<typeof createLook> | null = null;
  #worker: Worker | null = null;
  #isBusy = false;
  #isFirst = true;
  /** Results for frames before this count belong to a previous camera. */
  #ignored = 0;

  constructor(video: HTMLVideoElement, listener: FrameListener) {
    this.#video = video;
    this.#listener = listener;
    if (canHandOver()) this.#startWorker();
  }

  /** Measures the current frame of the video, unless one is still being measured. The video must have a picture. */
  measure(guide: Guide): void {
    if (this.#isBusy) return;
    if (this.#worker === null || !this.#handOver(this.#worker, guide)) this.#measureHere(guide);
    this.#isFirst = false;
  }

  /** The next frame comes from another camera: pending results are dropped. */
  forget(): void {
    if (this.#isBusy) this.#ignored += 1;
    this.#isFirst = true;
  }

  /** Terminates the worker. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #startWorker(): void {
    try {
      const worker = new Worker(frameWorkerPath);
      worker.addEventListener('message', ({ data }: MessageEvent<FrameAnswer>) => this.#receive(data));
      worker.addEventListener('error', this.#giveUp);
      this.#worker = worker;
    } catch {
      // A policy of the host page or the browser blocks workers.
      this.#worker = null;
    }
  }

  readonly #giveUp = () => {
    this.stop();
    this.#isBusy = false;
    this.#ignored = 0;
  };

  #receive({ metrics }: FrameAnswer): void {
    this.#isBusy = false;
    if (this.#ignored > 0) this.#ignored -= 1;
    else this.#listener(metrics);
  }

  /** @returns whether the worker received the frame */
  #handOver(worker: Worker, guide: Guide): boolean {
    try {
      const frame = new VideoFrame(this.#video);
      const question: FrameQuestion = { frame, guide, isFirst: this.#isFirst };
      worker.postMessage(question, [frame]);
      this.#isBusy = true;
      return true;
    } catch {
      this.#giveUp();
      return false;
    }
  }

  #measureHere(guide: Guide): void {
    this.#look ??= createLook(document.createElement('canvas'));
    if (this.#isFirst) this.#look.forget();
    this.#listener(this.#look.measure(sourceOf(this.#video), guide));
  }
}
