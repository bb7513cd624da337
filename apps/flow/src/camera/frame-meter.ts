/**
 * Measures frames of a video in a worker, so that the page stays free while a slow phone looks at a picture; where a browser
 * cannot hand frames over, or the worker fails, on the page itself.
 *
 * State: one frame at a time is with the worker; whoever asks meanwhile gets nothing. A worker that failed is not tried again.
 */
import { createLook, type FrameSource } from './frame-look.ts';
import type { FrameMetrics, Guide } from './frame-metrics.ts';
import type { FrameAnswer, FrameQuestion } from './frame-worker.ts';

/** Where the build puts the worker: `/flow/assets/…`. */
declare const frameWorkerPath: string;

/** Receives what a frame is like; `null`: it is black. */
export type FrameListener = (metrics: FrameMetrics | null) => void;

const canHandOver = () =>
  typeof Worker === 'function' && typeof VideoFrame === 'function' && typeof OffscreenCanvas === 'function';

const sourceOf = (video: HTMLVideoElement): FrameSource => ({
  image: video,
  width: video.videoWidth,
  height: video.videoHeight,
});

/** Measures frames of one video. */
export class FrameMeter {
  readonly #video: HTMLVideoElement;
  readonly #listener: FrameListener;
  #look: ReturnType<typeof createLook> | null = null;
  #worker: Worker | null = null;
  #isBusy = false;
  #isFirst = true;
  /** Answers for frames before this count belong to a camera that is gone. */
  #ignored = 0;

  constructor(video: HTMLVideoElement, listener: FrameListener) {
    this.#video = video;
    this.#listener = listener;
    if (canHandOver()) this.#startWorker();
  }

  /** Measures what the video shows now, unless a frame is still being measured. The video has a picture. */
  measure(guide: Guide): void {
    if (this.#isBusy) return;
    if (this.#worker === null || !this.#handOver(this.#worker, guide)) this.#measureHere(guide);
    this.#isFirst = false;
  }

  /** The next frame is of another camera: answers under way are dropped. */
  forget(): void {
    if (this.#isBusy) this.#ignored += 1;
    this.#isFirst = true;
  }

  /** Ends the worker. */
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
      // A policy of the host or of the browser keeps workers out.
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

  /** @returns whether the worker has it now */
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
